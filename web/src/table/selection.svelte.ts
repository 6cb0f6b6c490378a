/** Bringing out pieces for others: formations from the order of battle, what a log line is about. */

import { findOnMap, type Found } from '../lib/find.svelte';
import type { PlayState } from './playstate.svelte';

/** Bring out pieces on the map, such as a formation. */
export function selectPieces(keys: readonly string[]): void {
  findOnMap({ pieces: [...keys] });
}

/** Do what was asked for. */
export function select(play: PlayState, request: Found): void {
  const keys = [...(request.pieces ?? []), ...(request.piece ? [request.piece] : [])];
  play.marked = new Set(keys);
  const places = [...new Set(keys.flatMap((key) => play.view.pieces[key]?.at ?? []))].filter(
    play.map.isOnMap,
  );
  if (request.hex) {
    play.cursor = request.hex;
    play.map.reveal(request.hex, 0.7);
  } else if (places.length === 1) {
    play.cursor = places[0]!;
    play.map.reveal(places[0]!, 0.7);
  } else play.map.revealAll(places);
}
