/** The standing preferences of a seat, kept with the server; decisions they cover are answered at once. */

import { api } from '$lib/api';
import type { Connection } from '$lib/connection.svelte';
import type { Decision } from '$lib/types';
import { answerable, habitsIn, met, standingIn, type Habits } from './preferences';

export class HabitKeeper {
  habits = $state.raw<Habits>({});
  standing = $state.raw<Record<string, string>>({});
  ready = $state(false);
  #answered = -1;

  constructor(readonly connection: Connection) {
    if (connection.viewer === 'observer') return;
    void api
      .preferences(connection.game, connection.viewer)
      .then((kept) => {
        this.habits = habitsIn(kept);
        this.standing = standingIn(kept);
        this.ready = true;
      })
      .catch(() => (this.ready = false));
  }

  /** Note a decision, and answer it if that is the player's habit. */
  meet(decision: Decision, revision: number): void {
    if (!this.ready) return;
    const known = met(this.habits, decision);
    if (known !== this.habits) this.habits = known;
    const choice = decision.choices?.[decision.default ?? -1];
    if (!this.habits[decision.kind]?.auto || !choice || !answerable(decision)) return;
    if (this.#answered === revision || this.connection.busy) return;
    this.#answered = revision;
    // What is refused is shown by the connection; the player then decides himself.
    this.connection.play([choice.action]).catch(() => undefined);
  }

  async set(kind: string, auto: boolean): Promise<void> {
    const habit = this.habits[kind];
    if (!habit) return;
    this.habits = { ...this.habits, [kind]: { ...habit, auto } };
    await this.#save();
  }

  /** Choose a value of one of the title's preferences. */
  async choose(name: string, value: string): Promise<void> {
    this.standing = { ...this.standing, [name]: value };
    await this.#save();
  }

  #save(): Promise<unknown> {
    const { game, viewer } = this.connection;
    return api.savePreferences(game, viewer, { habits: this.habits, standing: this.standing });
  }
}
