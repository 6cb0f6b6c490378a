/** Lines of a chart, from figures that may be missing here and there. */

import type { Curves } from '$lib/types';

export interface Series {
  name: string;
  side: string;
  group: string;
  /** One path in SVG, with gaps where there is no figure. */
  path: string;
  last: number | null;
}
export interface Chart {
  series: Series[];
  least: number;
  most: number;
}

export function groupsOf(curves: Curves): string[] {
  return [...new Set(curves.names.map((name) => name.group))];
}

/** The curves of a group in a field of `width` by `height`; x follows the steps. */
export function chart(curves: Curves, group: string, last: number, width: number, height: number): Chart {
  const places = curves.names
    .map((_, place) => place)
    .filter((place) => curves.names[place]?.group === group);
  const figures = curves.points.flatMap((point) =>
    places.map((place) => point.values[place]).filter((value) => value !== null && value !== undefined),
  );
  const least = Math.min(0, ...figures);
  const most = Math.max(least + 1, ...figures);
  const x = (step: number) => round((step / Math.max(1, last)) * width);
  const y = (value: number) => round(height - ((value - least) / (most - least)) * height);
  const series = places.map((place): Series => {
    let path = '';
    let drawing = false;
    let final: number | null = null;
    for (const point of curves.points) {
      const value = point.values[place];
      if (value === null || value === undefined) {
        drawing = false;
        continue;
      }
      path += `${drawing ? 'L' : 'M'}${x(point.step)} ${y(value)}`;
      drawing = true;
      final = value;
    }
    const name = curves.names[place];
    return { name: name?.name ?? '', side: name?.side ?? '', group, path, last: final };
  });
  return { series, least, most };
}

/** What a curve shows at a step: the newest figure up to it. */
export function valueAt(curves: Curves, place: number, step: number): number | null {
  let found: number | null = null;
  for (const point of curves.points) {
    if (point.step > step) break;
    found = point.values[place] ?? found;
  }
  return found;
}

function round(figure: number): number {
  return Math.round(figure * 10) / 10;
}
