/** Looking back from the table: the replay, and what can be done from a moment of the past. */

import { api, faultOf } from '$lib/api';
import { gameLink, router } from '$lib/router.svelte';
import type { ApiFault, Piece, Rollback, View } from '$lib/types';
import { compared, Replay } from '../replay/replay.svelte';
import type { TableSeat } from './seat.svelte';

export class LookBack {
  replay = $state.raw<Replay | null>(null);
  /** Going back was asked for, and is to be confirmed. */
  going = $state.raw<Rollback | null>(null);
  fault = $state.raw<ApiFault | null>(null);

  constructor(
    private readonly seat: TableSeat,
    private readonly now: () => View | null,
  ) {}

  /** The view to draw: the one of now, or the one looked at. */
  view: View | null = $derived.by(() => (this.replay ? (this.replay.view ?? this.now()) : this.now()));
  comparison = $derived.by(() => {
    const latest = this.replay?.latest;
    return latest && this.view ? compared(this.view.pieces, latest.pieces) : null;
  });
  /** The view with the pieces that are new since then. */
  drawn: View | null = $derived.by(() => {
    const pieces: Record<string, Piece> | undefined = this.comparison?.pieces;
    return this.view && pieces ? { ...this.view, pieces } : this.view;
  });
  /** Whether the moment looked at came with a file, so that nothing can be done from there. */
  fixed = $derived.by(() => {
    const mail = this.now()?.mail;
    return !!mail && !!this.replay && this.replay.step < mail.known;
  });

  look(at: number): void {
    const { connection } = this.seat;
    const now = this.now();
    if (!connection || !now) return;
    this.replay?.close();
    this.replay = new Replay(this.seat.id, connection.viewer, now.step, at);
  }
  leave(): void {
    this.replay?.close();
    this.replay = null;
    history.replaceState(null, '', gameLink(this.seat.id, this.seat.as));
  }
  toggle(): void {
    const now = this.now();
    if (this.replay) this.leave();
    else if (now) this.look(now.step);
  }
  jump(at: number): void {
    if (this.replay) void this.replay.go(at);
    else this.look(at);
  }

  async branch(): Promise<void> {
    if (!this.replay) return;
    try {
      const made = await api.branch(this.seat.id, this.replay.step);
      router.go(gameLink(made.id));
    } catch (thrown) {
      this.fault = faultOf(thrown);
    }
  }

  /** Ask first, with the dice that going back would cancel. */
  ask(): void {
    const { replay } = this;
    const { connection } = this.seat;
    if (!replay || !connection) return;
    const target = replay.step;
    const rolls = replay.history.filter((entry) => entry.step > target).flatMap((entry) => entry.rolls);
    this.going = { side: connection.viewer, step: target, rolls, agreed: [] };
  }
  async confirm(): Promise<void> {
    const target = this.going?.step ?? 0;
    await this.#try(() => this.seat.connection?.proposeRollback(target));
    if (!this.fault) this.leave();
  }
  answer(accept: boolean): void {
    void this.#try(() => this.seat.connection?.answerRollback(accept));
  }

  async #try(work: () => Promise<void> | undefined): Promise<void> {
    try {
      await work();
      this.going = null;
      this.fault = null;
    } catch (thrown) {
      this.fault = faultOf(thrown);
    }
  }

  close(): void {
    this.replay?.close();
  }
}
