import { describe, expect, it } from 'vitest';
import { armiesOf, arrowsOf, same, sure } from '../../src/game/staff';
import type { Muster, Suggestion } from '../../src/lib/types';
import { piece } from '../views';

const pieces = { a: piece('0101'), b: piece('0102'), c: piece('0201'), e: piece('0301', { side: 'south' }) };
const muster: Muster[] = [
  {
    name: 'North',
    side: 'north',
    under: [
      {
        name: 'Red',
        under: [
          { name: 'First Army', units: ['a', 'b'], under: [{ name: 'Deep', units: ['c'] }] },
          { name: 'Waiting', units: ['w'] },
        ],
      },
    ],
  },
  { name: 'South', side: 'south', under: [{ name: 'Blue', units: ['e'] }] },
];

function order(more: Partial<Suggestion> = {}): Suggestion {
  return {
    action: { do: 'march' },
    actions: [{ do: 'march' }],
    text: 'March',
    reason: 'Why not.',
    pieces: ['a'],
    moves: [],
    targets: [],
    attack: false,
    dice: false,
    supposed: false,
    others: '',
    ...more,
  };
}

describe('the staff', () => {
  it('offers the own armies that are on the map, with all that belongs to them', () => {
    expect(armiesOf(muster, 'north', pieces)).toEqual([
      { name: 'Red', pieces: ['a', 'b', 'c'], depth: 1 },
      { name: 'First Army', pieces: ['a', 'b', 'c'], depth: 2 },
    ]);
    expect(armiesOf(muster, 'observer', pieces)).toEqual([]);
  });
  it('tells pieces under different names apart', () => {
    expect(same(null, null)).toBe(true);
    expect(same({ name: 'x', pieces: ['a'] }, null)).toBe(false);
    expect(same({ name: 'x', pieces: ['a'] }, { name: 'x', pieces: ['a'] })).toBe(true);
    expect(same({ name: 'x', pieces: ['a'] }, { name: 'y', pieces: ['a'] })).toBe(false);
  });
  it('draws an arrow for every way and every attack', () => {
    const march = order({
      pieces: ['a', 'b'],
      moves: [
        { piece: 'a', from: '0101', to: '0103' },
        { piece: 'b', from: '0101', to: '0103' },
      ],
    });
    const attack = order({ pieces: ['b', 'c'], targets: ['0301'], attack: true, dice: true });
    const both = arrowsOf([march, attack], pieces).lines;
    expect(both.map((line) => line.hexes)).toEqual([
      ['0101', '0103'],
      ['0102', '0301'],
      ['0201', '0301'],
    ]);
    expect(both.map((line) => line.text)).toEqual(['1', '2', '2']);
    expect(both[0]!.colour).not.toBe(both[1]!.colour);
    expect(arrowsOf([march, attack], pieces, 0).lines).toHaveLength(1);
  });
  it('gives orders in a row up to the first dice', () => {
    expect(sure([order(), order()])).toBe(2);
    expect(sure([order(), order({ dice: true }), order({ supposed: true })])).toBe(2);
    expect(sure([])).toBe(0);
  });
});
