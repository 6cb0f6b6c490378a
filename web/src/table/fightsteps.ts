/** What happened in a fight, as steps one can read: dice, losses, retreats, advances. */

import type { GameEvent, Roll } from '../lib/types';
import type { IconName } from './Icon.svelte';

export interface Step {
  text: string;
  icon: IconName;
  rules: string[];
  rolls: Roll[];
  /** What it speaks of, to be shown on the map. */
  piece: string;
  hex: string;
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

export function stepsOf(
  events: readonly GameEvent[],
  isHex: (word: string) => boolean,
  isPiece: (word: string) => boolean,
): Step[] {
  return events.map((event) => {
    const words = Object.values(event.data ?? {})
      .flat()
      .filter((value): value is string => typeof value === 'string');
    return {
      text: event.text,
      icon: ICON_OF[event.kind] ?? 'dot',
      rules: event.rules ?? [],
      rolls: event.rolls ?? [],
      piece: words.find(isPiece) ?? '',
      hex: words.find(isHex) ?? '',
    };
  });
}
