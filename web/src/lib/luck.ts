/** What the dice of a game brought, beside what was to be expected. */

import type { Side } from './types';

/** The luck of one side's own throws. */
export interface LuckOfSide {
  side: Side;
  name: string;
  throws: number;
  /** What came less what was to be expected. */
  luck: number;
  /** In which share of games such throws go so far from the mean; nothing where there are too few. */
  rarity: number | null;
  /** All dice together: how far they favoured the side. */
  balance: number;
  ground_came: number;
  ground_expected: number;
}

/** Losses of the other side, own losses, and whether the other side gives way. */
export type Fortune = [theirs: number, ours: number, ground: number];

export interface LuckyThrow {
  step: number;
  side: Side;
  text: string;
  hex: string;
  dice: number[];
  came: Fortune;
  expected: Fortune;
  luck: number;
}

export interface Luck {
  /** In what losses are counted. */
  unit: string;
  /** Dice that are not judged. */
  untold: number;
  sides: LuckOfSide[];
  throws: LuckyThrow[];
}

/** The throws that went most for a side, whoever threw. */
export function bestFor(side: Side, luck: Luck, most: number): LuckyThrow[] {
  const favour = (each: LuckyThrow) => (each.side === side ? each.luck : -each.luck);
  return luck.throws
    .filter((each) => favour(each) > 0)
    .sort((one, other) => favour(other) - favour(one))
    .slice(0, most);
}

export const balanceOf = (fortune: Fortune): number => fortune[0] - fortune[1];
