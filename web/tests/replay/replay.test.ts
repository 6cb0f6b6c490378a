import { describe, expect, it } from 'vitest';
import { chart, groupsOf, valueAt } from '../../src/replay/chart';
import { compared, tally, turnMarks } from '../../src/replay/replay.svelte';
import type { Curves, HistoryEntry } from '../../src/lib/types';
import { piece } from '../views';

const curves: Curves = {
  names: [
    { name: 'North', group: 'Losses', side: 'north' },
    { name: 'South', group: 'Losses', side: 'south' },
    { name: 'North', group: 'Morale', side: 'north' },
  ],
  points: [
    { step: 0, turn: 'one', values: [0, 0, null] },
    { step: 5, turn: 'one', values: [4, null, 7] },
    { step: 10, turn: 'two', values: [8, 2, 6] },
  ],
};

describe('looking back', () => {
  it('marks where turns begin', () => {
    const history = [1, 2, 3].map((step) => ({ step, turn: step < 3 ? 'one' : 'two' })) as HistoryEntry[];
    expect(turnMarks(history)).toEqual([
      { step: 0, turn: 'one' },
      { step: 2, turn: 'two' },
    ]);
  });
  it('says how pieces differ from now', () => {
    const past = { a: piece('1'), b: piece('1'), c: piece('1'), d: piece('1') };
    const now = { a: piece('1'), b: piece('2'), c: piece('1', { strength: '3' }), e: piece('9') };
    const { pieces, differences } = compared(past, now);
    expect(differences).toEqual({ b: 'moved', c: 'changed', d: 'gone', e: 'new' });
    expect(tally(differences)).toEqual({ moved: 1, changed: 1, gone: 1, new: 1 });
    expect(Object.keys(pieces).sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(pieces['b']?.at).toBe('1');
  });
});

describe('curves', () => {
  it('fill their field, and leave gaps where there is no figure', () => {
    const drawn = chart(curves, 'Losses', 10, 100, 50);
    expect(groupsOf(curves)).toEqual(['Losses', 'Morale']);
    expect([drawn.least, drawn.most]).toEqual([0, 8]);
    expect(drawn.series[0]?.path).toBe('M0 50L50 25L100 0');
    expect(drawn.series[1]?.path).toBe('M0 50M100 37.5');
  });
  it('show the newest figure at a step', () => {
    expect(valueAt(curves, 0, 7)).toBe(4);
    expect(valueAt(curves, 1, 7)).toBe(0);
    expect(valueAt(curves, 2, 2)).toBeNull();
  });
});
