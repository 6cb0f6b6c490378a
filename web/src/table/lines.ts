/** Ways over hexes, drawn from rim to rim so that they cover no counters. */

import { distance, round, type Point } from './geometry';

const GAP = 27; // from the middle of a hex to the end of a line

/** The points of a way, its ends drawn back from the middles of the hexes. */
export function linePoints(labels: readonly string[], hexes: ReadonlyMap<string, Point>, gap = GAP): Point[] {
  const points = labels.flatMap((label) => hexes.get(label) ?? []);
  if (points.length < 2) return [];
  const first = shortOf(points[1]!, points[0]!, gap);
  const last = shortOf(points[points.length - 2]!, points[points.length - 1]!, gap);
  return [first, ...points.slice(1, -1), last];
}

function shortOf(start: Point, end: Point, gap: number): Point {
  const share = Math.max(0, 1 - gap / (distance(start, end) || 1));
  return { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share };
}

/** The head of an arrow at the end of a way. */
export function arrowHead(points: readonly Point[], size = 1): string {
  const tip = points[points.length - 1]!;
  const before = points[points.length - 2]!;
  const length = distance(tip, before) || 1;
  const [dx, dy] = [(tip.x - before.x) / length, (tip.y - before.y) / length];
  const nose = { x: tip.x + dx * 12 * size, y: tip.y + dy * 12 * size };
  const neck = { x: tip.x - dx * 8 * size, y: tip.y - dy * 8 * size };
  const wing = (side: number): Point => ({
    x: neck.x - side * dy * 13 * size,
    y: neck.y + side * dx * 13 * size,
  });
  return `M${[nose, wing(1), { x: tip.x - dx * 3, y: tip.y - dy * 3 }, wing(-1)].map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}Z`;
}
