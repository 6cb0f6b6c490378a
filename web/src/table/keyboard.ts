/** Keys at the table. True if a key was meant for it. */

import { typing } from '../lib/shortcuts.svelte';
import type { DisplayState } from '../displays/display.svelte';
import type { BattleState } from './battle.svelte';
import { toScreen, type Point } from './geometry';
import type { Hands } from './hands.svelte';
import { ARROWS, DIRECTIONS } from './keys';
import type { PlayState } from './playstate.svelte';
import { repeat } from './walking';
import type { WhyState } from './why.svelte';

export interface Desk {
  play: PlayState;
  battle: BattleState;
  hands: Hands;
  why: WhyState;
  display: DisplayState;
  toggleList: () => void;
  toggleSheet: () => void;
  toggleFind: () => void;
  chooseAt: (label: string, shift?: boolean) => void;
}

/** A point of the screen for what the keyboard does at a hex. */
export function pointOf(play: PlayState, label: string): Point {
  const hex = play.map.hexes.get(label);
  return hex ? toScreen(play.map.camera, hex) : { x: 0, y: 0 };
}

export function pressed(event: KeyboardEvent, desk: Desk): boolean {
  if (event.defaultPrevented || typing(event) || document.querySelector('dialog[open]')) return false;
  const { play } = desk;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z' && !event.shiftKey) void play.undo();
    else if (key === 'y' || (key === 'z' && event.shiftKey)) void play.redo();
    else return false;
    return true;
  }
  if (event.altKey) return false;
  return moves(event, key, desk) || acts(event, key, desk);
}

/** Keys that look around. */
function moves(event: KeyboardEvent, key: string, { play, hands }: Desk): boolean {
  const { map } = play;
  const arrow = ARROWS[key];
  const direction = DIRECTIONS[key];
  if (arrow && !(event.target as Element).closest('[role="menu"], [role="tablist"]')) map.pan(...arrow);
  else if (direction !== undefined && !event.shiftKey) play.step(direction);
  else if (key === '+' || key === '=') map.zoom(1.3);
  else if (key === '-') map.zoom(1 / 1.3);
  else if (key === '0') map.fit();
  else if (key === 'n') play.next(event.shiftKey);
  else if (key === 'f' && play.pointed) {
    if (hands.fan?.at === play.pointed) hands.closeFan();
    else hands.open(play.pointed, true);
  } else return false;
  return true;
}

/** Keys that do something. */
function acts(event: KeyboardEvent, key: string, desk: Desk): boolean {
  const { play, why } = desk;
  if (key === 'Enter') return enter(event, desk);
  if (key === 'Escape') return escape(desk);
  if (key === 'r') void repeat(play);
  else if (key === 'g') play.wholeStacks = !play.wholeStacks;
  else if (key === 'l') desk.toggleList();
  else if (key === 'p') desk.toggleSheet();
  else if (key === '/') desk.toggleFind();
  else if (key === '?' && play.pointed) void why.open(play.pointed, pointOf(play, play.pointed));
  else return false;
  return true;
}

function enter(event: KeyboardEvent, { play, battle, chooseAt }: Desk): boolean {
  // A button or link in focus answers to Enter by itself.
  const target = event.target as Element;
  if (target.closest('button, a, summary, [role="button"], [role="menuitem"], [role="tab"]')) return false;
  if (battle.intercepting) return true;
  // A cursor that still stands where the decision before left it has not chosen anything.
  const at = play.cursorMoved ? play.cursor : null;
  const lit = at && (play.hexes.has(at) || play.stops.includes(at));
  if (lit && !battle.declared) chooseAt(at, event.shiftKey);
  else if (battle.declared || battle.go) void battle.confirm();
  else if (play.best) play.chooseBest();
  else return false;
  return true;
}

function escape({ play, battle, hands, why, display }: Desk): boolean {
  if (play.menu) play.menu = null;
  else if (why.subject) why.close();
  else if (display.open) display.close();
  else if (hands.fan) hands.closeFan();
  else if (battle.declared) battle.cancel();
  else if (play.held) play.held = null;
  else if (play.leadBack()) return true;
  else if (play.marked.size) play.marked = new Set();
  else if (battle.fight?.done != null) battle.close();
  else if (play.putDown()) return true;
  else return false;
  return true;
}
