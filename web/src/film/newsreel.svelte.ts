/**
 * The newsreel of a seat: what others do is kept until their turn is over, then shown as a film, and then summed
 * up in a bulletin. While a computer player moves, the map stays as its player last saw it.
 */

import { api } from '../lib/api';
import type { Connection } from '../lib/connection.svelte';
import { settings } from '../lib/settings.svelte';
import type { Film, GameInfo, View } from '../lib/types';
import { hotSeat } from '../lib/words';
import { bulletinOf, isEmpty, type Bulletin } from './bulletin';
import { scenesOf, type Scene } from './film';

/** Fewer steps of others are no turn, but an answer. */
const FEWEST = 2;

/** Whether a side begins something of its own, rather than answers in the middle of what another does. */
export function isOwnTurn(view: View): boolean {
  const asked = view.asked.find(({ side }) => side === view.viewer);
  return view.outcome !== null || (asked !== undefined && asked.since >= view.step);
}

function momentOf(view: View): string {
  return `${view.turn} ${view.report.phase}`;
}

export class Newsreel {
  /** The view that is shown instead of the newest, while others move or the film runs. */
  #held = $state.raw<View | null>(null);
  film = $state.raw<Film | null>(null);
  scenes = $state.raw<Scene[]>([]);
  at = $state(0);
  paused = $state(false);
  /** How much slower than planned; 1 is as planned. */
  slowness = $state(1);
  bulletin = $state.raw<Bulletin | null>(null);
  /** A film is on its way: nothing is decided before it has been seen. */
  coming = $state(false);
  /** The last one, to be read again. */
  last = $state.raw<{ film: Film; bulletin: Bulletin | null } | null>(null);

  #seen = -1;
  /** The turn and phase when one last looked. */
  #moment = '';
  /** The step up to which a bulletin has told, or one's own turn was. */
  #reported = -1;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = -1;
  #fresh = true;

  constructor(private readonly isOnMap: (at: string) => boolean) {}

  /** What happens now on the map, if a film runs. */
  scene: Scene | null = $derived.by(() => (this.film ? (this.scenes[this.at] ?? null) : null));
  running = $derived.by(() => this.film !== null);

  /** The view to draw instead of the newest; null if it is the newest. */
  shown: View | null = $derived.by(() => {
    const base = this.film?.begins ?? this.#held;
    if (!base) return null;
    const { scene } = this;
    const drawn = scene ? { ...base, pieces: scene.pieces, markers: scene.markers, turn: scene.turn } : base;
    return { ...drawn, decision: null };
  });

  #place(connection: Connection): string {
    return `hexfront.seen.${connection.game}.${connection.viewer}`;
  }

  /** The newest view has come. */
  follow(connection: Connection, info: GameInfo, view: View): void {
    if (connection.viewer === 'observer' || hotSeat(info)) return;
    if (this.#seen < 0) {
      const kept = Number(localStorage.getItem(this.#place(connection)) ?? NaN);
      this.#seen = Number.isFinite(kept) && kept <= view.step ? kept : view.step;
    }
    if (this.#reported < 0) this.#reported = this.#seen;
    if (view.step < this.#seen) {
      this.end();
      this.#see(connection, view, true);
    }
    if (this.film) return;
    const waiting = view.waiting.some((side) => side === connection.viewer) || view.outcome !== null;
    if (!waiting) {
      this.#hold(info, view);
      if (!this.#held) this.#see(connection, view, false);
      return;
    }
    const own = isOwnTurn(view);
    const missed = view.step - this.#seen;
    // A quick player may have had a whole turn between two looks at the game.
    const passed = own && this.#moment !== '' && this.#moment !== momentOf(view);
    const wanted = this.#held !== null || this.#fresh || passed;
    this.#fresh = false;
    if (!settings.films || missed < FEWEST || !wanted) {
      this.#held = null;
      this.#see(connection, view, own);
    } else if (this.#asked !== this.#seen) {
      this.#asked = this.#seen;
      void this.#fetch(connection, view, own);
    }
  }

  /** Keep the map as it is while a computer player moves of its own will. */
  #hold(info: GameInfo, view: View): void {
    const asked = view.asked[0];
    const computer = asked !== undefined && info.seats[asked.side]?.kind === 'computer';
    if (!settings.films || !computer) return;
    // An answer in the middle of an order of ours is no turn of his, nor is what he goes on with after our answer.
    if (this.#held === null && asked.by !== view.viewer && asked.since >= this.#seen) this.#held = view;
    this.#fresh = false;
  }

  #see(connection: Connection, view: View, reported: boolean): void {
    this.#seen = view.step;
    this.#moment = momentOf(view);
    if (reported) this.#reported = view.step;
    try {
      localStorage.setItem(this.#place(connection), String(view.step));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }

  /** Get the film of what was missed; when one's own turn begins, the bulletin tells of the whole turn before. */
  async #fetch(connection: Connection, view: View, own: boolean): Promise<void> {
    const seen = this.#seen;
    const since = own ? Math.min(seen, this.#reported) : seen;
    this.#held ??= view;
    this.coming = true;
    try {
      const film = await api.film(connection.game, connection.viewer, since);
      if (film.shots.some((shot) => shot.by !== connection.viewer)) this.show(film, view, seen, own);
    } catch {
      // Without the film the game goes on with what is.
    }
    this.#held = null;
    this.coming = false;
    this.#asked = -1;
    this.#see(connection, view, own);
  }

  /** Show what a film has after a step, and then the bulletin of all of it, if it is time for one. */
  show(film: Film, now: View, seen: number, sumUp: boolean): void {
    this.last = { film, bulletin: sumUp ? bulletinOf(film, now, this.isOnMap) : null };
    this.bulletin = null;
    this.scenes = scenesOf(film, this.isOnMap);
    this.film = film;
    this.at = this.scenes.findIndex(({ step }) => step > seen);
    this.paused = false;
    if (this.at >= 0) this.#run();
    else this.end();
  }

  again(): void {
    if (!this.last) return;
    this.bulletin = null;
    this.film = this.last.film;
    this.scenes = scenesOf(this.film, this.isOnMap);
    this.at = 0;
    this.paused = false;
    this.#run();
  }

  #run(): void {
    clearTimeout(this.#timer);
    const scene = this.scenes[this.at];
    if (!scene || this.paused) return;
    this.#timer = setTimeout(() => this.step(1), scene.seconds * this.slowness * 1000);
  }

  step(by: number): void {
    if (!this.film) return;
    if (this.at + by >= this.scenes.length) return this.end();
    this.at = Math.max(0, this.at + by);
    this.#run();
  }

  pause(): void {
    this.paused = !this.paused;
    this.#run();
  }

  slower(): void {
    this.slowness = this.slowness >= 4 ? 1 : this.slowness * 2;
    this.#run();
  }

  /** Over, or skipped: the map as it is now, and the bulletin if there is anything in it. */
  end(): void {
    clearTimeout(this.#timer);
    const wasRunning = this.film !== null;
    this.film = null;
    this.scenes = [];
    this.#held = null;
    const news = this.last?.bulletin;
    if (wasRunning && news && !isEmpty(news)) this.bulletin = news;
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
