/** The war bulletin: what a side has lost and won since it last looked, from a film and the view of now. Pure. */

import type { Danger, Film, Piece, Side, Track, View } from '../lib/types';
import { strengthOf } from './film';

export interface PieceNews {
  key: string;
  name: string;
  at: string;
  points: number;
}
export interface TrackNews {
  name: string;
  group: string;
  side: Side;
  text: string;
  by: number;
}
export interface Telling {
  text: string;
  hex: string;
}
export interface Bulletin {
  from: string;
  to: string;
  lost: PieceNews[];
  destroyed: PieceNews[];
  weakened: PieceNews[];
  arrived: PieceNews[];
  /** Strength points that each side has lost. */
  losses: Record<Side, number>;
  tracks: TrackNews[];
  told: Telling[];
  threats: Danger[];
  /** Whether some of the threats were not known before. */
  threatened: boolean;
}

/** Events worth a line in the bulletin; marches and the like are seen in the film. */
const NEWS: ReadonlySet<string> = new Set([
  'surrender',
  'siege',
  'fortress',
  'morale',
  'control',
  'points',
  'city',
  'politics',
  'victory',
  'diplomacy',
  'cards',
]);

/** Events that tell of losses. */
const LOSSES: ReadonlySet<string> = new Set(['loss', 'surrender', 'siege', 'fortress']);

export function bulletinOf(film: Film, now: View, isOnMap: (at: string) => boolean): Bulletin {
  const before = film.begins.pieces;
  const after = now.pieces;
  const mine = now.viewer;
  const lost: PieceNews[] = [];
  const destroyed: PieceNews[] = [];
  const weakened: PieceNews[] = [];
  const arrived: PieceNews[] = [];
  const losses: Record<Side, number> = {};
  const fallen = unitsLost(film);
  for (const [key, was] of Object.entries(before)) {
    const is = after[key];
    if (!isOnMap(was.at) || !was.side) continue;
    const gone = !is || !isOnMap(is.at);
    // A piece of another side may only have gone under others: it is lost if that was told.
    if (gone && was.side !== mine && !fallen.has(key)) continue;
    const points = strengthOf(was) - (gone ? 0 : strengthOf(is));
    if (points <= 0 && !gone) continue;
    losses[was.side] = (losses[was.side] ?? 0) + Math.max(0, points);
    const news = newsOf(key, gone ? was : is, Math.max(0, points));
    if (!gone) {
      if (was.side === mine) weakened.push(news);
    } else (was.side === mine ? lost : destroyed).push(news);
  }
  for (const [key, is] of Object.entries(after)) {
    const was = before[key];
    if (isOnMap(is.at) && (!was || !isOnMap(was.at))) arrived.push(newsOf(key, is, 0));
  }
  const threats = now.report.dangers ?? [];
  const known = new Set((film.begins.report.dangers ?? []).map(({ text }) => text));
  return {
    from: film.begins.turn,
    to: now.turn,
    lost,
    destroyed,
    weakened: weakened.sort((a, b) => b.points - a.points),
    arrived,
    losses,
    tracks: tracksOf(film.begins.report.tracks, now.report.tracks),
    told: toldOf(film, isOnMap),
    threats,
    threatened: threats.some(({ text }) => !known.has(text)),
  };
}

export function isEmpty(news: Bulletin): boolean {
  const { lost, destroyed, weakened, told, threatened } = news;
  return !threatened && ![lost, destroyed, weakened, told].some((each) => each.length);
}

function newsOf(key: string, piece: Piece, points: number): PieceNews {
  return { key, name: piece.name || key, at: piece.at, points };
}

function tracksOf(before: Track[], after: Track[]): TrackNews[] {
  const place = ({ name, group, side }: Track): string => `${group} ${side} ${name}`;
  const known = new Map(before.map((track) => [place(track), track.value]));
  return after.flatMap((track) => {
    const was = known.get(place(track));
    const by = (track.value ?? NaN) - (was ?? NaN);
    if (!by) return [];
    return [{ name: track.name, group: track.group ?? '', side: track.side ?? '', text: track.text, by }];
  });
}

/** The units that events tell to be lost; one that names a figure tells of a part of a unit only. */
function unitsLost(film: Film): ReadonlySet<string> {
  const told = film.shots.flatMap((shot) => shot.events);
  const whole = told.filter(
    ({ kind, data }) => LOSSES.has(kind) && !Object.values(data).some((value) => typeof value === 'number'),
  );
  return new Set(whole.flatMap(({ data }) => [data.unit, data.units].flat().map(String)));
}

/** Events worth a line. */
function toldOf(film: Film, isOnMap: (at: string) => boolean): Telling[] {
  return film.shots
    .flatMap((shot) => shot.events)
    .filter((event) => NEWS.has(event.kind))
    .map((event) => {
      const words = Object.values(event.data).flat();
      const hex = words.find((word): word is string => typeof word === 'string' && isOnMap(word)) ?? '';
      return { text: event.text, hex };
    });
}
