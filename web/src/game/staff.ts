/** Armies of the order of battle to choose from, and what the staff proposes as arrows on the map. */

import type { LayerData, Muster, Piece, Side, Suggestion } from '$lib/types';
import type { Subject } from '$lib/desk.svelte';

const DEEPEST = 2; // below the side: nations and armies, or armies and corps
const MOVE = '#14567d';
const ATTACK = '#a3281e';

export interface ArmyChoice extends Subject {
  depth: number;
}

/** The branches of a side that have pieces on the map, each under the one it belongs to. */
export function armiesOf(muster: Muster[], side: Side, pieces: Record<string, Piece>): ArmyChoice[] {
  return muster
    .filter((each) => each.side === side)
    .flatMap((root) => (root.under ?? []).flatMap((each) => grown(each, pieces, 1)));
}

function grown(muster: Muster, pieces: Record<string, Piece>, depth: number): ArmyChoice[] {
  const keys = keysUnder(muster).filter((key) => pieces[key]);
  if (!keys.length) return [];
  const under = depth < DEEPEST ? (muster.under ?? []).flatMap((each) => grown(each, pieces, depth + 1)) : [];
  return [{ name: muster.name, pieces: keys, depth }, ...under];
}

function keysUnder(muster: Muster): string[] {
  return [...(muster.units ?? []), ...(muster.under ?? []).flatMap(keysUnder)];
}

/** Whether two are the same pieces. */
export function same(one: Subject | null, other: Subject | null): boolean {
  if (!one || !other) return one === other;
  return one.name === other.name && one.pieces.length === other.pieces.length;
}

/** Arrows for what is proposed, with the numbers of the orders; for one of them only, if it is pointed at. */
export function arrowsOf(
  suggestions: Suggestion[],
  pieces: Record<string, Piece>,
  only: number | null = null,
): LayerData {
  const lines: LayerData['lines'] = [];
  suggestions.forEach((suggestion, place) => {
    if (only !== null && only !== place) return;
    const text = String(place + 1);
    const ways = new Set(suggestion.moves.map(({ from, to }) => `${from}>${to}`));
    for (const way of ways) lines.push({ hexes: way.split('>'), form: 'arrow', colour: MOVE, text });
    if (!suggestion.attack) return;
    const ends = new Map(suggestion.moves.map(({ piece, to }) => [piece, to]));
    const stand = new Set(suggestion.pieces.flatMap((key) => ends.get(key) ?? pieces[key]?.at ?? []));
    for (const from of stand) {
      for (const target of suggestion.targets) {
        if (from !== target)
          lines.push({ hexes: [from, target], form: 'arrow', colour: ATTACK, text: ways.size ? '' : text });
      }
    }
  });
  return { highlights: [], zones: [], lines, networks: [] };
}

/** How many of the orders can be given one after the other before dice or an end decide how to go on. */
export function sure(suggestions: Suggestion[]): number {
  const first = suggestions.findIndex((each) => each.supposed);
  return first < 0 ? suggestions.length : first;
}
