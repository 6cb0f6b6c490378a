/** What happened in a fight, as steps one can read: dice, losses, retreats, advances. */

import type { GameEvent, Roll } from '../lib/types';
import type { IconName } from './Icon.svelte';

export interface Step {
  text: string;
  icon: IconName;
  rules: string[];
  rolls: Roll[];
  units: string[];
  hexes: string[];
}

const ICON_OF: Record<string, IconName> = {
  combat: 'swords',
  loss: 'skull',
  retreat: 'back',
  advance: 'flag',
  rail: 'train',
  supply: 'box',
  transfer: 'box',
  surrender: 'flag',
  siege: 'clock',
};

export function stepsOf(events: readonly GameEvent[]): Step[] {
  return events.map((event) => ({
    text: event.text,
    icon: ICON_OF[event.kind] ?? 'dot',
    rules: event.rules ?? [],
    rolls: rollsIn(event),
    units: wordsIn(event.data, ['unit', 'units']),
    hexes: wordsIn(event.data, ['hex', 'hexes', 'at', 'to']),
  }));
}

/** Whether dice fell, or something was lost, in some events. */
export function isFight(events: readonly GameEvent[]): boolean {
  return events.some((event) => event.kind === 'combat' || rollsIn(event).length > 0);
}

function rollsIn(event: GameEvent): Roll[] {
  const data = event.data ?? {};
  const faces = typeof data.faces === 'number' ? data.faces : 6;
  const values = [data.die, ...(Array.isArray(data.dice) ? data.dice : [])];
  return values
    .filter((value): value is number => typeof value === 'number')
    .map((value) => ({ value, faces, purpose: event.text }));
}

function wordsIn(data: Record<string, unknown> | undefined, names: string[]): string[] {
  return names.flatMap((name) => {
    const value = data?.[name];
    if (typeof value === 'string') return [value];
    return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
  });
}
