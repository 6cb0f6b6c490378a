/** The forms of markers that lie in hexes. */

import { round, type Point } from './geometry';

/** A fortress with eight bastions about a centre, one unit from centre to tip. */
export const BASTIONS =
  'M0 -1L.23 -.55L.71 -.71L.55 -.23L1 0L.55 .23L.71 .71L.23 .55L0 1L-.23 .55L-.71 .71L-.55 .23L-1 0L-.55 -.23L-.71 -.71L-.23 -.55Z';
export const PENNANT = 'M-5 -9h13l-3 4.5l3 4.5h-13Z';
export const MARKS: Record<string, string> = {
  railhead: 'M-4.4 -5.6v11.2M4.4 -5.6v11.2M-6.4 -3h12.8M-6.4 1h12.8M-6.4 5h12.8',
  construction: 'M-5 5.6L2 -2.6M-2.4 -4.6L5 1',
};
/** Where small markers lie in a hex, in order: beside the counters first, then below and above. */
export const SLOTS: readonly (readonly [number, number])[] = [
  [-0.44, 0.06],
  [0.44, 0.06],
  [-0.36, 0.3],
  [0.36, 0.3],
  [-0.36, -0.26],
  [0.36, -0.26],
];
export const CRATERS: readonly (readonly [number, number, number])[] = [
  [-36, -8, 5],
  [-28, 18, 4],
  [-10, 39, 5],
  [16, 40, 4],
  [34, 16, 5],
  [38, -12, 4],
  [-22, -35, 4],
];

/** A toothed line inside the hexsides that a trench faces, or inside all. What faces somebody lies close to the
    hexside, so that counters leave a front to be seen. */
export function trenchPath(
  corners: readonly Point[],
  centre: Point,
  neighbours: readonly string[],
  toward: readonly string[],
): string {
  const inner = corners.map((corner) => mix(centre, corner, toward.length ? 0.93 : 0.86));
  let path = '';
  inner.forEach((a, side) => {
    if (toward.length && !toward.includes(neighbours[side] ?? '')) return;
    path += teeth(a, inner[(side + 1) % inner.length]!, centre);
  });
  return path;
}

function teeth(a: Point, b: Point, centre: Point): string {
  const count = 4;
  const points: Point[] = [];
  for (let at = 0; at < count; at += 1) {
    for (const [share, inward] of [
      [at, 0],
      [at + 0.5, 0],
      [at + 0.5, 0.1],
      [at + 1, 0.1],
    ] as const) {
      points.push(mix(mix(a, b, share / count), centre, inward));
    }
  }
  points.push(b);
  return `M${points.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}`;
}

function mix(a: Point, b: Point, share: number): Point {
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}
