import { describe, expect, test } from 'vitest';
import { boxOf, countryNames, layNames, takeNames, type PlaceName } from '../../src/table/names';
import type { Stack } from '../../src/table/stacks';

const HEXES: Record<string, { x: number; y: number }> = {
  '0101': { x: 100, y: 100 },
  '0102': { x: 100, y: 200 },
};
const where = (label: string) => HEXES[label];
const stack = (at: string): Stack => ({ at, pieces: [] });
const town: PlaceName = { text: 'Liège', x: 100, y: 119, size: 16, bold: true };
const village: PlaceName = { text: 'Virton', x: 300, y: 119, size: 12.5, bold: false };
const capital: PlaceName = { text: 'Brussels', x: 600, y: 119, size: 21, bold: true };
const land: PlaceName = { text: 'Belgium', x: 600, y: 119, size: 30, bold: true, country: true };

describe('names on the map', () => {
  test('stay where they are printed while nothing covers them', () => {
    expect(layNames([town], [stack('0102')], where, 0.8)).toEqual([town]);
  });

  test('come out from under a counter, and not under the next one', () => {
    const [moved] = layNames([town], [stack('0101'), stack('0102')], where, 0.8);
    const box = boxOf(moved!);
    expect(box.top >= 128 && box.bottom <= 166).toBe(true);
  });

  test('are dropped by importance as one looks from farther away', () => {
    const shown = (scale: number) =>
      layNames([town, village, capital, land], [], where, scale).map(({ text }) => text);
    expect(shown(0.8).sort()).toEqual(['Brussels', 'Liège', 'Virton']);
    expect(shown(0.3)).toEqual(['Belgium', 'Liège']); // the capital would lie across the name of its country
    expect(shown(0.2)).toEqual(['Belgium']);
  });

  test('can be read from any distance', () => {
    for (const scale of [0.8, 0.4, 0.2])
      for (const { size } of layNames([town, capital], [], where, scale))
        expect(size * scale).toBeGreaterThanOrEqual(10.99);
  });

  test('are taken off the ground with the groups around them reckoned in', () => {
    const ground = new DOMParser().parseFromString(
      `<svg xmlns="http://www.w3.org/2000/svg"><g transform="translate(30 20)"><g data-layer="places">
      <text x="1" y="2" font-size="16" font-weight="bold" fill="none">Liège</text>
      <text x="1" y="2" font-size="16" font-weight="bold" fill="#222">Liège</text></g></g></svg>`,
      'image/svg+xml',
    ).documentElement as unknown as SVGSVGElement;
    expect(takeNames(ground, { x: 0, y: 0 })).toEqual([
      { text: 'Liège', x: 31, y: 22, size: 16, bold: true },
    ]);
    expect(ground.querySelectorAll('text').length).toBe(0);
  });

  test('of countries stand in them', () => {
    const hexes = [0, 1, 2, 3, 4, 5, 6].map((x) => ({ x, y: 0, country: 'france' }));
    expect(countryNames([...hexes, { x: 9, y: 9, country: 'monaco' }], (name) => name)).toEqual([
      { text: 'france', x: 3, y: 0, size: 30, bold: true, country: true },
    ]);
  });
});
