/** Following a fight: since which order it goes on, and whether it is over. */

import type { Asked, Attack, Forecast, Stage, Topic, View } from '../lib/types';
import type { Targets, Option } from './choices';

export interface Fight {
  /** The step of the order it came of: what happened since belongs to it. */
  from: number;
  subject: string;
  forecast: Forecast | null;
  /** The step at which nothing was left to decide in it. */
  done: number | null;
}

/** Somebody who takes part, or can: `option` takes him in, or out again. */
export interface Toggle {
  key: string;
  on: boolean;
  option: Option | null;
}

const FIGHTING: ReadonlySet<Stage> = new Set(['gather', 'prepare', 'losses', 'retreat', 'advance']);

/** The fight after a new view; nothing if there is none, or one is over and the game has gone on. */
export function followed(fight: Fight | null, view: View): Fight | null {
  const before = fight && view.step >= fight.from ? fight : null;
  if (view.outcome) return ended(before, view);
  const now = view.asked.find(({ stage }) => FIGHTING.has(stage));
  if (now && (!before || before.from < now.since)) {
    return { from: now.since, subject: '', forecast: null, done: null };
  }
  if (!before || !view.asked.some((each) => goesOn(each, before))) return ended(before, view);
  return before.done === null ? before : { ...before, done: null };
}

/** Whether a question belongs to a fight: it comes of the same order, and is no new one. */
function goesOn(asked: Asked, fight: Fight): boolean {
  return asked.since <= fight.from && asked.stage !== 'order' && asked.stage !== 'march';
}

/** A fight in which dice fell is shown until the game goes on. */
function ended(fight: Fight | null, view: View): Fight | null {
  if (!fight) return null;
  if (fight.done !== null) return view.step > fight.done ? null : fight;
  const fallen = view.events.some((event) => event.step > fight.from && event.rolls.length > 0);
  return fallen ? { ...fight, done: view.step } : null;
}

/** Who takes part and who can, while nothing else is asked than that; null if it is. */
export function togglesOf(about: Topic | undefined, targets: Targets): Toggle[] | null {
  if (about?.stage !== 'gather' || targets.hexes.size || targets.pairs.size || targets.buttons.length > 1)
    return null;
  const inside = about.pieces ?? [];
  const optionOf = (key: string): Option | null => targets.pieces.get(key)?.[0] ?? null;
  return [
    ...inside.map((key) => ({ key, on: true, option: optionOf(key) })),
    ...[...targets.pieces.keys()]
      .filter((key) => !inside.includes(key))
      .map((key) => ({ key, on: false, option: optionOf(key) })),
  ];
}

/** Who takes part in an attack that is thought of, and who could; null if nobody can be chosen. */
export function plannedToggles(attack: Attack | undefined): Toggle[] | null {
  if (!attack?.able.length) return null;
  return attack.able.map((key) => ({ key, on: attack.pieces.includes(key), option: null }));
}
