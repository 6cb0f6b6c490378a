/** A film of what happened: shots of single steps put together into scenes of marches, fights and news. Pure. */

import { changedPieces } from '../lib/changes';
import type { Film, GameEvent, Marker, Piece, Roll, Shot, Side, Stage } from '../lib/types';

export interface Move {
  /** The hexes on the way, first and last included. */
  path: string[];
  side: Side;
  nation: string;
}
/** Strength that a stack lost where it stood; gone if nothing of a piece is left. */
export interface Loss {
  at: string;
  side: Side;
  text: string;
}
export interface Scene {
  kind: 'march' | 'fight' | 'news';
  by: Side;
  /** The last step it shows. */
  step: number;
  turn: string;
  moves: Move[];
  losses: Loss[];
  /** The hexes to look at. */
  hexes: string[];
  lines: string[];
  rolls: Roll[];
  /** The map when the scene is over. */
  pieces: Record<string, Piece>;
  markers: Marker[];
  seconds: number;
}

export const LONGEST = 18; // seconds of a whole film
const SHORTEST = 0.45; // of a scene
const MOST_SCENES = 34;
const MOST_LINES = 3;
const FIGHTING: ReadonlySet<Stage> = new Set(['gather', 'prepare', 'losses', 'retreat', 'advance']);
/** What is told when a turn goes on: it may be told with the last order of a fight, but is no part of it. */
const AFTERWARDS: ReadonlySet<string> = new Set([
  'turn',
  'arrival',
  'reinforcement',
  'replacement',
  'recombination',
  'activation',
  'withdrawal',
]);

/** The scenes of a film; marches are put together until it is short enough to be watched. */
export function scenesOf(film: Film, isOnMap: (at: string) => boolean): Scene[] {
  for (let together = 1; ; together *= 2) {
    const scenes = cut(film, isOnMap, together);
    if (scenes.length <= MOST_SCENES || together > film.shots.length) return timed(scenes);
  }
}

/**
 * The figure a counter prints as its strength; 0 if it prints none. One whose faces print different figures
 * without having lost anything tells what it is worth as a fact.
 */
export function strengthOf(piece: Piece | undefined): number {
  const fact = (wanted: string): string | undefined => piece?.facts?.find(([name]) => name === wanted)?.[1];
  const printed = fact('supply') === undefined ? piece?.strength : ''; // else it counts what it can provide
  const worth = fact('strength') ?? printed ?? '';
  return Number(/\d+(\.\d+)?/.exec(worth)?.[0] ?? 0);
}

function kindOf(shot: Shot, next: Shot | undefined, moved: boolean): Scene['kind'] {
  if (FIGHTING.has(shot.stage) || shot.events.some((event) => event.rolls.length)) return 'fight';
  // What is declared begins the fight that follows.
  if (shot.stage === 'order' && next && next.stage !== 'order' && FIGHTING.has(next.stage)) return 'fight';
  return moved ? 'march' : 'news';
}

function cut(film: Film, isOnMap: (at: string) => boolean, together: number): Scene[] {
  const scenes: Scene[] = [];
  let { pieces, markers } = film.begins;
  film.shots.forEach((shot, at) => {
    const after = changedPieces(pieces, shot.pieces);
    const moves = movesOf(pieces, shot, isOnMap);
    const losses = lossesOf(pieces, shot.pieces, isOnMap);
    const kind = kindOf(shot, film.shots[at + 1], moves.length > 0);
    pieces = after;
    markers = shot.markers ?? markers;
    const over = kind === 'fight' ? shot.events.findIndex((event) => AFTERWARDS.has(event.kind)) : -1;
    const told = over < 0 ? shot.events : shot.events.slice(0, over);
    const part: Scene = {
      kind,
      by: shot.by,
      step: shot.step,
      turn: shot.turn,
      moves,
      losses,
      hexes: hexesOf(moves, losses, told, isOnMap),
      lines: told.map((event) => event.text),
      rolls: told.flatMap((event) => event.rolls),
      pieces,
      markers,
      seconds: 0,
    };
    const last = scenes.at(-1);
    if (last && goesOn(last, part, shot, together)) scenes[scenes.length - 1] = joined(last, part);
    else scenes.push(part);
    if (over >= 0) {
      const later = shot.events.slice(over);
      const lines = later.map((event) => event.text);
      const rolls = later.flatMap((event) => event.rolls);
      const hexes = hexesOf([], [], later, isOnMap);
      scenes.push({ ...part, kind: 'news', moves: [], losses: [], hexes, lines, rolls });
    }
  });
  return scenes.filter((scene) => scene.lines.length || scene.moves.length);
}

function goesOn(last: Scene, part: Scene, shot: Shot, together: number): boolean {
  if (last.kind !== part.kind) return false;
  if (part.kind === 'fight') return shot.stage !== 'order';
  return last.by === part.by && (part.kind === 'news' || last.moves.length < together);
}

function joined(a: Scene, b: Scene): Scene {
  return {
    ...b,
    by: a.by,
    moves: [...a.moves, ...b.moves],
    losses: [...a.losses, ...b.losses],
    hexes: [...new Set([...a.hexes, ...b.hexes])],
    lines: [...a.lines, ...b.lines],
    rolls: [...a.rolls, ...b.rolls],
  };
}

/** The ways that events tell, and the moves of pieces that no event tells of. */
function movesOf(before: Record<string, Piece>, shot: Shot, isOnMap: (at: string) => boolean): Move[] {
  const told = shot.events.flatMap(({ data }) => {
    const path = Array.isArray(data.path) ? (data.path as unknown[]) : [];
    const known = path.filter((at): at is string => typeof at === 'string' && isOnMap(at));
    if (known.length < 2) return [];
    const arrived = Object.values(shot.pieces).find((piece) => piece?.at === known.at(-1));
    return [{ path: known, side: arrived?.side ?? shot.by, nation: arrived?.nation ?? '' }];
  });
  const ends = new Set(told.map(({ path }) => `${path[0]} ${path.at(-1)}`));
  const seen = Object.entries(shot.pieces).flatMap(([key, piece]) => {
    const from = before[key]?.at;
    if (!piece || !from || from === piece.at || !isOnMap(from) || !isOnMap(piece.at)) return [];
    if (ends.has(`${from} ${piece.at}`)) return [];
    return [{ path: [from, piece.at], side: piece.side, nation: piece.nation }];
  });
  return [...told, ...seen];
}

function lossesOf(
  before: Record<string, Piece>,
  changes: Record<string, Piece | null>,
  isOnMap: (at: string) => boolean,
): Loss[] {
  const lost = new Map<string, Loss & { points: number }>();
  for (const [key, piece] of Object.entries(changes)) {
    const was = before[key];
    if (!was || !isOnMap(was.at)) continue;
    const points = strengthOf(was) - (piece ? strengthOf(piece) : 0);
    if (points <= 0 || (piece && piece.at !== was.at && !isOnMap(piece.at))) continue;
    const place = `${was.at} ${was.side}`;
    const known = lost.get(place) ?? { at: was.at, side: was.side, text: '', points: 0 };
    known.points += points;
    known.text = `−${known.points}`;
    lost.set(place, known);
  }
  return [...lost.values()].map(({ at, side, text }) => ({ at, side, text }));
}

function hexesOf(
  moves: Move[],
  losses: Loss[],
  events: GameEvent[],
  isOnMap: (at: string) => boolean,
): string[] {
  const named = events.flatMap((event) =>
    Object.values(event.data)
      .flat()
      .filter((word): word is string => typeof word === 'string' && isOnMap(word)),
  );
  const all = [
    ...moves.flatMap(({ path }) => [path[0]!, path.at(-1)!]),
    ...losses.map(({ at }) => at),
    ...named,
  ];
  return [...new Set(all)];
}

/** Lines of a scene as they are shown: the first ones, and how many more there are. */
export function caption(scene: Scene): { lines: string[]; more: number } {
  const lines = scene.kind === 'fight' ? scene.lines.slice(-MOST_LINES) : scene.lines.slice(0, MOST_LINES);
  return { lines, more: scene.lines.length - lines.length };
}

function timed(scenes: Scene[]): Scene[] {
  const wanted = scenes.map((scene) =>
    scene.kind === 'fight'
      ? 2.2 + 0.25 * Math.min(4, scene.rolls.length)
      : scene.kind === 'march'
        ? 1.1
        : 0.9,
  );
  const share = Math.min(1, LONGEST / wanted.reduce((sum, each) => sum + each, 0));
  return scenes.map((scene, at) => ({ ...scene, seconds: Math.max(SHORTEST, wanted[at]! * share) }));
}
