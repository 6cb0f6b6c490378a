import { untrack } from 'svelte';

/**
 * Panels ask the map to show something ("find on map") and the map does it. A request is counted, so that asking
 * twice for the same thing moves the map twice.
 */

export interface Found {
  hex?: string;
  piece?: string;
  /** Several pieces brought out together, such as a formation. */
  pieces?: string[];
  count: number;
}

class Finder {
  request = $state.raw<Found | null>(null);

  /** Forget what was asked for, as at another table. */
  clear(): void {
    this.request = null;
  }

  find(what: { hex?: string; piece?: string; pieces?: string[] }): void {
    // An effect that asks must not depend on what was asked before.
    const before = untrack(() => this.request?.count ?? 0);
    this.request = { ...what, count: before + 1 };
  }
}

export const finder = new Finder();

/** Show a hex, a piece or several pieces on the map. */
export function findOnMap(what: { hex?: string; piece?: string; pieces?: string[] }): void {
  finder.find(what);
}
