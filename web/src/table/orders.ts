/** The orders given at this screen, with what was clicked for them. */

import type { Choice } from '../lib/types';

export interface Order {
  /** The step the order was given at, and the step it led to. */
  from: number;
  to: number;
  /** The kind of decision it answered. */
  kind: string;
  choices: Choice[];
}

/** The orders after a new one: whatever was given from its step on no longer stands. */
export function withOrder(orders: readonly Order[], order: Order): Order[] {
  return [...orders.filter((each) => each.to <= order.from), order];
}

/** The orders that still stand when the game has gone back to a step. */
export function standing(orders: readonly Order[], step: number): Order[] {
  return orders.filter((each) => each.to <= step);
}

/** The orders given since a step, oldest first. */
export function since(orders: readonly Order[], step: number): Order[] {
  return orders.filter((each) => each.from >= step);
}

/**
 * The pieces in hand: those taken one after the other by the last orders, and still so if they only went on
 * their way. `kind` is the kind of the decision now.
 */
export function inHand(orders: readonly Order[], kind: string, step: number): string[] {
  const hand: string[] = [];
  for (let at = orders.length - 1, next = step; at >= 0; at -= 1) {
    const order = orders[at]!;
    if (order.to !== next) break;
    const units = order.choices.flatMap(({ face }) => (face.unit && !face.hex ? [face.unit] : []));
    if (units.length) {
      hand.unshift(...units);
      if (order.kind !== kind) return hand;
    } else if (order.kind !== kind || !order.choices.every(({ face }) => face.hex && !face.unit)) break;
    next = order.from;
  }
  return [];
}
