import { describe, expect, it } from 'vitest';
import {
  centred,
  fit,
  fitBox,
  held,
  hexCorners,
  HexFinder,
  inSight,
  pan,
  seen,
  toMap,
  toScreen,
  zoomAt,
} from '../../src/table/geometry';

const map = { width: 3200, height: 2900 };
const screen = { width: 1280, height: 640 };

describe('the camera', () => {
  it('fits the whole map in the middle of the screen', () => {
    const camera = fit(map, screen);
    const shown = seen(camera, screen);
    expect(shown.top).toBeCloseTo(0);
    expect(shown.bottom).toBeCloseTo(2900);
    expect(shown.left).toBeLessThan(0);
    expect(shown.left + shown.right).toBeCloseTo(3200);
  });

  it('keeps what is under the pointer there while zooming', () => {
    const camera = { x: -600, y: -400, scale: 0.6 };
    const at = { x: 900, y: 200 };
    const nearer = zoomAt(camera, at, 1.5, map, screen);
    expect(nearer.scale).toBeCloseTo(0.9);
    const [before, after] = [toMap(camera, at), toMap(nearer, at)];
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it('never zooms beyond its limits', () => {
    const camera = fit(map, screen);
    expect(zoomAt(camera, { x: 0, y: 0 }, 1000, map, screen).scale).toBe(2.4);
    expect(zoomAt(camera, { x: 0, y: 0 }, 0.001, map, screen).scale).toBeCloseTo(camera.scale * 0.9);
  });

  it('does not lose the map beyond the rim', () => {
    const camera = pan({ x: 0, y: 0, scale: 1 }, -100_000, 100_000, map, screen);
    const shown = seen(camera, screen);
    expect(shown.left).toBeLessThan(map.width);
    expect(shown.bottom).toBeGreaterThan(0);
    expect(held(camera, map, screen)).toEqual(camera);
  });

  it('brings a hex into sight only if it is not', () => {
    const camera = centred({ x: 0, y: 0, scale: 1 }, { x: 1500, y: 1500 }, map, screen);
    expect(inSight(camera, { x: 1600, y: 1500 }, map, screen)).toBe(camera);
    const moved = inSight(camera, { x: 2500, y: 1500 }, map, screen);
    expect(toScreen(moved, { x: 2500, y: 1500 })).toEqual({ x: 640, y: 320 });
    // Where the overview lies nothing is seen.
    const covered = { x: 1500 - 450, y: 1500 + 150 };
    expect(toScreen(inSight(camera, covered, map, screen), covered)).toEqual({ x: 640, y: 320 });
  });

  it('shows a box with room around it, never larger than life', () => {
    const box = { left: 1000, top: 1000, right: 1100, bottom: 1100 };
    expect(fitBox(box, map, screen).scale).toBe(1);
    const wide = fitBox({ left: 0, top: 0, right: 3000, bottom: 500 }, map, screen);
    expect(wide.scale).toBeCloseTo(1280 / 3180);
  });
});

describe('finding hexes', () => {
  const radius = 57.74;
  const centres: { label: string; x: number; y: number; reach: number }[] = [];
  for (let column = 0; column < 10; column += 1) {
    for (let row = 0; row < 10; row += 1) {
      const y = row * 100 + (column % 2 ? 50 : 0) + 50;
      centres.push({ label: `${column}/${row}`, x: column * radius * 1.5 + radius, y, reach: radius });
    }
  }
  const finder = new HexFinder(centres, radius * 2);

  it('finds the hex under every corner drawn in a little', () => {
    for (const hex of centres) {
      for (const corner of hexCorners(hex, radius, 0.98)) expect(finder.at(corner)).toBe(hex.label);
    }
  });

  it('finds nothing beyond the rim', () => {
    expect(finder.at({ x: -80, y: 50 })).toBeNull();
    expect(finder.at({ x: 5000, y: 5000 })).toBeNull();
  });

  it('finds a box that is wider than hexes', () => {
    const boxes = new HexFinder([{ label: 'box', x: 160, y: 75, reach: 175 }], radius * 2);
    expect(boxes.at({ x: 20, y: 40 })).toBe('box');
  });
});
