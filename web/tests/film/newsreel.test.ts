import { afterEach, describe, expect, it, vi } from 'vitest';
import { isOwnTurn, Newsreel } from '../../src/film/newsreel.svelte';
import type { Connection } from '../../src/lib/connection.svelte';
import type { Film, GameInfo, View } from '../../src/lib/types';
import { piece, view } from '../views';

const info = {
  seats: { north: { kind: 'human', you: true }, south: { kind: 'computer', you: false } },
} as unknown as GameInfo;
const connection = { game: 'g', viewer: 'north' } as Connection;
const asking = (side: string, step: number, since = step, more: Partial<View> = {}): View =>
  view({
    step,
    waiting: [side],
    asked: [{ side, kind: 'move', rule: '', summary: '', stage: 'order', since, by: side }],
    ...more,
  });
const film: Film = {
  begins: view(),
  shots: [
    {
      step: 6,
      by: 'south',
      stage: 'march',
      turn: 'Turn 1',
      events: [{ text: 'b marches', kind: 'move', rules: [], data: {}, step: 6, rolls: [] }],
      pieces: { b: piece('0103', { strength: '3' }) },
    },
  ],
};

function reel(): Newsreel {
  return new Newsreel(() => true);
}
/** Let the server answer with a film, and wait until it has come. */
async function answered(): Promise<void> {
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  await new Promise((done) => setTimeout(done));
}

describe('the newsreel', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    localStorage.clear();
  });

  it('knows a turn of one’s own from an answer', () => {
    expect(isOwnTurn(asking('north', 7))).toBe(true);
    expect(isOwnTurn(asking('north', 7, 5))).toBe(false);
    expect(isOwnTurn(asking('south', 7))).toBe(false);
  });
  it('does not take an answer to an order of ours for a turn of the computer', () => {
    const shown = reel();
    shown.follow(connection, info, asking('north', 4));
    const answering = asking('south', 7, 4);
    const asked = answering.asked.map((each) => ({ ...each, by: 'north' }));
    shown.follow(connection, info, { ...answering, asked });
    expect(shown.shown).toBeNull();
  });
  it('shows a whole turn that passed between two looks at the game', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => new Response(JSON.stringify(film))),
    );
    const shown = reel();
    shown.follow(connection, info, asking('north', 4));
    shown.follow(connection, info, asking('north', 9, 9, { turn: 'Turn 2' }));
    await answered();
    expect(shown.running).toBe(true);
    shown.close();
  });
  it('keeps the map while the computer moves, then shows the film and the bulletin', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => new Response(JSON.stringify(film))),
    );
    const shown = reel();
    shown.follow(connection, info, asking('north', 4));
    expect(shown.shown).toBeNull();
    shown.follow(connection, info, asking('south', 5));
    shown.follow(connection, info, asking('south', 6, 6, { pieces: { a: piece('0109') } }));
    expect(shown.shown?.pieces['a']?.at).toBe('0101');
    const pieces = { a: piece('0101'), b: piece('0103', { strength: '3' }) };
    shown.follow(connection, info, asking('north', 7, 7, { pieces }));
    await answered();
    expect(shown.scene?.moves).toHaveLength(1);
    shown.end();
    expect(shown.shown).toBeNull();
    expect(shown.bulletin?.weakened.map(({ key }) => key)).toEqual(['b']);
  });
  it('gives no bulletin in the middle of a fight', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => new Response(JSON.stringify(film))),
    );
    const shown = reel();
    shown.follow(connection, info, asking('north', 4));
    shown.follow(connection, info, asking('south', 5));
    shown.follow(connection, info, asking('north', 7, 6));
    await answered();
    expect(shown.running).toBe(true);
    shown.end();
    expect(shown.bulletin).toBeNull();
  });
  it('does not hold back what people do', () => {
    const people = { seats: { north: { you: true }, south: { kind: 'human', you: false } } } as unknown;
    const shown = reel();
    shown.follow(connection, people as GameInfo, asking('north', 4));
    shown.follow(connection, people as GameInfo, asking('south', 5));
    expect(shown.shown).toBeNull();
  });
});
