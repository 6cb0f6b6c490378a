import { describe, expect, it } from 'vitest';
import { balanceOf, clashing, shownChance, shownLosses, sortedBy } from '../../src/table/attacks';
import type { Attack } from '../../src/lib/types';

function attack(
  hex: string,
  pieces: string[],
  chance: number | null,
  losses: [number, number] | null,
): Attack {
  const forecast = { subject: hex, prospects: [], measures: [], cost: [], rules: [] };
  return { hex, action: { do: 'attack' }, pieces, able: pieces, forecast, chance, losses, ruinous: false };
}

const DEAR = attack('0101', ['a', 'b'], 0.9, [5, 1]);
const CHEAP = attack('0202', ['b', 'c'], 0.2, [1, 2]);
const UNTOLD = attack('0303', [], null, null);

describe('a sheet of attacks', () => {
  it('is sorted by what is best for the attacker', () => {
    const order = (column: Parameters<typeof sortedBy>[1]) =>
      sortedBy([UNTOLD, CHEAP, DEAR], column).map(({ hex }) => hex);
    expect(order('hex')).toEqual(['0101', '0202', '0303']);
    expect(order('chance')).toEqual(['0101', '0202', '0303']);
    expect(order('own')).toEqual(['0202', '0101', '0303']);
    expect(order('enemy')).toEqual(['0202', '0101', '0303']);
    expect(order('balance')).toEqual(['0202', '0303', '0101']);
  });

  it('names ticked attacks that need pieces of an earlier one', () => {
    expect([...clashing([DEAR, CHEAP, UNTOLD], ['0101', '0202', '0303'])]).toEqual(['0202']);
    expect([...clashing([DEAR, CHEAP], ['0202', '0101'])]).toEqual(['0101']);
    expect([...clashing([DEAR, CHEAP], ['0202', '0909'])]).toEqual([]);
  });

  it('writes figures as people read them', () => {
    expect(shownChance(0.166)).toBe('17%');
    expect(shownChance(1.0000000002)).toBe('100%');
    expect(shownChance(null)).toBe('–');
    expect(shownLosses([3.305, 1.66])).toBe('3.3 : 1.7');
    expect(balanceOf(CHEAP)).toBe(1);
  });
});
