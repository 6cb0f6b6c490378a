import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/source-serif-4/wght.css';
import './styles/tokens.css';
import './styles/base.css';

import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './lib/settings.svelte';
import { speak } from './lib/text';

const target = document.getElementById('app');
if (!target) throw new Error('the page has no place for the application');

// Without its words the page would be drawn twice; a language that cannot be had leaves it in English.
await speak(settings.spoken).catch(() => undefined);
export default mount(App, { target });
