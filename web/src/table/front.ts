/**
 * The front: where ground nearer to the troops of one side meets ground nearer to the troops of the other. It is
 * drawn only where both are near, so that it ends where armies end. Pure.
 */

import type { Piece, Side } from '../lib/types';

const REACH = 3; // hexes from the nearest troops

/** Which side the hexes round its troops belong to; a hex as near to both goes to the first by name. */
export function ground(
  pieces: Iterable<Piece>,
  neighbours: Readonly<Record<string, string[]>>,
): Map<string, Side> {
  const held = new Map<string, Side>();
  let rim: string[] = [];
  for (const { at, side } of pieces) {
    if (!side || !(at in neighbours)) continue;
    if (!held.has(at)) rim.push(at);
    held.set(at, side);
  }
  for (let step = 0; step < REACH; step += 1) {
    const next = new Map<string, Side>();
    for (const label of rim) {
      for (const beside of neighbours[label] ?? []) {
        if (!beside || held.has(beside)) continue;
        const side = held.get(label)!;
        const known = next.get(beside);
        if (known === undefined || side < known) next.set(beside, side);
      }
    }
    for (const [label, side] of next) held.set(label, side);
    rim = [...next.keys()];
  }
  return held;
}

interface Cornered {
  corners: [number, number][];
}

/** The hexsides between ground of different sides, as one path. */
export function frontPath(
  held: ReadonlyMap<string, Side>,
  hexes: ReadonlyMap<string, Cornered>,
  neighbours: Readonly<Record<string, string[]>>,
): string {
  const parts: string[] = [];
  for (const [label, side] of held) {
    for (const beside of neighbours[label] ?? []) {
      const other = beside ? held.get(beside) : undefined;
      if (other === undefined || side === other || label > beside) continue; // each hexside once
      const shared = sharedSide(hexes.get(label), hexes.get(beside));
      if (shared) parts.push(shared);
    }
  }
  return parts.join('');
}

function sharedSide(a: Cornered | undefined, b: Cornered | undefined): string {
  if (!a || !b) return '';
  const common = a.corners.filter(([x, y]) => b.corners.some(([u, v]) => Math.hypot(x - u, y - v) < 2));
  return common.length === 2 ? `M${common.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}` : '';
}
