import { afterEach, describe, expect, it, vi } from 'vitest';
import { address, api, ApiError, faultOf } from '../../src/lib/api';

function answered(status: number, body: string): void {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(new Response(body, { status }))),
  );
}
afterEach(() => vi.unstubAllGlobals());

describe('the interface', () => {
  it('writes addresses with what is known', () => {
    expect(address('/games/x/view', { as: 'north', step: undefined })).toBe('/api/games/x/view?as=north');
    expect(api.exportAddress('a b', 'north')).toBe('/api/games/a%20b/export?as=north');
  });
  it('turns a refusal into a fault with its rules', async () => {
    answered(
      422,
      '{"error": {"kind": "refusal", "reason": "too far", "rules": ["6-9"], "needed": 3, "had": 2}}',
    );
    const thrown: unknown = await api
      .play('x', 'north', 1, [{ do: 'go' }], true)
      .catch((wrong: unknown) => wrong);
    expect(thrown).toBeInstanceOf(ApiError);
    expect(faultOf(thrown)).toMatchObject({ kind: 'refusal', rules: ['6-9'], needed: 3, had: 2 });
  });
  it('makes a fault of whatever else goes wrong', async () => {
    answered(502, '<html>gateway</html>');
    const thrown: unknown = await api.titles().catch((wrong: unknown) => wrong);
    expect(faultOf(thrown).rules).toEqual([]);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    expect(faultOf(await api.titles().catch((wrong: unknown) => wrong)).kind).toBe('offline');
  });
  it('sends the header no foreign form can send', async () => {
    answered(200, '[]');
    await api.games();
    const [, options] = vi.mocked(fetch).mock.calls[0] ?? [];
    expect((options?.headers as Record<string, string>)['X-Hexfront']).toBe('1');
  });
});
