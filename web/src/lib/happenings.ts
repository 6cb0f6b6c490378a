/**
 * What the player just did at the table, told to whoever listens (the guided tour). The table calls `happened`;
 * nothing else depends on it.
 */

export type Happening =
  | 'map-moved'
  | 'stack-opened'
  | 'piece-selected'
  | 'destination-shown'
  | 'why-asked'
  | 'attack-opened'
  | 'forecast-shown'
  | 'marched-on'
  | 'played'
  | 'undone'
  | 'phase-ended'
  | 'panel-opened';

type Listener = (what: Happening, about: string) => void;
const listeners = new Set<Listener>();

export function happened(what: Happening, about = ''): void {
  for (const listener of listeners) listener(what, about);
}

/** Listen; the answer stops listening. */
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
