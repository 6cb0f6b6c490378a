/** The front as it stood when the last two turns began, fetched when the table has been quiet for a moment. */

import { api } from '$lib/api';
import type { View } from '$lib/types';
import { frontPath, ground } from './front';
import type { MapState } from './mapstate.svelte';

export const SHOWN = 2; // turns
const QUIET = 1500; // milliseconds

export class EarlierFronts {
  /** Paths on the map, the newest first. */
  paths = $state.raw<readonly string[]>([]);
  #turn = '';
  #eyes = '';
  #kept = new Map<number, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly map: MapState) {}

  /** Look, unless the turn and the eyes are still the same; ``view`` is one of now. */
  follow(view: View): void {
    if (view.turn === this.#turn && eyesOf(view) === this.#eyes) return;
    // Whoever looks with other eyes, or after the game went back, is to see nothing of before.
    if (eyesOf(view) !== this.#eyes) this.paths = [];
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(view), QUIET);
  }

  leave(): void {
    clearTimeout(this.#timer);
  }

  async #look(view: View): Promise<void> {
    const { game } = this.map;
    try {
      const begun = turnsBegun(view);
      if (eyesOf(view) !== this.#eyes) this.#kept.clear();
      const paths = [];
      for (const step of begun.slice(-SHOWN).reverse()) {
        let path = this.#kept.get(step);
        if (path === undefined) {
          path = this.#path(await api.view(game, view.viewer, step));
          this.#kept.set(step, path);
        }
        paths.push(path);
      }
      this.paths = paths;
      this.#turn = view.turn;
      this.#eyes = eyesOf(view);
    } catch {
      // The past cannot be had now; the next turn asks again.
    }
  }

  #path(past: View): string {
    const { board, hexes } = this.map;
    return board
      ? frontPath(ground(Object.values(past.pieces), board.neighbours), hexes, board.neighbours)
      : '';
  }
}

/** Whose past it is, and since when it has been told as it is told now. */
function eyesOf(view: View): string {
  return `${view.viewer} ${view.base}`;
}

/** The steps with which turns began, oldest first, but for the first turn of all. */
export function turnsBegun(view: View): number[] {
  const steps = view.events.filter(({ kind, step }) => kind === 'turn' && step > 0).map(({ step }) => step);
  return [...new Set(steps)];
}
