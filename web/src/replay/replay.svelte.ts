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

/** A past view laid beside now: all pieces of both, each where it was then if it was there, and how it differs. */
export interface Comparison {
  pieces: Record<string, Piece>;
  differences: Record<string, Difference>;
}

export function compared(past: Record<string, Piece>, now: Record<string, Piece>): Comparison {
  const found: Record<string, Difference> = {};
  for (const key of Object.keys(now)) if (!past[key]) found[key] = 'new';
  for (const [key, piece] of Object.entries(past)) {
    const later = now[key];
    if (!later) found[key] = 'gone';
    else if (later.at !== piece.at) found[key] = 'moved';
    else if (later.strength !== piece.strength || later.states.join() !== piece.states.join())
      found[key] = 'changed';
  }
  return { pieces: { ...now, ...past }, differences: found };
}

/** How many pieces differ in each way. */
export function tally(differences: Record<string, Difference>): Record<Difference, number> {
  const counts = { moved: 0, changed: 0, gone: 0, new: 0 };
  for (const each of Object.values(differences)) counts[each] += 1;
  return counts;
}

export class Replay {
  step = $state(0);
  viewer = $state<Viewer>('');
  view = $state.raw<View | null>(null);
  history = $state.raw<HistoryEntry[]>([]);
  curves = $state.raw<Curves | null>(null);
  playing = $state(false);
  comparing = $state(false);
  /** The newest view with the same eyes, while it is compared with. */
  latest = $state.raw<View | null>(null);
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
      const view = await this.#fetch(this.viewer, this.step);
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
    await Promise.all([this.#load(), this.go(this.step), this.compare(this.comparing)]);
  }

  /** Lay the newest view beside the one looked at, or take it away. */
  async compare(on: boolean): Promise<void> {
    this.comparing = on;
    this.latest = null;
    if (!on) return;
    const { viewer } = this;
    try {
      const view = await this.#fetch(viewer, this.last);
      if (viewer === this.viewer && this.comparing) this.latest = view;
    } catch (thrown) {
      this.fault = faultOf(thrown);
    }
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

  async #fetch(viewer: Viewer, step: number): Promise<View> {
    const key = `${viewer} ${step}`;
    const view = this.#kept.get(key) ?? (await api.view(this.game, viewer, step));
    this.#kept.set(key, view);
    if (this.#kept.size > KEPT) {
      const oldest = this.#kept.keys().next().value;
      if (oldest !== undefined) this.#kept.delete(oldest);
    }
    return view;
  }
}
