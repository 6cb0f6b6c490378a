/** What a page remembers of a game when it is loaded again in the middle of something. */

import type { Order } from './orders';

export interface Kept<Fight> {
  step: number;
  orders: Order[];
  fight: Fight | null;
}

const place = (game: string, viewer: string): string => `hexfront.table.${game}.${viewer}`;

export function keep<Fight>(game: string, viewer: string, kept: Kept<Fight>): void {
  try {
    sessionStorage.setItem(place(game, viewer), JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** What was kept, if the game has not moved on since. */
export function recall<Fight>(game: string, viewer: string, step: number): Kept<Fight> | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(place(game, viewer)) ?? 'null') as Kept<Fight> | null;
    return kept && kept.step === step ? kept : null;
  } catch {
    return null;
  }
}
