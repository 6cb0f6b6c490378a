/** Reading a sheet of attacks: figures as people read them, and the order in which they are fought. */

import type { Attack } from '../lib/types';

export type Column = 'hex' | 'chance' | 'own' | 'enemy' | 'balance';

/** A chance as people read it; a dash if nobody tells. */
export function shownChance(chance: number | null): string {
  return chance === null ? '–' : `${Math.round(Math.min(1, chance) * 100)}%`;
}

/** What the attacker is to expect to lose, and the enemy. */
export function shownLosses(losses: readonly [number, number] | null): string {
  return losses ? `${losses[0].toFixed(1)} : ${losses[1].toFixed(1)}` : '–';
}

/** How much more the enemy is expected to lose. */
export function balanceOf({ losses }: Attack): number {
  return losses ? losses[1] - losses[0] : 0;
}

const FIGURES: Record<Column, (attack: Attack) => number | string> = {
  hex: ({ hex }) => hex,
  chance: ({ chance }) => -(chance ?? -1),
  own: ({ losses }) => losses?.[0] ?? Infinity,
  enemy: ({ losses }) => -(losses?.[1] ?? -1),
  balance: (attack) => -balanceOf(attack),
};

/** Attacks by a column, what is best for the attacker first; those alike stay as they were. */
export function sortedBy(attacks: readonly Attack[], column: Column): Attack[] {
  const figure = FIGURES[column];
  return [...attacks].sort((a, b) => {
    const [one, other] = [figure(a), figure(b)];
    return one < other ? -1 : one > other ? 1 : 0;
  });
}

/** Of the ticked hexes, those whose attack needs a piece that an earlier one has taken already. */
export function clashing(attacks: readonly Attack[], ticked: readonly string[]): Set<string> {
  const taken = new Set<string>();
  const found = new Set<string>();
  for (const hex of ticked) {
    const attack = attacks.find((each) => each.hex === hex);
    if (!attack) continue;
    if (attack.pieces.some((key) => taken.has(key))) found.add(hex);
    for (const key of attack.pieces) taken.add(key);
  }
  return found;
}
