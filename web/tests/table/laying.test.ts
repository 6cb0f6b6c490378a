import { describe, expect, it } from 'vitest';
import type { Lot, Tool } from '../../src/lib/types';
import { composed, grouped, hexesTaken, lotId, piecesOf, still } from '../../src/table/laying';

const free: Lot = { key: 'inf', name: 'Infantry', pieces: ['a', 'b', 'c'], group: 'Reds' };
const guns: Lot = { key: 'art', name: 'Guns', pieces: ['g'], group: 'Reds' };
const held: Lot = { key: 'inf', name: 'Infantry', pieces: ['d'], group: 'Reds', box: 'Held back' };
const pieces = { field: 'units', takes: 'pieces' } as const;
const spread: Tool = { order: 'spread', name: 'Spread', slots: [pieces, { field: 'hexes', takes: 'hexes' }] };
const line: Tool = {
  order: 'line-up',
  name: 'Line up',
  slots: [
    pieces,
    { field: 'start', takes: 'hex' },
    { field: 'end', takes: 'hex' },
    { field: 'each', takes: 'number', usual: 1 },
  ],
};

describe('the tray', () => {
  it('keeps lots of one key in several boxes apart', () => {
    expect(lotId(free)).not.toBe(lotId(held));
    expect(grouped([free, guns, held]).map(([heading, lots]) => [heading, lots.length])).toEqual([
      ['Reds', 2],
      ['Held back', 1],
    ]);
  });

  it('means so many of each lot, in its order', () => {
    const chosen = new Map([
      [lotId(free), 2],
      [lotId(held), 1],
    ]);
    expect(piecesOf([free, guns, held], chosen)).toEqual(['a', 'b', 'd']);
  });

  it('forgets what is no longer there', () => {
    const chosen = new Map([
      [lotId(free), 3],
      [lotId(guns), 1],
    ]);
    expect([...still([{ ...free, pieces: ['c'] }], chosen)]).toEqual([[lotId(free), 1]]);
  });
});

describe('a tool', () => {
  it('takes any number of hexes, or so many one after the other', () => {
    expect(hexesTaken(spread)).toBe(Infinity);
    expect(hexesTaken(line)).toBe(2);
    expect(hexesTaken({ order: 'hold-back', name: 'Hold back', slots: [pieces] })).toBe(0);
  });

  it('gives an order when all its slots are filled, and none before', () => {
    expect(composed(spread, ['a'], [], {})).toBeNull();
    expect(composed(spread, [], ['0101'], {})).toBeNull();
    expect(composed(spread, ['a', 'b'], ['0101', '0102'], {})).toEqual({
      do: 'spread',
      units: ['a', 'b'],
      hexes: ['0101', '0102'],
    });
    expect(composed(line, ['a'], ['0101'], {})).toBeNull();
    expect(composed(line, ['a'], ['0101', '0105'], {})).toEqual({
      do: 'line-up',
      units: ['a'],
      start: '0101',
      end: '0105',
      each: 1,
    });
    expect(composed(line, ['a'], ['0101', '0105'], { each: 2 })).toMatchObject({ each: 2 });
  });
});
