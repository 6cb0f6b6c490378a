/** Keys of the table and what they are for. */

import { t } from '../lib/text';
import type { ShortcutGroup } from '../lib/shortcuts.svelte';

/** Directions over the six hexsides, as angles clockwise from the east. */
export const DIRECTIONS: Record<string, number> = { w: -90, e: -30, d: 30, s: 90, a: 150, q: 210 };
export const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [120, 0],
  ArrowRight: [-120, 0],
  ArrowUp: [0, 120],
  ArrowDown: [0, -120],
};

export function tableShortcuts(): ShortcutGroup {
  return {
    name: t('keys.table'),
    shortcuts: [
      { keys: ['Enter'], text: t('keys.enter') },
      { keys: ['Esc'], text: t('keys.escape') },
      { keys: ['Ctrl+Z', 'Ctrl+Y'], text: t('keys.undo') },
      { keys: ['Q', 'W', 'E', 'A', 'S', 'D'], text: t('keys.hexes') },
      { keys: ['Tab'], text: t('keys.tab') },
      { keys: ['N', 'Shift+N'], text: t('keys.next') },
      { keys: ['R'], text: t('keys.repeat') },
      { keys: ['G', 'Shift+click'], text: t('keys.whole') },
      { keys: ['Shift+Enter', 'Shift+click', 'Shift+drag'], text: t('keys.lead') },
      { keys: ['F'], text: t('keys.fan') },
      { keys: ['?'], text: t('keys.why') },
      { keys: ['L'], text: t('keys.list') },
      { keys: ['P'], text: t('keys.attacks') },
      { keys: ['/'], text: t('table.find') },
      { keys: ['+', '-', '0'], text: t('keys.zoom') },
      { keys: ['←', '↑', '→', '↓'], text: t('keys.pan') },
    ],
  };
}
