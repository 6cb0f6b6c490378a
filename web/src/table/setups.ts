/** Set-ups kept by name in this browser: the orders by which a side was laid out once. */

import type { Action, Side } from '../lib/types';

export interface SetUp {
  name: string;
  actions: Action[];
}

const PLACE = 'hexfront.setups';

const keyOf = (title: string, scenario: string, side: Side): string =>
  `${PLACE}:${title}/${scenario}/${side}`;

/** Those kept for a side of a scenario, by name. */
export function keptSetUps(title: string, scenario: string, side: Side): SetUp[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(keyOf(title, scenario, side)) ?? '[]');
    return Array.isArray(read) ? (read as SetUp[]).filter((each) => each.name && each.actions?.length) : [];
  } catch {
    return [];
  }
}

/** Keep one under a name; another of the same name is forgotten. */
export function keepSetUp(title: string, scenario: string, side: Side, setUp: SetUp): SetUp[] {
  const others = keptSetUps(title, scenario, side).filter((each) => each.name !== setUp.name);
  const all = [...others, setUp].sort((a, b) => a.name.localeCompare(b.name));
  localStorage.setItem(keyOf(title, scenario, side), JSON.stringify(all));
  return all;
}

export function forgetSetUp(title: string, scenario: string, side: Side, name: string): SetUp[] {
  const left = keptSetUps(title, scenario, side).filter((each) => each.name !== name);
  localStorage.setItem(keyOf(title, scenario, side), JSON.stringify(left));
  return left;
}
