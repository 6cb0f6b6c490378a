/** What if: which orders can be asked about, and how what comes of them is put into words. */

import { t } from '$lib/text';
import type { Action, Choice, Suggestion } from '$lib/types';
import type { Estimate, WhatIf } from '$lib/whatif';

/** How far branches are played; 0 to the end of the game. */
export const HORIZONS = [1, 3, 0] as const;
export const GAMES = [5, 10, 20] as const;
const MOST_CHOICES = 300;

export interface Order {
  text: string;
  action: Action;
}

/** The orders that can be asked about: what the staff proposes first, then the choices there are. */
export function orders(suggested: Pick<Suggestion, 'text' | 'action'>[], choices: Choice[]): Order[] {
  const proposed = suggested.slice(0, 1).map(({ text, action }) => ({
    text: t('whatif.suggested', { order: text }),
    action,
  }));
  const open = choices.slice(0, MOST_CHOICES).map(({ face, action }) => ({ text: face.text, action }));
  return [...proposed, ...open];
}

/** Points with a sign, and the interval if there is one. */
export function points(estimate: Estimate): string {
  const shown = (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(1)}`;
  if (estimate.low === null || estimate.high === null) return shown(estimate.value);
  return t('whatif.interval', {
    value: shown(estimate.value),
    low: shown(estimate.low),
    high: shown(estimate.high),
  });
}

/** What the comparison says in a sentence: whether the order helps, as far as the branches can tell. */
export function judgement(found: WhatIf): string {
  const worth = found.worth ?? found.victories;
  if (!worth || !found.finished) return '';
  if (worth.low === null || worth.high === null || (worth.low <= 0 && worth.high >= 0))
    return t('whatif.unclear');
  return worth.value > 0 ? t('whatif.better') : t('whatif.worse');
}
