/** What every page needs to know once: who we are, which titles and computer players there are. */

import { api } from './api';
import type { Me, PlayerInfo, ScenarioInfo, TitleInfo } from './types';

class Session {
  me = $state.raw<Me | null>(null);
  titles = $state.raw<TitleInfo[]>([]);
  players = $state.raw<PlayerInfo[]>([]);
  loaded = $state(false);
  #scenarios = new Map<string, Promise<ScenarioInfo>>();
  #loading: Promise<void> | null = null;
  #asked = 0;

  /** Ask anew, as after somebody has logged in. */
  load(): Promise<void> {
    this.#loading = this.#load(++this.#asked);
    return this.#loading;
  }

  /** What was asked for already, or is now. */
  ready(): Promise<void> {
    return this.#loading ?? this.load();
  }

  async #load(number: number): Promise<void> {
    const [me, titles, players] = await Promise.all([api.me(), api.titles(), api.players()]);
    if (number !== this.#asked) return this.#loading ?? undefined; // older than what somebody asked for since
    this.me = me;
    this.titles = titles;
    this.players = players;
    this.loaded = true;
  }

  get hosted(): boolean {
    return this.me?.mode === 'hosted';
  }
  /** Hosted, and nobody logged in yet: one may look but not start anything. */
  get stranger(): boolean {
    return this.hosted && !this.me?.name;
  }

  title(name: string): TitleInfo | undefined {
    return this.titles.find((each) => each.name === name);
  }
  sideName(title: string, side: string): string {
    return this.title(title)?.sides[side] ?? side;
  }

  scenario(title: string, scenario: string): Promise<ScenarioInfo> {
    const key = `${title}/${scenario}`;
    let found = this.#scenarios.get(key);
    if (!found) {
      found = api.scenario(title, scenario);
      found.catch(() => this.#scenarios.delete(key));
      this.#scenarios.set(key, found);
    }
    return found;
  }
}

export const session = new Session();
