/** Looking back: which step is shown, with whose eyes, and the views of the past that were fetched. */

import { api, faultOf } from '$lib/api';
import type { Difference } from '$lib/tableprops';
import type { ApiFault, Curves, HistoryEntry, Piece, View, Viewer } from '$lib/types';

const KEPT = 60;

/** A step at which a turn begins. */
export interface TurnMark {
  step: number;
  turn: string;
}

export function turnMarks(history: HistoryEntry[]): TurnMark[] {
  const marks: TurnMark[] = [];
  for (const entry of history) {
    if (entry.turn && marks.at(-1)?.turn !== entry.turn) {
      marks.push({ step: Math.max(0, entry.step - 1), turn: entry.turn });
    }
  }
  return marks;
}

/** How pieces of a past view differ from now: where they were, or whether they were there at all. */
export function differences(
  past: Record<string, Piece>,
  now: Record<string, Piece>,
): Record<string, Difference> {
  const found: Record<string, Difference> = {};
  for (const [key, piece] of Object.entries(past)) {
    const later = now[key];
    if (!later) found[key] = 'gone';
    else if (later.at !== piece.at) found[key] = 'moved';
    else if (later.strength !== piece.strength || later.states.join() !== piece.states.join())
      found[key] = 'changed';
  }
  return found;
}

export class Replay {
  step = $state(0);
  viewer = $state<Viewer>('');
  view = $state.raw<View | null>(null);
  history = $state.raw<HistoryEntry[]>([]);
  curves = $state.raw<Curves | null>(null);
  playing = $state(false);
  comparing = $state(false);
  loading = $state(false);
  fault = $state.raw<ApiFault | null>(null);
  readonly marks = $derived(turnMarks(this.history));

  #kept = new Map<string, View>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted = '';

  constructor(
    readonly game: string,
    viewer: Viewer,
    readonly last: number,
    step: number,
  ) {
    this.viewer = viewer;
    void this.#load();
    void this.go(step);
  }

  get entry(): HistoryEntry | undefined {
    return this.history.find((entry) => entry.step === this.step);
  }

  async go(step: number): Promise<void> {
    this.step = Math.max(0, Math.min(this.last, step));
    const key = `${this.viewer} ${this.step}`;
    this.#wanted = key;
    const known = this.#kept.get(key);
    if (known) {
      this.view = known;
      return;
    }
    this.loading = true;
    try {
      const view = await api.view(this.game, this.viewer, this.step);
      this.#keep(key, view);
      if (this.#wanted === key) this.view = view;
      this.fault = null;
    } catch (thrown) {
      if (this.#wanted === key) this.fault = faultOf(thrown);
    } finally {
      if (this.#wanted === key) this.loading = false;
    }
  }

  /** Drag the slider: ask for the view only where it comes to rest. */
  slide(step: number): void {
    this.step = step;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.go(step), 120);
  }

  async look(viewer: Viewer): Promise<void> {
    this.viewer = viewer;
    await Promise.all([this.#load(), this.go(this.step)]);
  }

  turn(by: 1 | -1): void {
    const marks = this.marks;
    const next =
      by > 0
        ? marks.find((mark) => mark.step > this.step)?.step
        : marks.findLast((mark) => mark.step < this.step)?.step;
    void this.go(next ?? (by > 0 ? this.last : 0));
  }

  play(): void {
    this.playing = !this.playing;
    if (this.playing && this.step >= this.last) this.step = 0;
    if (this.playing) void this.#onward();
  }

  close(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  async #onward(): Promise<void> {
    while (this.playing && this.step < this.last) {
      const begun = Date.now();
      await this.go(this.step + 1);
      await new Promise((resolve) => setTimeout(resolve, Math.max(60, 500 - (Date.now() - begun))));
    }
    this.playing = false;
  }

  async #load(): Promise<void> {
    const viewer = this.viewer;
    try {
      const [history, curves] = await Promise.all([
        api.history(this.game, viewer),
        api.curves(this.game, viewer),
      ]);
      if (viewer === this.viewer) [this.history, this.curves] = [history, curves];
    } catch (thrown) {
      this.fault = faultOf(thrown);
    }
  }

  #keep(key: string, view: View): void {
    this.#kept.set(key, view);
    if (this.#kept.size > KEPT) {
      const oldest = this.#kept.keys().next().value;
      if (oldest !== undefined) this.#kept.delete(oldest);
    }
  }
}
