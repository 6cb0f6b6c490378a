/** What the player is doing at the table: what is lit, what he holds, and the orders he gives. */

import type { Connection } from '../lib/connection.svelte';
import { happened } from '../lib/happenings';
import { settings } from '../lib/settings.svelte';
import { t } from '../lib/text';
import type { Choice, Decision, View } from '../lib/types';
import {
  fellows,
  litHexes,
  litPieces,
  nextOf,
  recommended,
  targetsOf,
  trayPieces,
  verbOf,
  type Option,
} from './choices';
import type { Point } from './geometry';
import { choicesAlong, marchOf, waypointAt, type Waypoint } from './leading';
import type { MapState } from './mapstate.svelte';
import { kept, stacksOf, topmost, type Stack } from './stacks';
import { describe, neighbourTowards } from './walking';

export interface Menu {
  options: Option[];
  at: Point;
  heading: string;
  /** A piece that can be held instead. */
  holds?: string;
}

/** Asked before a choice is played; true if it was taken care of, such as by a panel that asks to confirm. */
export type Intercept = (option: Option) => Promise<boolean> | boolean;

export class PlayState {
  held = $state<string | null>(null);
  hover = $state<string | null>(null);
  /** A hex that a list or panel points at. */
  shown = $state<string | null>(null);
  /** The hex the keyboard is at, and the step it was moved there at. */
  cursor = $state<string | null>(null);
  #cursorOf = -1;
  menu = $state.raw<Menu | null>(null);
  /** Pieces brought out by somebody: a formation, a search. */
  marked = $state.raw<ReadonlySet<string>>(new Set());
  wholeStacks = $state(false);
  announcement = $state('');
  lastHex = $state<string | null>(null);
  intercept: Intercept = () => false;
  /** Takes a click on a hex before the choices do; true if it was meant for somebody else. */
  taken: (label: string) => boolean = () => false;
  /** The same for a hex that is drawn over. */
  painted: (label: string) => boolean = () => false;

  /** The waypoints that a group in hand is led by, if its player wants another way than the cheapest. */
  waypoints = $state.raw<readonly Waypoint[]>([]);
  /** The hexes drawn over with a group, and one that stopped the stroke. */
  stroke = $state.raw<readonly string[]>([]);
  closed = $state<string | null>(null);

  #stacks: Map<string, Stack> = new Map();
  /** Whether the last stack was taken as a whole. */
  lastWhole = false;

  constructor(
    readonly map: MapState,
    private readonly source: () => { view: View; connection: Connection | null },
  ) {}

  get view(): View {
    return this.source().view;
  }
  get connection(): Connection | null {
    return this.source().connection;
  }

  /** The decision, if it is ours to make here; at a waypoint, the one that will be asked there. */
  decision: Decision | null = $derived.by(() => {
    const asked = this.source().connection?.decision ?? null;
    return asked && (this.waypoints.at(-1)?.decision ?? asked);
  });
  targets = $derived.by(() => targetsOf(this.decision));
  lit = $derived.by(() => litPieces(this.targets));
  hexes = $derived.by(() => litHexes(this.targets, this.held));
  best = $derived.by(() => recommended(this.targets));
  tray = $derived.by(() =>
    trayPieces(this.targets, (key) => this.map.isOnMap(this.view.pieces[key]?.at ?? '')),
  );
  stacks = $derived.by(() => {
    this.#stacks = kept(
      this.#stacks,
      stacksOf(this.view.pieces, (at) => this.map.hexes.has(at)),
    );
    return this.#stacks;
  });
  /** What was picked up: the pieces whose way is being chosen. */
  hand = $derived.by(() => {
    const about = this.decision?.about;
    return new Set(about?.stage === 'march' ? about.pieces : []);
  });
  /** What a hover or the keyboard is on. */
  pointed = $derived.by(() => this.shown ?? this.hover ?? this.cursor);

  /** Whether the cursor was moved since the decision was asked. */
  get cursorMoved(): boolean {
    return this.cursor !== null && this.#cursorOf === this.view.step;
  }
  get busy(): boolean {
    return this.connection?.busy ?? false;
  }

  /** The view has changed under us: forget what no longer holds. */
  settle(): void {
    this.waypoints = [];
    if (this.held && !this.targets.pairs.has(this.held)) this.held = null;
    // Where only one piece is to be sent somewhere, it need not be picked up first.
    if (!this.held && this.targets.pairs.size === 1 && !this.targets.pieces.size) {
      this.held = [...this.targets.pairs.keys()][0]!;
    }
    this.menu = null;
    this.shown = null;
    this.#look();
  }

  #asked = '';
  /** The questions of this phase that have been asked in it before. */
  #known = new Set<string>();
  #phase = '';
  /**
   * Turn the map to a decision of another kind, if it lies out of sight or too small to be read. What a phase
   * goes on with after a battle or a march is nothing new: whoever plays is looking at how that ended.
   */
  #look(): void {
    const asked = this.decision?.kind ?? '';
    const phase = `${this.view.report.turn} ${this.view.report.phase}`;
    if (phase !== this.#phase) this.#known.clear();
    this.#phase = phase;
    const again = this.decision?.about.stage === 'order' && this.#known.has(asked);
    const fresh = asked !== this.#asked && this.#asked !== '' && !again;
    this.#known.add(asked);
    this.#asked = asked || this.#asked;
    if (!fresh || !asked || !this.map.placed) return;
    const goals =
      this.best && !this.targets.buttons.includes(this.best) ? this.goalsOf(this.best) : this.stops;
    if (goals.length && !this.map.inSight(goals)) this.map.revealAll(goals.slice(0, 12), true);
  }

  /** The hexes a choice is about. */
  goalsOf(option: Option): string[] {
    const { unit, hex } = option.choice.face;
    const at = unit ? (this.view.pieces[unit]?.at ?? '') : '';
    return [at, hex ?? ''].filter(this.map.isOnMap);
  }

  // Clicking

  clickHex(label: string, at: Point, whole = false): void {
    if (this.taken(label)) return;
    const options = this.hexes.get(label) ?? [];
    if (whole && this.hand.size && marchOf(options)) return void this.lead(label);
    const stack = this.stacks.get(label);
    const top = stack ? topmost(stack, this.lit) : null;
    const piece = top && this.lit.has(top.key) ? top.key : null;
    if (!options.length && piece) return this.clickPiece(piece, at, whole);
    if (!options.length) {
      this.held = null;
      return;
    }
    const both = piece ? [...options, ...(this.targets.pieces.get(piece) ?? [])] : options;
    this.offer(both, at, this.map.called(label));
  }

  clickPiece(key: string, at: Point, whole = false): void {
    const options = this.targets.pieces.get(key) ?? [];
    const holds = this.targets.pairs.has(key);
    if (holds && !options.length) {
      this.held = this.held === key ? null : key;
      happened('piece-selected', key);
      if (this.held) this.#showReach(key);
      return;
    }
    const all = whole !== this.wholeStacks;
    if (options.length === 1 && !holds) {
      void (all ? this.takeStack(options[0]!) : this.choose(options[0]!));
      return;
    }
    this.offer(options, at, this.nameOf(key), holds ? key : undefined);
  }

  /** Where a piece in hand can go: say it, and turn the map there if nothing of it can be seen. */
  #showReach(key: string): void {
    const goals = [...this.hexes.keys()];
    this.say(t('table.held', { piece: this.nameOf(key), count: goals.length }));
    if (!this.map.inSight(goals)) this.map.revealAll(goals, true);
  }

  hold(key: string): void {
    this.held = key;
    this.menu = null;
    happened('piece-selected', key);
  }

  /** Make the choice if there is one only, else ask which. */
  offer(options: Option[], at: Point, heading: string, holds?: string): void {
    if (options.length === 1 && !holds) void this.choose(options[0]!);
    else if (options.length || holds) this.menu = { options, at, heading, holds };
  }

  // Leading by a way of one's own

  /** Make a lit hex a waypoint: nothing is played before the goal is chosen, and then all as one order. */
  async lead(label: string): Promise<boolean> {
    const { connection, view } = this;
    const march = marchOf(this.hexes.get(label));
    if (!connection || !march || this.busy) return false;
    const before = this.waypoints.at(-1);
    this.menu = null;
    let then: Decision;
    try {
      then = await connection.ahead([...(before?.actions ?? []), march.choice.action]);
    } catch {
      // The connection keeps the refusal, and the prompt bar shows it.
      return false;
    }
    if (this.view !== view || this.waypoints.at(-1) !== before) return false;
    const next = waypointAt(before, march, then);
    this.waypoints = [...this.waypoints, next];
    this.say(t('table.waypoint', { hex: this.map.called(label), cost: next.cost, prompt: then.prompt }));
    return true;
  }

  /** Go from hex to hex, as one order. */
  async leadAlong(labels: readonly string[]): Promise<boolean> {
    const march = marchOf(this.hexes.get(labels[0]!)) ?? marchOf([...this.hexes.values()].flat());
    return march !== undefined && this.playChoices(choicesAlong(march, labels));
  }

  /** Forget the last waypoint; false if there is none. */
  leadBack(): boolean {
    if (!this.waypoints.length) return false;
    this.waypoints = this.waypoints.slice(0, -1);
    return true;
  }

  /** Put what is in hand back, if it has gone nowhere yet; false if nothing can be put back. */
  putDown(): boolean {
    const back = this.targets.buttons.find((option) => option.choice.face.puts_down);
    if (!back || this.busy) return false;
    void this.choose(back);
    return true;
  }

  /** What lets go of the group in hand: to stop where it is, or to put it back. */
  get lettingGo(): Option | null {
    if (!this.hand.size || this.waypoints.length) return null;
    return this.targets.buttons.find((option) => option.choice.action.do === 'pass') ?? null;
  }

  #turning = false;
  /** Let go of what is in hand and take up a piece of another stack, as one order; false if none can be. */
  async turnTo(at: string, whole = false): Promise<boolean> {
    const { connection, view, lettingGo } = this;
    if (!connection || !lettingGo || this.busy || this.#turning) return false;
    this.#turning = true;
    try {
      const then = targetsOf(await connection.ahead([lettingGo.choice.action]));
      const stack = this.stacks.get(at);
      const top = stack && topmost(stack, new Set(then.pieces.keys()));
      const options = (top && then.pieces.get(top.key)) ?? [];
      if (this.view !== view || options.length !== 1) return false;
      if (!(await this.playChoices([lettingGo.choice, options[0]!.choice]))) return false;
    } catch {
      return false; // the connection keeps the refusal
    } finally {
      this.#turning = false;
    }
    this.lastWhole = whole !== this.wholeStacks;
    return this.lastWhole ? this.takeFellows(at) : true;
  }

  // Giving orders

  async choose(option: Option): Promise<boolean> {
    this.menu = null;
    if (this.busy) return false;
    if (await this.intercept(option)) return true;
    return this.playChoices([option.choice]);
  }

  async play(options: Option[]): Promise<boolean> {
    return this.playChoices(options.map((option) => option.choice));
  }

  async playChoices(choices: Choice[]): Promise<boolean> {
    const { connection, decision } = this;
    if (!connection || !decision || !choices.length) return false;
    this.menu = null;
    try {
      const led = this.waypoints.at(-1)?.actions ?? [];
      await connection.play([...led, ...choices.map((choice) => choice.action)]);
    } catch {
      // The connection keeps the refusal, and the prompt bar shows it.
      return false;
    }
    const hex = choices.at(-1)?.face.hex;
    if (hex) this.lastHex = hex;
    this.held = null;
    this.waypoints = [];
    for (const { face } of choices) {
      if (face.unit && !face.hex) happened('piece-selected', face.unit);
      else if (!face.unit && !face.hex && decision.about.stage !== 'march')
        happened('phase-ended', face.text);
    }
    happened('played', choices.flatMap(({ action, face }) => [action.do, face.hex ?? '']).join(' '));
    return true;
  }

  /** Take a piece, and then all that stand with it and can be taken along. */
  async takeStack(option: Option): Promise<boolean> {
    const at = this.view.pieces[option.choice.face.unit ?? '']?.at;
    this.lastWhole = true;
    if (!(await this.choose(option)) || !at) return false;
    await this.takeFellows(at);
    return true;
  }

  /** Further pieces of a hex that can be taken in the same way. */
  fellowsAt(at: string): Option[] {
    const groups = fellows(this.targets, this.view.pieces, at);
    return groups.sort((a, b) => b.length - a.length)[0] ?? [];
  }

  async takeFellows(at: string): Promise<boolean> {
    return this.takeAll(this.fellowsAt(at));
  }

  /** Choices of one verb as one order; if they do not go together, one after the other as far as it goes. */
  async takeAll(options: Option[]): Promise<boolean> {
    if (!options.length || (await this.play(options))) return true;
    this.connection?.dismiss();
    const verb = verbOf(options[0]!);
    for (const { choice } of options) {
      const again = this.targets.pieces.get(choice.face.unit!)?.find((option) => verbOf(option) === verb);
      if (again) await this.play([again]);
    }
    this.connection?.dismiss();
    return true;
  }

  /** Take the advised choice; ending a phase while pieces could still act has to be said twice. */
  chooseBest(): void {
    const { best } = this;
    if (!best) return;
    if (settings.careful && this.endsUndone(best) && this.warned !== this.view.revision) {
      this.warned = this.view.revision;
      this.say(t('table.endsUndone', { count: this.stops.length || this.targets.items.size }));
      return;
    }
    void this.choose(best);
  }
  /** The revision at which the player was warned that his next Enter ends the phase. */
  warned = $state(-1);

  /** Whether a choice passes although pieces on the map or items beside it could still be chosen. */
  endsUndone(option: Option): boolean {
    if (option.choice.action.do !== 'pass') return false;
    return this.targets.items.size > 0 || (this.lit.size > 0 && this.decision?.about.stage === 'order');
  }

  async undo(): Promise<void> {
    if (this.held) {
      this.held = null;
      return;
    }
    if (this.leadBack()) return;
    if (!this.connection?.canUndo) {
      this.say(this.view.undo.reason || t('table.nothingToUndo'));
      return;
    }
    try {
      await this.connection.undo();
      happened('undone');
      this.say(t('table.undone'));
    } catch {
      // The connection keeps the refusal.
    }
  }

  async redo(): Promise<void> {
    if (!this.connection?.canRedo) return;
    try {
      await this.connection.redo();
      this.say(t('table.redone'));
    } catch {
      // The connection keeps the refusal.
    }
  }

  // Finding the next thing to do

  /** Hexes with something to choose, in the order of reading: pieces first, where pieces can be chosen. */
  stops = $derived.by(() => {
    const labels = new Set<string>();
    for (const key of this.lit) {
      const at = this.view.pieces[key]?.at;
      if (at && this.map.hexes.has(at)) labels.add(at);
    }
    if (!labels.size) for (const label of this.hexes.keys()) labels.add(label);
    return [...labels].sort((a, b) => this.#place(a) - this.#place(b));
  });

  #place(label: string): number {
    const hex = this.map.hexes.get(label);
    return hex ? Math.round(hex.x) * 100_000 + Math.round(hex.y) : 0;
  }

  next(back = false): void {
    const label = nextOf(this.stops, this.cursor, back);
    if (!label) return;
    this.goTo(label);
    this.map.reveal(label, 0.7);
  }

  goTo(label: string): void {
    this.cursor = label;
    this.#cursorOf = this.view.step;
    this.hover = null;
    this.say(describe(this, label));
  }

  step(angle: number): void {
    const from = this.cursor ?? this.hover ?? this.stops[0] ?? this.map.board?.hexes[0]?.label;
    if (!from) return;
    const next = this.cursor ? neighbourTowards(this.map, from, angle) : from;
    if (!next) return;
    this.goTo(next);
    this.map.reveal(next, 0.5);
  }

  // Words

  say(text: string): void {
    this.announcement = '';
    queueMicrotask(() => (this.announcement = text));
  }

  nameOf(key: string): string {
    return this.view.pieces[key]?.name || key;
  }
}
