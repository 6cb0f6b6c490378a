/** The sheet of attacks: every attack that could be made now, and those that are to be fought one by one. */

import { api, faultOf } from '../lib/api';
import type { Attack } from '../lib/types';
import { clashing, sortedBy, type Column } from './attacks';
import type { BattleState } from './battle.svelte';
import type { PlayState } from './playstate.svelte';

export class AttackSheet {
  open = $state(false);
  loading = $state(false);
  attacks = $state.raw<readonly Attack[]>([]);
  /** Hexes to be attacked, in this order. */
  ticked = $state.raw<readonly string[]>([]);
  /** The ticked attacks are being fought. */
  fighting = $state(false);
  column = $state<Column>('balance');
  #of = -1;

  constructor(
    private readonly play: PlayState,
    private readonly battle: BattleState,
  ) {}

  /** Whether attacks are what is to be decided. */
  offered = $derived.by(() => {
    const { decision, targets } = this.play;
    if (decision?.about.stage !== 'order') return false;
    return targets.all.some(({ choice: { face } }) => face.chance && face.hex);
  });
  sorted = $derived.by(() => sortedBy(this.attacks, this.column));
  clashes = $derived.by(() => clashing(this.attacks, this.ticked));

  toggle(): void {
    this.open = !this.open;
    if (this.open) void this.load();
  }

  /** The view has changed: reckon anew, and go on with what was ticked. */
  async settle(): Promise<void> {
    if (!this.open && !this.fighting) return;
    if (!this.offered) {
      // Another order is asked for: the phase of attacks is over.
      if (this.play.decision?.about.stage === 'order') this.fighting = false;
      return;
    }
    const goesOn = this.fighting;
    await this.load();
    if (goesOn && this.fighting) this.next();
  }

  async load(): Promise<void> {
    const { connection, view } = this.play;
    if (!connection || !this.offered || this.#of === view.revision) return;
    this.#of = view.revision;
    this.loading = true;
    try {
      const found = await api.attacks(connection.game, connection.viewer);
      if (this.#of !== view.revision) return;
      this.attacks = found;
      const there = new Set(found.map(({ hex }) => hex));
      this.ticked = this.ticked.filter((hex) => there.has(hex));
    } catch (thrown) {
      this.#of = -1;
      connection.refusal = faultOf(thrown);
    } finally {
      this.loading = false;
    }
  }

  tick(hex: string): void {
    this.ticked = this.ticked.includes(hex)
      ? this.ticked.filter((each) => each !== hex)
      : [...this.ticked, hex];
  }

  fight(): void {
    this.fighting = true;
    this.open = false;
    this.next();
  }

  /** Bring the next ticked attack up to be confirmed. */
  next(): void {
    const [hex, ...rest] = this.ticked;
    const attack = this.attacks.find((each) => each.hex === hex);
    this.ticked = rest;
    if (attack) this.battle.propose(attack);
    else this.fighting = false;
  }
}
