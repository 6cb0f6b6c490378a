/** The sheet on the table: board, ground, camera and layers. It knows nothing of decisions. */

import { SvelteSet } from 'svelte/reactivity';
import { api } from '../lib/api';
import { boardAt } from '../lib/boards';
import { panelsComeUp } from '../lib/screen';
import { placeName } from '../lib/text';
import { plain } from '../lib/words';
import type { Board, BoardHex, LayerData, Style, Viewer } from '../lib/types';
import * as geometry from './geometry';
import type { Box, Camera, Point, Size } from './geometry';
import { countryNames, takeNames, type PlaceName } from './names';
import { parsed, readLayers, text, writeLayers } from './sheetfiles';

export interface Hex extends BoardHex {
  corners: [number, number][];
  outline: string;
}

/** Parts of the ground that can be left out. */
export const GROUND_LAYERS = ['names', 'numbers', 'grid', 'tracks', 'borders', 'front'] as const;
export type GroundLayer = (typeof GROUND_LAYERS)[number];

const RIM = 0.14; // of the screen: what happens there is not well seen
const RISE = 0.55; // of the map: what a panel that comes up from below covers (table.css)
const REST = 160; // milliseconds without movement until a gesture is over
const PLAIN = { name: '', terrain: '', country: '' };

export class MapState {
  board = $state.raw<Board | null>(null);
  style = $state.raw<Style | null>(null);
  ground = $state.raw<SVGSVGElement | null>(null);
  symbols = $state.raw<SVGElement[]>([]);
  hexes = $state.raw<Map<string, Hex>>(new Map());
  names = $state.raw<readonly PlaceName[]>([]);
  failed = $state<string>('');

  camera = $state.raw<Camera>({ x: 0, y: 0, scale: 0.4 });
  screen = $state.raw<Size>({ width: 1, height: 1 });
  moving = $state(false);
  /** The scale in which the sheet is drawn: that of the camera when it last rested. */
  drawn = $state(0.4);
  hidden = new SvelteSet<string>();
  shown = new SvelteSet<string>();
  layers = $state.raw<Record<string, LayerData>>({});

  size: Size = { width: 1, height: 1 };
  #origin: Point = { x: 0, y: 0 };
  #finder: geometry.HexFinder | null = null;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #flight = 0;
  #placed = false;

  constructor(
    readonly game: string,
    readonly title: string,
    /** Where the map is to be had: that of a game, unless told. */
    readonly place: string = `/games/${encodeURIComponent(game)}`,
  ) {
    for (const name of readLayers(title)) {
      if (name.startsWith('-')) this.hidden.add(name.slice(1));
      else this.shown.add(name);
    }
  }

  /** Fetch everything that stays the same during a game. */
  async load(): Promise<void> {
    try {
      const [board, style, symbols] = await Promise.all([
        boardAt(this.place),
        api.styleAt(this.place),
        text(`/api${this.place}/symbols.svg`),
      ]);
      const ground = parsed(await text(board.svg));
      this.#lay(board, ground);
      this.names = [
        ...takeNames(ground, this.#origin),
        ...countryNames(this.hexes.values(), (country) => placeName(plain(country))),
      ];
      this.style = (style as { style?: Style }).style ?? style;
      this.symbols = [...parsed(symbols).querySelectorAll<SVGElement>('symbol')];
      this.ground = ground;
      this.board = board;
    } catch (thrown) {
      this.failed = thrown instanceof Error ? thrown.message : String(thrown);
    }
  }

  /** Bring the coordinates of board and ground together: the sheet begins at its upper left corner. */
  #lay(board: Board, ground: SVGSVGElement): void {
    const box = (ground.getAttribute('viewBox') ?? `0 0 ${board.size[0]} ${board.size[1]}`)
      .split(/[\s,]+/)
      .map(Number);
    const [left = 0, top = 0, width = board.size[0], height = board.size[1]] = box;
    this.#origin = { x: left, y: top };
    this.size = { width, height };
    const hexes = new Map<string, Hex>();
    for (const hex of board.hexes) {
      const centre = { x: hex.x - left, y: hex.y - top };
      const corners = (hex.corners?.length ? hex.corners : plainCorners(hex, board.hex)).map(
        ([x, y]) => [x - left, y - top] as [number, number],
      );
      const outline = geometry.polygon(corners.map(([x, y]) => ({ x, y })));
      const name = hex.name ? named(hex.label, hex.name) : '';
      hexes.set(hex.label, { ...PLAIN, ...hex, name, ...centre, corners, outline });
    }
    this.hexes = hexes;
    this.#finder = new geometry.HexFinder(
      [...hexes.values()].map((hex) => ({ label: hex.label, x: hex.x, y: hex.y, reach: reachOf(hex) })),
      board.hex * 2,
    );
  }

  get origin(): Point {
    return this.#origin;
  }

  hexAt(point: Point): Hex | null {
    const label = this.#finder?.at(geometry.toMap(this.camera, point));
    return label ? (this.hexes.get(label) ?? null) : null;
  }

  isOnMap = (label: string): boolean => this.hexes.has(label);

  /** A hex as people call it: its number and its name. */
  called(label: string): string {
    const name = this.hexes.get(label)?.name;
    return name && name !== label ? (name.startsWith(label) ? name : `${label} ${name}`) : label;
  }

  neighbour(label: string, direction: number): string | null {
    return this.board?.neighbours[label]?.[direction] || null;
  }

  resized(screen: Size): void {
    const first = !this.#placed && screen.width > 1;
    this.screen = screen;
    if (first && this.board) {
      this.#placed = true;
      this.camera = geometry.fit(this.size, screen);
    } else this.camera = geometry.held(this.camera, this.size, screen);
    if (!this.moving) this.drawn = this.camera.scale;
  }

  get placed(): boolean {
    return this.#placed;
  }

  pan(dx: number, dy: number): void {
    this.#touch(geometry.pan(this.camera, dx, dy, this.size, this.screen));
  }

  zoom(factor: number, at: Point = { x: this.screen.width / 2, y: this.screen.height / 2 }): void {
    this.#touch(geometry.zoomAt(this.camera, at, factor, this.size, this.screen));
  }

  fit(): void {
    this.fly(geometry.fit(this.size, this.screen));
  }

  centre(label: string, scale = this.camera.scale): void {
    const hex = this.hexes.get(label);
    if (hex) this.fly(geometry.centred({ ...this.camera, scale }, hex, this.size, this.screen));
  }

  /** Bring a hex into sight, large enough to be read. */
  reveal(label: string, scale = 0): void {
    const hex = this.hexes.get(label);
    if (!hex) return;
    if (this.camera.scale < scale) this.centre(label, scale);
    else this.fly(geometry.inSight(this.camera, hex, this.size, this.screen));
  }

  /** Begin where something is to be done: what is seen first is seen there, and not on its way. */
  show(labels: readonly string[]): void {
    const box = this.#boxOf(labels);
    if (!box) return;
    this.camera = geometry.fitBox(box, this.size, this.screen, 0.85);
    this.drawn = this.camera.scale;
  }

  #boxOf(labels: readonly string[]): Box | null {
    return geometry.boxOf(labels.flatMap((label) => this.hexes.get(label) ?? []));
  }

  /** Whether some of these hexes can be seen, large enough to be read. */
  inSight(labels: readonly string[]): boolean {
    if (this.camera.scale < 0.42) return false;
    const { left, right, top, bottom } = geometry.seen(this.camera, this.screen);
    return labels.some((label) => {
      const hex = this.hexes.get(label);
      return hex && hex.x > left && hex.x < right && hex.y > top && hex.y < bottom;
    });
  }

  revealAll(labels: readonly string[], always = false): void {
    const box = this.#boxOf(labels);
    if (!box) return;
    const inside = !always && contains(geometry.seen(this.camera, this.screen), box);
    if (!inside) this.fly(geometry.fitBox(box, this.size, this.screen, 0.85));
  }

  /** Follow what is shown: large enough to be read, and without moving where it can be seen already. */
  follow(labels: readonly string[]): void {
    const box = this.#boxOf(labels);
    if (!box) return;
    const { left, right, top, bottom } = geometry.seen(this.camera, this.screen);
    const [wide, high] = [(right - left) * RIM, (bottom - top) * RIM];
    const middle = { left: left + wide, right: right - wide, top: top + high, bottom: bottom - high };
    if (this.camera.scale >= 0.42 && contains(middle, box)) return;
    this.fly(geometry.fitBox(box, this.size, this.screen, 0.8));
  }

  /** Bring a hex out from under a panel on the right, or on a narrow screen from under one that comes up. */
  clear(label: string, covered: number): void {
    const hex = this.hexes.get(label);
    if (!hex) return;
    const seen = geometry.toScreen(this.camera, hex);
    if (panelsComeUp()) {
      const rest = this.screen.height * (1 - RISE);
      const aside = Math.min(Math.max(seen.x, 60), this.screen.width - 60) - seen.x;
      this.fly(geometry.pan(this.camera, aside, rest / 2 - seen.y, this.size, this.screen));
      return;
    }
    if (this.screen.width < covered + 150) return;
    const free = this.screen.width - covered;
    if (seen.x < free - 130 * this.camera.scale && seen.x > 0) return;
    this.fly(geometry.pan(this.camera, free / 2 - seen.x, 0, this.size, this.screen));
  }

  goTo(point: Point): void {
    this.#touch(geometry.centred(this.camera, point, this.size, this.screen));
  }

  /** Move the camera to a place in a few frames, or at once where nothing may move by itself. */
  fly(goal: Camera): void {
    const start = this.camera;
    cancelAnimationFrame(this.#flight);
    const still = document.documentElement.dataset.motion === 'off';
    if (still || same(start, goal)) {
      if (!same(start, goal)) this.#touch(goal);
      return;
    }
    const begin = performance.now();
    const frame = (now: number): void => {
      const share = Math.min(1, (now - begin) / 240);
      const eased = 1 - (1 - share) ** 3;
      const mix = (a: number, b: number): number => a + (b - a) * eased;
      this.#touch({ x: mix(start.x, goal.x), y: mix(start.y, goal.y), scale: mix(start.scale, goal.scale) });
      if (share < 1) this.#flight = requestAnimationFrame(frame);
    };
    this.#flight = requestAnimationFrame(frame);
  }

  stopFlight(): void {
    cancelAnimationFrame(this.#flight);
  }

  #touch(camera: Camera): void {
    this.camera = camera;
    this.moving = true;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.moving = false;
      this.drawn = this.camera.scale;
    }, REST);
  }

  toggleGround(name: string): void {
    if (!this.hidden.delete(name)) this.hidden.add(name);
    this.#keepLayers();
  }

  toggleLayer(name: string): void {
    if (!this.shown.delete(name)) this.shown.add(name);
    this.#keepLayers();
  }

  /** Fetch the layers that are shown, for a position. */
  async refreshLayers(viewer: Viewer): Promise<void> {
    const wanted = [...this.shown];
    const found = await Promise.all(
      wanted.map(async (name) => {
        try {
          return [name, await api.layer(this.game, viewer, name)] as const;
        } catch {
          // A layer that cannot be had is simply not shown; the switch stays.
          return null;
        }
      }),
    );
    this.layers = Object.fromEntries(found.filter((each) => each !== null));
  }

  #keepLayers(): void {
    writeLayers(this.title, [...this.shown, ...[...this.hidden].map((name) => `-${name}`)]);
  }
}

/** The name of a hex, which may begin with its number, in the language spoken. */
function named(label: string, name: string): string {
  const number = name.startsWith(`${label} `) ? `${label} ` : '';
  return number + placeName(name.slice(number.length));
}

function plainCorners(hex: BoardHex, radius: number): [number, number][] {
  return geometry.hexCorners(hex, radius).map(({ x, y }) => [x, y]);
}

function reachOf(hex: Hex): number {
  return Math.max(...hex.corners.map(([x, y]) => Math.hypot(x - hex.x, y - hex.y)));
}

function same(a: Camera, b: Camera): boolean {
  return Math.abs(a.x - b.x) < 0.5 && Math.abs(a.y - b.y) < 0.5 && Math.abs(a.scale - b.scale) < 0.001;
}

function contains(outer: Box, inner: Box): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  );
}
