/** The panels of the drawer, in their order. */

import type { ShortcutGroup } from '$lib/shortcuts.svelte';
import { t, type TextKey } from '$lib/text';
import type { IconName } from '../ui/icons';

export type PanelName =
  | 'log'
  | 'muster'
  | 'tracks'
  | 'arrivals'
  | 'victory'
  | 'charts'
  | 'staff'
  | 'chat'
  | 'notes'
  | 'preferences';

/** What a game's menu opens over the table. */
export type GameDialog =
  | 'briefing'
  | 'seats'
  | 'brought'
  | 'dice'
  | 'settings'
  | 'mail'
  | 'plans'
  | 'picture'
  | 'notices'
  | 'absence';

export const PANELS: { name: PanelName; text: TextKey; icon: IconName }[] = [
  { name: 'log', text: 'panel.log', icon: 'log' },
  { name: 'muster', text: 'panel.muster', icon: 'muster' },
  { name: 'tracks', text: 'panel.tracks', icon: 'tracks' },
  { name: 'arrivals', text: 'panel.arrivals', icon: 'arrivals' },
  { name: 'victory', text: 'panel.victory', icon: 'victory' },
  { name: 'staff', text: 'panel.staff', icon: 'staff' },
  { name: 'chat', text: 'panel.chat', icon: 'chat' },
  { name: 'notes', text: 'panel.notes', icon: 'notes' },
  { name: 'preferences', text: 'panel.preferences', icon: 'preferences' },
  { name: 'charts', text: 'panel.charts', icon: 'book' },
];

export function pageShortcuts(): ShortcutGroup {
  const panels = PANELS.map((each, place) => ({
    keys: ['Alt', String((place + 1) % 10)],
    text: t(each.text),
  }));
  return {
    name: t('keys.page'),
    shortcuts: [
      ...panels,
      { keys: ['Alt', 'R'], text: t('game.replay') },
      { keys: ['F1', '?'], text: t('keys.heading') },
    ],
  };
}
