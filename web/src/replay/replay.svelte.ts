/** Looking back: which step is shown, with whose eyes, and the views of the past that were fetched. */

import { api, faultOf } from '$lib/api';
import type { Difference } from '$lib/tableprops';
import type { ApiFault, Curves, HistoryEntry, Piece, Preferences, View, Viewer } from '$lib/types';

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

/** The hexes that pieces have left or come to, changed in, or gone from between two views. */
export function changedHexes(before: View, after: View): string[] {
  const found = new Set<string>();
  for (const key of new Set([...Object.keys(before.pieces), ...Object.keys(after.pieces)])) {
    const [then, now] = [before.pieces[key], after.pieces[key]];
    if (then === now || (then && now && then.at === now.at && then.strength === now.strength)) continue;
    for (const piece of [then, now]) if (piece?.at) found.add(piece.at);
  }
  return [...found];
}

/** A step that somebody wants to find again, and what he says of it. */
export interface Bookmark {
  step: number;
  text: string;
}

export function bookmarksIn(preferences: Preferences): Bookmark[] {
  const kept = preferences['bookmarks'];
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((each: Partial<Bookmark> | null) =>
    typeof each?.step === 'number' ? [{ step: each.step, text: String(each.text ?? '') }] : [],
  );
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
  /** How many times as fast as usual it is played. */
  speed = $state(1);
  /** The hexes in which something changed with the last step. */
  scene = $state.raw<string[]>([]);
  bookmarks = $state.raw<Bookmark[]>([]);
  comparing = $state(false);
  /** The newest view with the same eyes, while it is compared with. */
  latest = $state.raw<View | null>(null);
  loading = $state(false);
  fault = $state.raw<ApiFault | null>(null);
  readonly marks = $derived(turnMarks(this.history));

  #kept = new Map<string, View>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted = '';
  #read: Promise<void>;

  constructor(
    readonly game: string,
    viewer: Viewer,
    readonly last: number,
    step: number,
  ) {
    this.viewer = viewer;
    void this.#load();
    this.#read = this.#readMarks();
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
      this.#show(known);
      return;
    }
    this.loading = true;
    try {
      const view = await this.#fetch(this.viewer, this.step);
      if (this.#wanted === key) this.#show(view);
      this.fault = null;
    } catch (thrown) {
      if (this.#wanted === key) this.fault = faultOf(thrown);
    } finally {
      if (this.#wanted === key) this.loading = false;
    }
  }

  #show(view: View): void {
    const before = this.view;
    this.view = view;
    this.scene = before && Math.abs(view.step - before.step) <= 3 ? changedHexes(before, view) : [];
  }

  // Bookmarks, each with a comment

  async mark(text: string): Promise<void> {
    const here = this.step;
    await this.#read; // what is kept already must not be lost
    const others = this.bookmarks.filter(({ step }) => step !== here);
    await this.#keep([...others, { step: here, text }].sort((a, b) => a.step - b.step));
  }

  async unmark(step: number): Promise<void> {
    await this.#read;
    await this.#keep(this.bookmarks.filter((mark) => mark.step !== step));
  }

  async #keep(bookmarks: Bookmark[]): Promise<void> {
    this.bookmarks = bookmarks;
    try {
      await api.savePreferences(this.game, 'observer', { bookmarks });
    } catch (thrown) {
      this.fault = faultOf(thrown);
    }
  }

  async #readMarks(): Promise<void> {
    try {
      this.bookmarks = bookmarksIn(await api.preferences(this.game, 'observer'));
    } catch {
      // Who may not look with these eyes has no bookmarks.
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
      await new Promise((resolve) =>
        setTimeout(resolve, Math.max(20, 500 / this.speed - (Date.now() - begun))),
      );
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
