/** Going over the map from hex to hex, saying what is there, and doing the same again. */

import { t } from '../lib/text';
import { spoken, type Option } from './choices';
import type { MapState } from './mapstate.svelte';
import type { PlayState } from './playstate.svelte';
import { topmost } from './stacks';

/** A hex with all that is in it and all that can be done there, in words. */
export function describe(play: PlayState, label: string): string {
  const hex = play.map.hexes.get(label);
  const parts = [t('table.hexSpoken', { hex: play.map.called(label) })];
  if (hex?.terrain) parts.push(hex.terrain);
  for (const { key, piece } of play.stacks.get(label)?.pieces ?? []) parts.push(piece.name || key);
  const options = [...(play.hexes.get(label) ?? [])];
  for (const { key } of play.stacks.get(label)?.pieces ?? [])
    options.push(...(play.targets.pieces.get(key) ?? []));
  if (options.length) parts.push(t('table.canChoose', { choices: options.map(spoken).join('; ') }));
  return parts.join('. ');
}

/** The last destination again: for what is in hand, or for the next stack. */
export async function repeat(play: PlayState): Promise<void> {
  const goal = play.lastHex;
  if (!goal || play.busy) return;
  const once = (): Option | null => {
    const options = play.hexes.get(goal) ?? [];
    return options.length === 1 ? options[0]! : null;
  };
  // What has just arrived there is put down first.
  const arrived = [...play.hand].some((key) => play.view.pieces[key]?.at === goal);
  if (arrived && play.best && play.targets.buttons.includes(play.best)) await play.play([play.best]);
  let option = once();
  if (!option && play.lit.size) {
    const at = play.cursor && play.stops.includes(play.cursor) ? play.cursor : play.stops[0];
    const stack = at ? play.stacks.get(at) : undefined;
    const top = stack ? topmost(stack, play.lit) : null;
    const pick = top ? play.targets.pieces.get(top.key)?.[0] : undefined;
    if (!pick || !(await (play.lastWhole ? play.takeStack(pick) : play.choose(pick)))) return;
    option = once();
    if (!option) {
      await play.undo();
      play.say(t('table.cannotRepeat', { hex: play.map.called(goal) }));
      return;
    }
  }
  if (option) await play.choose(option);
}

/** The neighbour that lies most nearly in a direction; angles run clockwise from the east. */
export function neighbourTowards(map: MapState, label: string, angle: number): string | null {
  const from = map.hexes.get(label);
  if (!from) return null;
  let best: string | null = null;
  let least = 60;
  for (const each of map.board?.neighbours[label] ?? []) {
    const to = each ? map.hexes.get(each) : undefined;
    if (!to) continue;
    const degrees = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    const away = Math.abs(((degrees - angle + 540) % 360) - 180);
    if (away < least) {
      least = away;
      best = each;
    }
  }
  return best;
}
