/** Where one sits at a game: with which eyes, live, and, at one screen, whose turn it is to look. */

import { api, faultOf } from '$lib/api';
import { Connection } from '$lib/connection.svelte';
import { ruleSheet } from '$lib/rules.svelte';
import { session } from '$lib/session.svelte';
import { t } from '$lib/text';
import type { ApiFault, GameInfo, TitleInfo } from '$lib/types';
import { hotSeat, mySides } from '$lib/words';
import { HabitKeeper } from './habits.svelte';
import { ShareKeeper } from './shares.svelte';

/** The side of mine that is to decide, the one shown now first. */
export function sideToShow(info: GameInfo, waiting: string[], now: string): string {
  const mine = mySides(info);
  const deciding = mine.filter((side) => waiting.includes(side));
  if (deciding.includes(now)) return now;
  return deciding[0] ?? (mine.includes(now) ? now : (mine[0] ?? 'observer'));
}

export class TableSeat {
  info = $state.raw<GameInfo | null>(null);
  title = $state.raw<TitleInfo | null>(null);
  connection = $state.raw<Connection | null>(null);
  keeper = $state.raw<HabitKeeper | null>(null);
  shares = $state.raw<ShareKeeper | null>(null);
  fault = $state.raw<ApiFault | null>(null);
  /** The side the screen has to be handed to. */
  veil = $state<string | null>(null);
  #closed = false;

  constructor(
    readonly id: string,
    readonly as: string,
  ) {
    void this.#load();
  }

  get hotSeat(): boolean {
    return !this.as && this.info !== null && hotSeat(this.info);
  }
  /** One person plays all sides by himself: the screen changes sides without a veil. */
  get alone(): boolean {
    return localStorage.getItem(`hexfront.alone.${this.id}`) === 'yes';
  }

  sit(side: string): void {
    this.veil = null;
    if (this.connection?.viewer === side || this.#closed) return;
    this.connection?.close();
    this.connection = new Connection(this.id, side, this.info ?? undefined);
    this.keeper = new HabitKeeper(this.connection);
    this.shares?.close();
    this.shares = new ShareKeeper(this.connection);
  }

  ready(alone: boolean): void {
    if (alone) localStorage.setItem(`hexfront.alone.${this.id}`, 'yes');
    if (this.veil) this.sit(this.veil);
  }

  /** After each change: at one screen, turn to the side that is to decide. */
  follow(waiting: string[]): void {
    if (!this.hotSeat || !this.info || !this.connection) return;
    const next = sideToShow(this.info, waiting, this.connection.viewer);
    if (next === this.connection.viewer) this.veil = null;
    else if (this.alone) this.sit(next);
    else this.veil = next;
  }

  /** Whose eyes one may look back with: one's own sides, all of them when the game is over, and observers'. */
  viewers(over: boolean): [string, string][] {
    const names = this.title?.sides ?? {};
    const open = over ? Object.keys(names) : this.info ? mySides(this.info) : [];
    return [
      ...open.map((side): [string, string] => [side, names[side] ?? side]),
      ['observer', t('replay.observer')],
    ];
  }

  seatsMayHaveChanged(): void {
    const seats = Object.values(this.info?.seats ?? {});
    if (seats.some((seat) => seat.commanders || ['open', 'invited'].includes(seat.kind))) void this.refresh();
  }

  async refresh(): Promise<void> {
    try {
      const info = await api.game(this.id);
      this.info = info;
      if (this.connection) this.connection.seats = info.seats;
    } catch (thrown) {
      this.fault = faultOf(thrown);
    }
  }

  close(): void {
    this.#closed = true;
    this.shares?.close();
    this.connection?.close();
  }

  async #load(): Promise<void> {
    try {
      if (!session.loaded) await session.ready();
      const info = await api.game(this.id);
      if (this.#closed) return;
      this.title = session.title(info.title) ?? null;
      this.info = info;
      ruleSheet.title = info.title;
      this.sit(this.as || sideToShow(info, info.waiting, ''));
    } catch (thrown) {
      this.fault = faultOf(thrown);
    }
  }
}
