import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = process.env.HEXFRONT_SERVER ?? 'http://127.0.0.1:8014';

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  resolve: {
    alias: { $lib: fileURLToPath(new URL('./src/lib', import.meta.url)) },
    // Component tests need the browser's build of Svelte.
    conditions: mode === 'test' ? ['browser'] : undefined,
  },
  build: {
    // Inside the Python package, so that a wheel carries the client.
    outDir: '../src/hexfront/web',
    emptyOutDir: true,
    target: 'es2022',
    // The content policy allows no data: addresses for scripts and fonts.
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: {
    port: 5173,
    // The letters of the map lie with the drawings of the Python package.
    fs: { allow: ['..'] },
    proxy: { '/api': { target: server, ws: true, changeOrigin: true } },
  },
  // One world for all files: they share nothing but the browser's names, and making one takes longer than a test.
  test: { environment: 'happy-dom', isolate: false, include: ['tests/**/*.test.ts'] },
}));
