/** Where things lie on the screen and on the map: the camera, and the hex under a point. */

export interface Point {
  x: number;
  y: number;
}

/** How the map is laid on the screen: a point p of the map stands at p * scale + (x, y). */
export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const LARGEST = 2.4;
const ROOM = 0.35; // so much of the screen may lie beyond the rim of the map

export function toMap(camera: Camera, at: Point): Point {
  return { x: (at.x - camera.x) / camera.scale, y: (at.y - camera.y) / camera.scale };
}

export function toScreen(camera: Camera, at: Point): Point {
  return { x: at.x * camera.scale + camera.x, y: at.y * camera.scale + camera.y };
}

/** The scale at which the whole map is just seen. */
export function fitScale(map: Size, screen: Size): number {
  return Math.min(screen.width / map.width, screen.height / map.height);
}

/** The whole map, in the middle of the screen. */
export function fit(map: Size, screen: Size): Camera {
  const scale = fitScale(map, screen);
  return {
    scale,
    x: (screen.width - map.width * scale) / 2,
    y: (screen.height - map.height * scale) / 2,
  };
}

/** A box of the map, in the middle of the screen, with some room around it. */
export function fitBox(box: Box, map: Size, screen: Size, largest = 1): Camera {
  const margin = 90;
  const wide = box.right - box.left + 2 * margin;
  const high = box.bottom - box.top + 2 * margin;
  const wanted = Math.min(screen.width / wide, screen.height / high);
  const scale = Math.max(fitScale(map, screen), Math.min(largest, wanted));
  const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  return centred({ x: 0, y: 0, scale }, middle, map, screen);
}

/** Zoom so that what is under a point of the screen stays there. */
export function zoomAt(camera: Camera, at: Point, factor: number, map: Size, screen: Size): Camera {
  const smallest = fitScale(map, screen) * 0.9;
  const scale = Math.min(LARGEST, Math.max(smallest, camera.scale * factor));
  const under = toMap(camera, at);
  return held({ scale, x: at.x - under.x * scale, y: at.y - under.y * scale }, map, screen);
}

/** Move the map by so many pixels. */
export function pan(camera: Camera, dx: number, dy: number, map: Size, screen: Size): Camera {
  return held({ ...camera, x: camera.x + dx, y: camera.y + dy }, map, screen);
}

/** Bring a point of the map to the middle of the screen. */
export function centred(camera: Camera, at: Point, map: Size, screen: Size): Camera {
  const x = screen.width / 2 - at.x * camera.scale;
  const y = screen.height / 2 - at.y * camera.scale;
  return held({ ...camera, x, y }, map, screen);
}

/** What the overview and the tools of a map cover, at the bottom left of a large screen. */
const CORNER: Size = { width: 290, height: 290 };

/** Bring a point of the map into sight, moving only if it lies outside, near the rim or in a covered corner. */
export function inSight(camera: Camera, at: Point, map: Size, screen: Size, rim = 110): Camera {
  const seen = toScreen(camera, at);
  const roomy = screen.width > 2 * CORNER.width && screen.height > 1.5 * CORNER.height;
  if (roomy && seen.x < CORNER.width && seen.y > screen.height - CORNER.height)
    return centred(camera, at, map, screen);
  const inside =
    seen.x >= rim && seen.x <= screen.width - rim && seen.y >= rim && seen.y <= screen.height - rim;
  return inside ? camera : centred(camera, at, map, screen);
}

/** Keep the map from being lost beyond the rim of the screen. */
export function held(camera: Camera, map: Size, screen: Size): Camera {
  return {
    scale: camera.scale,
    x: heldOn(camera.x, map.width * camera.scale, screen.width),
    y: heldOn(camera.y, map.height * camera.scale, screen.height),
  };
}

function heldOn(start: number, length: number, room: number): number {
  const beyond = room * ROOM;
  const low = Math.min(room - length - beyond, (room - length) / 2);
  const high = Math.max(beyond, (room - length) / 2);
  return Math.min(high, Math.max(low, start));
}

/** What part of the map the screen shows. */
export function seen(camera: Camera, screen: Size): Box {
  const a = toMap(camera, { x: 0, y: 0 });
  const b = toMap(camera, { x: screen.width, y: screen.height });
  return { left: a.x, top: a.y, right: b.x, bottom: b.y };
}

export function boxOf(points: Iterable<Point>): Box | null {
  let box: Box | null = null;
  for (const { x, y } of points) {
    box = box
      ? {
          left: Math.min(box.left, x),
          top: Math.min(box.top, y),
          right: Math.max(box.right, x),
          bottom: Math.max(box.bottom, y),
        }
      : { left: x, top: y, right: x, bottom: y };
  }
  return box;
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The corners of a hex with flat top, clockwise from the north-western, `share` of its size. */
export function hexCorners(centre: Point, radius: number, share = 1): Point[] {
  const r = radius * share;
  const h = (r * Math.sqrt(3)) / 2;
  const { x, y } = centre;
  return [
    { x: x - r / 2, y: y - h },
    { x: x + r / 2, y: y - h },
    { x: x + r, y },
    { x: x + r / 2, y: y + h },
    { x: x - r / 2, y: y + h },
    { x: x - r, y },
  ];
}

/** Corners drawn in towards a centre. */
export function shrunk(corners: readonly Point[], centre: Point, share: number): Point[] {
  return corners.map((corner) => ({
    x: centre.x + (corner.x - centre.x) * share,
    y: centre.y + (corner.y - centre.y) * share,
  }));
}

export function polygon(corners: readonly Point[]): string {
  return `M${corners.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}Z`;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A line over points with rounded bends. */
export function smoothLine(points: readonly Point[], bend: number): string {
  if (points.length < 2) return '';
  const first = points[0]!;
  let path = `M${round(first.x)} ${round(first.y)}`;
  for (let at = 1; at < points.length - 1; at += 1) {
    const corner = points[at]!;
    const a = towards(corner, points[at - 1]!, bend);
    const b = towards(corner, points[at + 1]!, bend);
    path += `L${round(a.x)} ${round(a.y)}Q${round(corner.x)} ${round(corner.y)} ${round(b.x)} ${round(b.y)}`;
  }
  const last = points[points.length - 1]!;
  return `${path}L${round(last.x)} ${round(last.y)}`;
}

/** A point some way from one point to another, at most half of it. */
export function towards(from: Point, to: Point, length: number): Point {
  const whole = distance(from, to) || 1;
  const share = Math.min(0.5, length / whole);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** Finds the hex under a point of the map. */
export class HexFinder {
  private readonly cells = new Map<string, { label: string; x: number; y: number; reach: number }[]>();

  constructor(
    hexes: Iterable<{ label: string; x: number; y: number; reach: number }>,
    private readonly pitch: number,
  ) {
    for (const hex of hexes) {
      const reach = Math.ceil(hex.reach / pitch);
      const [column, row] = [Math.floor(hex.x / pitch), Math.floor(hex.y / pitch)];
      for (let c = column - reach; c <= column + reach; c += 1) {
        for (let r = row - reach; r <= row + reach; r += 1) {
          const key = `${c},${r}`;
          const cell = this.cells.get(key);
          if (cell) cell.push(hex);
          else this.cells.set(key, [hex]);
        }
      }
    }
  }

  /** The hex whose middle is nearest, or nothing beyond the rim of the map. */
  at(point: Point): string | null {
    const key = `${Math.floor(point.x / this.pitch)},${Math.floor(point.y / this.pitch)}`;
    let best: string | null = null;
    let least = Infinity;
    for (const hex of this.cells.get(key) ?? []) {
      const away = distance(hex, point);
      if (away <= hex.reach && away < least) {
        least = away;
        best = hex.label;
      }
    }
    return best;
  }
}
