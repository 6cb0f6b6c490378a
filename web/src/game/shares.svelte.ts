/**
 * The share of this browser in the dice of a game that people share: it promises a secret, and gives it when
 * all have promised. What it gave and what it saw stays here, to be compared with the game's file at its end.
 */

import { api } from '$lib/api';
import type { Connection } from '$lib/connection.svelte';
import { commitment, newSecret, type KeptShare } from '$lib/fairness';
import { session } from '$lib/session.svelte';
import type { DiceState, Seat, Side } from '$lib/types';

/** Shares by their promises. */
export type Shares = Record<string, KeptShare>;

export type Wish =
  | { kind: 'promise' }
  | { kind: 'give'; promise: string }
  | { kind: 'wait'; seconds: number }
  | { kind: 'elsewhere' };

/** What there is to do for a side now, with what this browser has kept; nothing if others are to act. */
export function wishOf(dice: DiceState, side: Side, kept: Shares): Wish | null {
  if (!dice.wanted.includes(side)) return null;
  const mine = dice.promises[side];
  if (mine === undefined) return dice.given.length ? null : { kind: 'promise' };
  if (dice.given.includes(side)) return null;
  if (!kept[mine]) return { kind: 'elsewhere' };
  if (dice.wait === 0) return { kind: 'give', promise: mine };
  return dice.wait === null ? null : { kind: 'wait', seconds: dice.wait };
}

/** A promise of a side that was made here and never given away; the server has seen no more of it. */
export function unspent(side: Side, kept: Shares): string | undefined {
  return Object.keys(kept).find((promise) => kept[promise]?.side === side && !kept[promise]?.seen);
}

const place = (game: string): string => `hexfront.dice.${game}`;

export function keptShares(game: string): Shares {
  try {
    return JSON.parse(localStorage.getItem(place(game)) ?? '{}') as Shares;
  } catch {
    return {};
  }
}

function keep(game: string, promise: string, share: KeptShare): void {
  // Other windows of this browser may have kept something meanwhile.
  localStorage.setItem(place(game), JSON.stringify({ ...keptShares(game), [promise]: share }));
}

function newPromise(game: string, side: Side): string {
  const secret = newSecret();
  const promise = commitment(side, secret);
  keep(game, promise, { side, secret });
  return promise;
}

/** The side for which a player answers: his own, if it is one of those that are asked. */
export function answersFor(wanted: Side[], seats: Record<Side, Seat>): Side | undefined {
  return wanted.find((side) => seats[side]?.you && !seats[side]?.commander);
}

export class ShareKeeper {
  dice = $state.raw<DiceState | null>(null);
  /** Another browser of this player has promised, and this one cannot give what it promised. */
  elsewhere = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #busy = false;
  #again = false;
  #closed = false;

  constructor(readonly connection: Connection) {
    if (!session.hosted) return;
    connection.onDice = () => void this.look();
    void this.look();
  }

  /** See how the dice stand, and do our part. */
  async look(): Promise<void> {
    if (this.#busy) {
      this.#again = true;
      return;
    }
    this.#busy = true;
    try {
      do {
        this.#again = false;
        this.dice = await api.dice(this.connection.game);
        while (!this.#closed && (await this.#act(this.dice)));
      } while (this.#again && !this.#closed);
    } catch {
      // Dice are made without us then, or with the next message about them.
    } finally {
      this.#busy = false;
    }
  }

  /** Begin anew with a secret of this browser, because the one that was promised is lost. */
  async anew(): Promise<void> {
    const side = answersFor(this.dice?.wanted ?? [], this.connection.seats);
    if (!side) return;
    const { game } = this.connection;
    this.dice = await api.share(game, { as: side, promise: newPromise(game, side), anew: true });
    await this.look();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** Do one thing; whether there may be another. */
  async #act(dice: DiceState): Promise<boolean> {
    clearTimeout(this.#timer);
    const { game, seats } = this.connection;
    const side = answersFor(dice.wanted, seats);
    const kept = keptShares(game);
    const wish = side ? wishOf(dice, side, kept) : null;
    this.elsewhere = wish?.kind === 'elsewhere';
    if (!side || !wish) return false;
    switch (wish.kind) {
      case 'promise':
        this.dice = await api.share(game, {
          as: side,
          promise: unspent(side, kept) ?? newPromise(game, side),
        });
        break;
      case 'give': {
        const share = kept[wish.promise]!;
        keep(game, wish.promise, { ...share, seen: dice.promises });
        const secret = { secret: share.secret, round: dice.round };
        this.dice = await api.share(game, { as: side, promise: wish.promise, ...secret });
        break;
      }
      case 'wait':
        this.#timer = setTimeout(() => void this.look(), wish.seconds * 1000 + 200);
        return false;
      case 'elsewhere':
        return false;
    }
    // What the server has not taken is not sent twice: its next message brings us back.
    const next = wishOf(this.dice, side, keptShares(game));
    return next !== null && next.kind !== wish.kind;
  }
}
