/** What the pointer does at the table: clicks, drags, the fan under it, and what it asks. */

import { happened } from '../lib/happenings';
import { t } from '../lib/text';
import type { BattleState } from './battle.svelte';
import { distance, type Point } from './geometry';
import type { Gestures } from './gestures';
import { strokeTo } from './leading';
import type { MarchState } from './marches.svelte';
import type { PlayState } from './playstate.svelte';
import { topmost } from './stacks';
import type { WhyState } from './why.svelte';

const REST = 320; // milliseconds the pointer rests on a stack before it fans out
const LINGER = 260;

export interface Dragged {
  key: string;
  at: Point;
}

export class Hands implements Gestures {
  fan = $state.raw<{ at: string; pinned: boolean } | null>(null);
  dragged = $state.raw<Dragged | null>(null);
  /** The pointer rests long enough to say what it is on. */
  resting = $state(false);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #leaving: ReturnType<typeof setTimeout> | undefined;
  #picked: Promise<boolean> | null = null;
  #moved = false;
  #painting = false;

  constructor(
    private readonly play: PlayState,
    private readonly battle: BattleState,
    private readonly why: WhyState,
    private readonly marches: MarchState,
  ) {}

  begin(): void {
    this.play.map.stopFlight();
    this.play.menu = null;
    if (this.why.subject) this.why.close();
    this.#unfan(0);
  }

  pan(dx: number, dy: number): void {
    this.play.map.pan(dx, dy);
    this.#mapMoved();
  }

  zoom(factor: number, at: Point): void {
    this.play.map.zoom(factor, at);
    this.#mapMoved();
  }

  #mapMoved(): void {
    this.resting = false;
    if (this.#moved) return;
    this.#moved = true;
    happened('map-moved');
  }

  hover(at: Point | null): void {
    const label = at ? (this.play.map.hexAt(at)?.label ?? null) : null;
    if (label === this.play.hover) return;
    this.play.hover = label;
    this.play.cursor = label ? null : this.play.cursor;
    this.resting = false;
    clearTimeout(this.#timer);
    this.battle.look(label);
    if (this.fan && !this.fan.pinned && this.fan.at !== label) this.#unfan(LINGER);
    if (!label) return;
    if (this.play.hexes.has(label)) happened('destination-shown', label);
    this.#timer = setTimeout(() => {
      this.resting = true;
      const destination = this.play.hexes.has(label);
      if (!destination && this.play.stacks.has(label) && !this.fan?.pinned && !this.dragged)
        this.open(label, false);
    }, REST);
  }

  /** Fan a stack out. */
  open(at: string, pinned: boolean): void {
    clearTimeout(this.#leaving);
    this.fan = { at, pinned };
    happened('stack-opened', at);
  }

  stay = (): void => clearTimeout(this.#leaving);
  leave = (): void => {
    if (!this.fan?.pinned) this.#unfan(LINGER);
  };
  closeFan = (): void => {
    clearTimeout(this.#leaving);
    this.fan = null;
  };

  #unfan(after: number): void {
    clearTimeout(this.#leaving);
    if (!this.fan) return;
    if (after) this.#leaving = setTimeout(() => (this.fan = null), after);
    else this.fan = null;
  }

  click(at: Point, how: { shift: boolean; touch: boolean }): void {
    const { play } = this;
    clearTimeout(this.#timer);
    const hex = play.map.hexAt(at);
    play.cursor = null;
    if (!hex) {
      play.held = null;
      return;
    }
    if (play.taken(hex.label)) return;
    const stack = play.stacks.get(hex.label);
    const litHere = stack?.pieces.filter(({ key }) => play.lit.has(key)).length ?? 0;
    const lit = play.hexes.has(hex.label) || litHere > 0;
    if (how.touch && stack && litHere > 1 && !play.hexes.has(hex.label)) this.open(hex.label, true);
    else if (lit) play.clickHex(hex.label, at, how.shift);
    else {
      play.held = null;
      if (stack) void this.#turnTo(hex.label, how.shift);
      else if (play.decision && play.hexes.size) void this.why.open(hex.label, at);
    }
  }

  /** A click on a stack while another group is in hand takes it up instead; else it fans out. */
  async #turnTo(label: string, shift: boolean): Promise<void> {
    const turned = this.#isOwn(label) && (await this.play.turnTo(label, shift));
    if (!turned) this.open(label, true);
  }

  #isOwn(label: string): boolean {
    const { view, stacks } = this.play;
    const sides = stacks.get(label)?.pieces.map(({ key }) => view.pieces[key]?.side);
    return sides?.some((side) => side === view.viewer) ?? false;
  }

  doubleClick(at: Point): void {
    const hex = this.play.map.hexAt(at);
    if (hex && (this.play.hexes.has(hex.label) || this.play.stacks.has(hex.label))) return;
    this.play.map.zoom(1.8, at);
  }

  ask(at: Point, touch: boolean): void {
    const hex = this.play.map.hexAt(at);
    if (!hex) return;
    if (touch && this.play.stacks.has(hex.label)) this.open(hex.label, true);
    else void this.why.open(hex.label, at);
  }

  take(at: Point, shift: boolean): boolean {
    const { play } = this;
    const hex = play.map.hexAt(at);
    this.#painting = !!hex && shift && play.painted(hex.label);
    if (this.#painting) return true;
    const stack = hex && play.stacks.get(hex.label);
    if (!stack || play.busy) return false;
    const near = distance(play.map.hexes.get(hex.label)!, {
      x: (at.x - play.map.camera.x) / play.map.camera.scale,
      y: (at.y - play.map.camera.y) / play.map.camera.scale,
    });
    if (near > 42) return false;
    const inHand = stack.pieces.find(({ key }) => play.hand.has(key) || play.held === key);
    const top = inHand ?? topmost(stack, play.lit);
    const turning = !inHand && !!top && !play.lit.has(top.key) && !!play.lettingGo && this.#isOwn(hex.label);
    if (!top || !(inHand || turning || play.lit.has(top.key))) return false;
    this.dragged = { key: top.key, at };
    play.stroke = [hex.label];
    this.#picked = null;
    if (turning) this.#picked = play.turnTo(hex.label, shift);
    else if (!inHand) {
      const options = play.targets.pieces.get(top.key) ?? [];
      if (play.targets.pairs.has(top.key)) play.hold(top.key);
      else if (options.length === 1) {
        const whole = shift !== play.wholeStacks;
        this.#picked = whole ? play.takeStack(options[0]!) : play.choose(options[0]!);
      }
    }
    return true;
  }

  drag(at: Point, shift: boolean): void {
    if (this.#painting) {
      const over = this.play.map.hexAt(at);
      if (over) this.play.painted(over.label);
      return;
    }
    if (!this.dragged) return;
    const { play } = this;
    this.dragged = { ...this.dragged, at };
    const label = play.map.hexAt(at)?.label ?? null;
    if (label === play.hover) return;
    play.hover = label;
    if (shift && label) this.#draw(label);
  }

  /** With Shift, a drag draws the way hex by hex; without, it only says where to. */
  #draw(label: string): void {
    const { play } = this;
    const open = play.stroke.includes(label) || !play.hand.size || play.hexes.has(label);
    play.closed = open ? null : label;
    if (!open) return play.say(t('table.closed', { hex: play.map.called(label) }));
    const beside = (here: string, there: string) =>
      play.map.board?.neighbours[here]?.includes(there) ?? false;
    play.stroke = strokeTo(play.stroke, label, beside);
  }

  /** Whether a group in hand that is dropped on a hex is meant to march there in later turns. */
  #isFar(label: string): boolean {
    const { play } = this;
    const pieces = play.stacks.get(label)?.pieces ?? [];
    return play.hand.size > 0 && pieces.every(({ key }) => play.view.pieces[key]?.side === play.view.viewer);
  }

  /** Let go over a hex: the choice there, if there is one. What was only picked up stays in hand. */
  drop(at: Point | null): void {
    const dragged = this.dragged;
    this.dragged = null;
    this.#painting = false;
    const hex = at ? this.play.map.hexAt(at) : null;
    const picked = this.#picked;
    const { stroke, closed } = this.play;
    this.play.stroke = [];
    this.play.closed = null;
    if (!dragged || !hex || !at) return;
    const home = this.play.view.pieces[dragged.key]?.at;
    if (hex.label === home) return;
    void (async () => {
      // What could not be taken up goes nowhere, and neither does what was in hand before.
      if ((await picked) === false) return void this.why.open(hex.label, at, dragged.key);
      const way = stroke.slice(1);
      if (!closed && way.length && hex.label !== way.at(-1)) way.push(hex.label);
      if (way.length > 1 || (closed && way.length)) return void this.play.leadAlong(way);
      const options = this.play.hexes.get(hex.label) ?? [];
      if (options.length) this.play.offer(options, at, this.play.map.called(hex.label));
      else if (this.#isFar(hex.label)) void this.marches.send([...this.play.hand], hex.label);
      else void this.why.open(hex.label, at);
    })();
  }
}
