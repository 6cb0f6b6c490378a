/** Views kept up to date by what the server says has changed. Pure: a new view, never a changed one. */

import type { Change, GameEvent, Piece, Shown, View } from './types';

/** Events kept in a view; the replay has the rest. */
export const MOST_EVENTS = 400;

/**
 * The view after a message that shows the game; the same view if the message is older than it. Null if the
 * message does not follow on it and the whole view is needed. The same change comes twice to who made it, by
 * HTTP and over the socket, in either order.
 */
export function caughtUp(view: View | null, message: Shown): View | null {
  if (message.type === 'view') {
    const whole = message.view;
    return view && whole.revision < view.revision ? view : { ...whole, base: whole.revision };
  }
  if (!view) return null;
  return message.revision <= view.revision ? view : applyChange(view, message);
}

/** The view after a change; null if the change does not follow on it and the whole view is needed. */
export function applyChange(view: View, change: Change): View | null {
  if (change.since !== view.step || change.after !== view.revision) return null;
  const tookBack = change.step < change.since;
  return {
    ...view,
    backs: tookBack ? [...(view.backs ?? []), { revision: change.revision, step: change.step }] : view.backs,
    step: change.step,
    revision: change.revision,
    asked: change.asked,
    turn: change.turn ?? view.turn,
    waiting: change.waiting ?? view.waiting,
    outcome: change.outcome ?? null,
    decision: change.decision ?? null,
    undo: change.undo ?? view.undo,
    pieces: change.pieces ? changedPieces(view.pieces, change.pieces) : view.pieces,
    markers: change.markers ?? view.markers,
    report:
      change.report && Object.keys(change.report).length ? { ...view.report, ...change.report } : view.report,
    events: joinedEvents(view.events, change.events ?? [], tookBack ? change.step : Infinity),
    rollback: change.rollback === undefined ? (tookBack ? null : view.rollback) : change.rollback,
    mail: change.mail ?? null,
  };
}

/** Pieces with what has changed; those that are gone are null in the changes. */
export function changedPieces(
  pieces: Record<string, Piece>,
  changes: Record<string, Piece | null>,
): Record<string, Piece> {
  const all = { ...pieces };
  for (const [key, piece] of Object.entries(changes)) {
    if (piece) all[key] = piece;
    else delete all[key];
  }
  return all;
}

function joinedEvents(known: GameEvent[], fresh: GameEvent[], upTo: number): GameEvent[] {
  const kept = upTo === Infinity ? known : known.filter((event) => event.step <= upTo);
  const all = [...kept, ...fresh];
  return all.length > MOST_EVENTS ? all.slice(-MOST_EVENTS) : all;
}

/** How long to wait before trying to connect again, in milliseconds: longer each time, never in step with others. */
export function backoff(attempt: number, chance: () => number = Math.random): number {
  const ceiling = Math.min(15_000, 400 * 2 ** attempt);
  return Math.round(ceiling * (0.6 + 0.4 * chance()));
}
