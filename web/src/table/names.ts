/** Names on the map: never under a counter, and dropped by importance as one looks from farther away. */

import { placeName } from '../lib/text';
import type { Stack } from './stacks';
import { widthOf } from './stacks';
import type { Box, Point } from './geometry';

export interface PlaceName {
  text: string;
  x: number;
  /** Of its base line. */
  y: number;
  size: number;
  bold: boolean;
  country?: boolean;
}

interface Ground {
  x: number;
  y: number;
  country?: string;
}

const HALF = 31; // of a counter
const SMALLEST = 11; // pixels on the screen
const LARGE = 16; // of the printed names: cities
const CAPITAL = 20;
const GAP = 15; // from the rim of a counter to the base line of a name below it

/** Take the names off the ground, so that they can be laid anew over what stands there. */
export function takeNames(ground: SVGSVGElement, origin: Point): PlaceName[] {
  const found: PlaceName[] = [];
  for (const text of ground.querySelectorAll<SVGTextElement>("[data-layer='places'] text")) {
    const size = Number(text.getAttribute('font-size'));
    const at = { x: Number(text.getAttribute('x')), y: Number(text.getAttribute('y')) };
    const words = text.textContent?.trim() ?? '';
    // Figures belong to what they are printed on.
    if (!size || /^\d*$/.test(words) || text.hasAttribute('transform')) continue;
    // The paper around the letters is a text of its own, without a filling.
    if (text.getAttribute('fill') !== 'none') {
      const bold = text.getAttribute('font-weight') === 'bold';
      const { e, f } = offsetOf(text, ground);
      found.push({ text: placeName(words), x: at.x + e - origin.x, y: at.y + f - origin.y, size, bold });
    }
    text.remove();
  }
  return found;
}

/** By how much the groups around an element move it. */
function offsetOf(element: Element, root: Element): { e: number; f: number } {
  let [e, f] = [0, 0];
  for (let up = element.parentElement; up && up !== root; up = up.parentElement) {
    const moved = /^translate\(([-\d.]+)[ ,]+([-\d.]+)\)$/.exec(up.getAttribute('transform') ?? '');
    if (moved) [e, f] = [e + Number(moved[1]), f + Number(moved[2])];
  }
  return { e, f };
}

/** A name for each country, at that of its hexes which is nearest to the middle of all of them. */
export function countryNames(hexes: Iterable<Ground>, called: (country: string) => string): PlaceName[] {
  const lands = new Map<string, Ground[]>();
  for (const hex of hexes) {
    if (!hex.country) continue;
    const land = lands.get(hex.country);
    if (land) land.push(hex);
    else lands.set(hex.country, [hex]);
  }
  return [...lands].flatMap(([country, all]) => {
    if (all.length < 6) return [];
    const middle = { x: mean(all.map(({ x }) => x)), y: mean(all.map(({ y }) => y)) };
    const far = (hex: Ground): number => Math.hypot(hex.x - middle.x, hex.y - middle.y);
    const at = all.reduce((best, hex) => (far(hex) < far(best) ? hex : best));
    return [{ text: called(country), x: at.x, y: at.y, size: 30, bold: true, country: true }];
  });
}

function mean(of: number[]): number {
  return of.reduce((sum, each) => sum + each, 0) / of.length;
}

/** Where each name is drawn, and how large, seen from some distance; those without room are left out. */
export function layNames(
  names: readonly PlaceName[],
  stacks: Iterable<Stack>,
  where: (label: string) => Point | undefined,
  scale: number,
): PlaceName[] {
  const far = scale < 0.45;
  const counters = far ? [] : boxesOf(stacks, where);
  const taken: Box[] = [];
  const laid: PlaceName[] = [];
  const wanted = names
    .filter((name) => (name.country ? far : !far || name.size >= (scale < 0.24 ? CAPITAL : LARGE)))
    .sort((a, b) => Number(!!b.country) - Number(!!a.country) || b.size - a.size);
  for (const name of wanted) {
    const size = Math.max(name.size, (name.country ? 1.35 * SMALLEST : SMALLEST) / scale);
    const large = { ...name, size };
    const moved = clearOf(large, counters);
    const box = boxOf(moved);
    // From afar names must not cover each other; near by, the printed map has already seen to it.
    if (far && taken.some((other) => meet(other, box))) continue;
    taken.push(box);
    laid.push(moved);
  }
  return laid;
}

/** A name beside the counters that would cover it: below or above one of them, where it is covered least. */
function clearOf(name: PlaceName, counters: readonly Box[]): PlaceName {
  const own = boxOf(name);
  const over = counters.filter((counter) => meet(counter, own));
  if (!over.length) return name;
  const ways = over.flatMap(({ top, bottom }) => [
    { ...name, y: bottom + GAP },
    { ...name, y: top - 4 },
  ]);
  const covered = (way: PlaceName): number =>
    counters.reduce((sum, counter) => sum + shared(counter, boxOf(way)), Math.abs(way.y - name.y) / 10);
  return ways.reduce((best, way) => (covered(way) < covered(best) ? way : best));
}

/** The ground that two boxes share. */
function shared(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, wide) * Math.max(0, high);
}

function boxesOf(stacks: Iterable<Stack>, where: (label: string) => Point | undefined): Box[] {
  return [...stacks].flatMap(({ at }) => {
    const hex = where(at);
    if (!hex) return [];
    return [{ left: hex.x - HALF, right: hex.x + HALF, top: hex.y - HALF - 3, bottom: hex.y + HALF - 3 }];
  });
}

export function boxOf({ text, x, y, size }: PlaceName): Box {
  const half = widthOf(text, size) / 2;
  return { left: x - half, right: x + half, top: y - 0.75 * size, bottom: y + 0.2 * size };
}

function meet(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
