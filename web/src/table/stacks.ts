/** Counters in their stacks, as they lie on the map. */

import type { Piece } from '../lib/types';

export interface Placed {
  key: string;
  piece: Piece;
}

export interface Stack {
  at: string;
  /** The last lies on top. */
  pieces: Placed[];
}

export const STEP = 4.6; // how far each counter of a stack lies beside the one on top of it
export const DEEPEST = 4; // so many counters of a stack can be told apart

/** All stacks of the pieces that stand somewhere on the board. */
export function stacksOf(
  pieces: Record<string, Piece>,
  isOnMap: (at: string) => boolean,
): Map<string, Stack> {
  const stacks = new Map<string, Stack>();
  for (const [key, piece] of Object.entries(pieces)) {
    if (!piece.at || !isOnMap(piece.at)) continue;
    const stack = stacks.get(piece.at) ?? { at: piece.at, pieces: [] };
    stacks.set(piece.at, stack);
    stack.pieces.push({ key, piece });
  }
  for (const stack of stacks.values()) stack.pieces.sort((a, b) => a.piece.order - b.piece.order);
  return stacks;
}

/** Whether two stacks look the same, so that a drawn one need not be drawn again. */
export function sameStack(a: Stack | undefined, b: Stack | undefined): boolean {
  if (a === b) return true;
  if (!a || !b || a.pieces.length !== b.pieces.length) return false;
  return a.pieces.every((placed, at) => {
    const other = b.pieces[at]!;
    return placed.key === other.key && placed.piece === other.piece;
  });
}

/** Stacks that did not change stay the same objects, so that only the changed are drawn again. */
export function kept(before: Map<string, Stack>, now: Map<string, Stack>): Map<string, Stack> {
  for (const [at, stack] of now) {
    const old = before.get(at);
    if (sameStack(old, stack)) now.set(at, old!);
  }
  return now;
}

/** The figures of a counter as it prints them: strength and movement. */
export function figures(piece: Piece): string {
  return [piece.strength, piece.movement].filter(Boolean).join('-');
}

/** The piece a click on a stack means: the topmost that can be chosen, else the topmost. */
export function topmost(stack: Stack, lit: ReadonlySet<string>): Placed | null {
  for (let at = stack.pieces.length - 1; at >= 0; at -= 1) {
    if (lit.has(stack.pieces[at]!.key)) return stack.pieces[at]!;
  }
  return stack.pieces[stack.pieces.length - 1] ?? null;
}

/** Where a counter of a stack lies, relative to the middle of its hex. */
export function offsetOf(depth: number, shown: number): { x: number; y: number } {
  const lift = (STEP * (shown - 1)) / 2;
  const steps = shown - 1 - depth;
  return { x: -lift + steps * STEP, y: lift - steps * STEP - 3 };
}

/** About how wide a line of the map's font is. */
export function widthOf(text: string, size: number): number {
  let units = 0;
  for (const letter of text) {
    units += 0.5;
    if ("iljtfrI.,:;'|!() ".includes(letter)) units -= 0.22;
    else if ('mwMW@%'.includes(letter)) units += 0.3;
  }
  return units * size;
}
