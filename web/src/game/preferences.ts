/**
 * Standing preferences: kinds of decisions a player lets be answered as recommended, without being asked. They are
 * kept by the server for each game and side.
 */

import type { Decision, Preferences } from '$lib/types';

export interface Habit {
  /** How the decision was put when it was last met, so that people know which one it is. */
  prompt: string;
  auto: boolean;
}
export type Habits = Record<string, Habit>;

export function habitsIn(preferences: Preferences): Habits {
  const kept = preferences['habits'];
  if (typeof kept !== 'object' || kept === null) return {};
  const found: Habits = {};
  for (const [kind, habit] of Object.entries(kept as Record<string, unknown>)) {
    if (typeof habit !== 'object' || habit === null) continue;
    const { prompt, auto } = habit as Partial<Habit>;
    found[kind] = { prompt: String(prompt ?? kind), auto: auto === true };
  }
  return found;
}

/** The values of the title's own preferences, which the server follows. */
export function standingIn(preferences: Preferences): Record<string, string> {
  const kept = preferences['standing'];
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, String(value)]));
}

/** Whether a decision has an answer that can be taken without asking. */
export function answerable(decision: Decision): boolean {
  const place = decision.default;
  return place !== null && place !== undefined && (decision.choices?.length ?? 0) > place;
}

/** The habits with a decision noted that was not met before; the same ones if it was. */
export function met(habits: Habits, decision: Decision): Habits {
  if (!answerable(decision) || habits[decision.kind]) return habits;
  return { ...habits, [decision.kind]: { prompt: decision.prompt, auto: false } };
}
