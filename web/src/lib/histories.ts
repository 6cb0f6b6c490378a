/** The steps of a game as far as they are known, kept between questions: only new ones are asked for. */

import { api } from './api';
import type { HistoryEntry, View } from './types';

class History {
  #entries: HistoryEntry[] = [];
  #of = '';
  #revision = 0;
  #before: Promise<unknown> = Promise.resolve();

  constructor(private readonly game: string) {}

  /** All steps up to a view. One question after the other, so that none is asked twice. */
  upTo(view: View): Promise<HistoryEntry[]> {
    const found = this.#before.then(() => this.#read(view));
    this.#before = found.catch(() => undefined);
    return found;
  }

  async #read(view: View): Promise<HistoryEntry[]> {
    // When envelopes are opened or the game ends, earlier steps are told as well; then the view comes whole.
    const of = `${view.viewer} ${view.base} ${view.outcome}`;
    const backs = (view.backs ?? []).filter((back) => back.revision > this.#revision);
    const stands = Math.min(view.step, ...backs.map((back) => back.step));
    const kept = this.#of === of ? this.#entries.filter((entry) => entry.step <= stands) : [];
    const since = kept.at(-1)?.step ?? 0;
    const fresh = since < view.step ? await api.history(this.game, view.viewer, since) : [];
    this.#of = of;
    this.#revision = view.revision;
    this.#entries = [...kept, ...fresh];
    return this.#entries;
  }
}

const known = new Map<string, History>();

export function historyOf(game: string, view: View): Promise<HistoryEntry[]> {
  let history = known.get(game);
  if (!history) {
    history = new History(game);
    known.set(game, history);
  }
  return history.upTo(view);
}
