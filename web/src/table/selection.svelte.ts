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
  const place = request.hex ?? (places.length === 1 ? places[0] : undefined);
  if (place) {
    play.cursor = place;
    // In the middle, where no panel lies over it.
    play.map.centre(place, Math.max(0.7, play.map.camera.scale));
  } else play.map.revealAll(places);
}
