import { describe, expect, it } from 'vitest';
import type { Connection } from '../../src/lib/connection.svelte';
import type { Action, Choice, Decision, View } from '../../src/lib/types';
import { addedCost, strokeTo } from '../../src/table/leading';
import { MapState } from '../../src/table/mapstate.svelte';
import { PlayState } from '../../src/table/playstate.svelte';

const go = (to: string, path: string[], cost: string): Choice => ({
  action: { do: 'go', to },
  face: { text: `March to ${to}`, verb: 'March', hex: to, path, cost },
});
const stop: Choice = { action: { do: 'pass' }, face: { text: 'Stop' } };
const attack: Choice = { action: { do: 'column-attack', at: 'x' }, face: { text: 'Attack', hex: 'x' } };

function asked(prompt: string, ...choices: Choice[]): Decision {
  const about = { stage: 'march', pieces: ['A'] } as unknown as Decision['about'];
  return { side: 'red', kind: 'go', prompt, rule: '6-6', summary: '', about, choices, default: null };
}

/** A table at which A is in hand in `a`: it goes to `b` or `d`, and from `b` on to `c` or `d`. */
function table(refuse = false) {
  const played: Action[][] = [];
  const wondered: Action[][] = [];
  const view = {
    decision: asked('in a', go('b', ['a', 'b'], '1 1/2'), go('d', ['a', 'x', 'd'], '2'), stop),
    pieces: { A: { at: 'a', name: 'A' } },
    step: 3,
    report: { turn: 'Turn 1', phase: 'march' },
    undo: { possible: true },
  } as unknown as View;
  const connection = {
    decision: view.decision,
    busy: false,
    ahead: (actions: Action[]) => {
      wondered.push(actions);
      if (refuse) return Promise.reject(new Error('cannot be foreseen'));
      const from = `in ${String(actions.at(-1)!.to)}`;
      return Promise.resolve(
        asked(from, go('c', ['b', 'c'], '1'), go('d', ['b', 'c', 'd'], '2 1/2'), attack, stop),
      );
    },
    play: (actions: Action[]) => {
      played.push(actions);
      return Promise.resolve();
    },
  } as unknown as Connection;
  const play = new PlayState(new MapState('game', 'title'), () => ({ view, connection }));
  return { play, played, wondered };
}
const at = { x: 0, y: 0 };
const told = (choices: Action[]) => choices.map((each) => each.to ?? each.do);

describe('a waypoint', () => {
  it('lights what can be reached from there, with the way and the cost from the beginning', async () => {
    const { play, played } = table();
    expect(await play.lead('b')).toBe(true);
    expect([...play.hexes.keys()]).toEqual(['c', 'd']);
    const { face } = play.hexes.get('d')![0]!.choice;
    expect([face.path, face.cost]).toEqual([['a', 'b', 'c', 'd'], '4']);
    expect(play.targets.buttons.map((option) => option.choice.action.do)).toEqual(['pass']);
    expect(played).toEqual([]);
  });

  it('is set by a click with Shift, and the goal sends all as one order', async () => {
    const { play, played } = table();
    play.clickHex('b', at, true);
    await expect.poll(() => play.waypoints.length).toBe(1);
    play.clickHex('c', at, true);
    await expect.poll(() => play.waypoints.length).toBe(2);
    play.clickHex('d', at);
    await expect.poll(() => played.map(told)).toEqual([['b', 'c', 'd']]);
    expect(play.waypoints).toEqual([]);
  });

  it('asks what comes after all waypoints before it', async () => {
    const { play, wondered } = table();
    await play.lead('b');
    await play.lead('c');
    expect(wondered.map(told)).toEqual([['b'], ['b', 'c']]);
  });

  it('is taken back before anything that was played', async () => {
    const { play } = table();
    await play.lead('b');
    await play.undo();
    expect(play.waypoints).toEqual([]);
    expect([...play.hexes.keys()]).toEqual(['b', 'd']);
    expect(play.leadBack()).toBe(false);
  });

  it('is not set where nothing can be foreseen, nor where nothing is lit', async () => {
    const { play } = table(true);
    expect(await play.lead('b')).toBe(false);
    expect(await play.lead('nowhere')).toBe(false);
    expect(play.waypoints).toEqual([]);
  });

  it('is forgotten when the view has changed', async () => {
    const { play } = table();
    await play.lead('b');
    play.settle();
    expect(play.waypoints).toEqual([]);
  });
});

describe('a stroke over the map', () => {
  const row = 'abcdef';
  const beside = (here: string, there: string) => Math.abs(row.indexOf(here) - row.indexOf(there)) === 1;

  it('goes from hex to hex and back along itself, and leaps over none', () => {
    expect(strokeTo(['a'], 'b', beside)).toEqual(['a', 'b']);
    expect(strokeTo(['a', 'b', 'c'], 'b', beside)).toEqual(['a', 'b']);
    expect(strokeTo(['a', 'b'], 'e', beside)).toEqual(['a', 'b']);
  });

  it('is sent as one order, hex by hex', async () => {
    const { play, played } = table();
    expect(await play.leadAlong(['b', 'c', 'd'])).toBe(true);
    expect(played.map(told)).toEqual([['b', 'c', 'd']]);
  });
});

describe('costs', () => {
  it.each([
    ['2', '3', '5'],
    ['1 1/2', '2 1/2', '4'],
    ['1/3', '1/2', '5/6'],
    ['2', '1/2', '2 1/2'],
    ['', '2', '2'],
    ['2', 'all', '2 + all'],
  ])('%s and %s are %s', (first, second, sum) => expect(addedCost(first, second)).toBe(sum));
});
