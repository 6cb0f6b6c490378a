/**
 * Putting an attack together and watching it. Whether a choice throws dice is not ours to know: the server's
 * forecast says so, by giving one or refusing.
 */

import { api } from '../lib/api';
import { happened } from '../lib/happenings';
import type { Choice, Decision, Forecast, GameEvent, View } from '../lib/types';
import { pieceVerbs, verbOf, type Option } from './choices';
import { isFight, stepsOf } from './fightsteps';
import { since, type Order } from './orders';
import type { PlayState } from './playstate.svelte';

/** What is known of a choice: its odds, null if it throws no dice, nothing if there was no answer in time. */
type Odds = Forecast | null | undefined;
interface Foreseen {
  option: Option;
  forecast: Forecast;
  step: number;
}
interface Fight {
  /** The step before the fight began, and the kind of decision it began from. */
  from: number;
  kind: string;
  phase: string;
  subject: string;
  forecast: Forecast | null;
  /** Dice have fallen. */
  thrown: boolean;
  /** The step at which nothing was left to decide in it. */
  done: number | null;
}

const PANEL = 400; // pixels on the right that the panel covers
const HOVER = 140; // milliseconds the pointer rests before odds are asked for

const phaseOf = (view: View): string => `${view.turn} ${view.report.phase}`;

export class BattleState {
  /** A choice on the map that asks to be confirmed. */
  declared = $state.raw<Foreseen | null>(null);
  /** A button whose dice can be foreseen. */
  ready = $state.raw<Foreseen | null>(null);
  fight = $state.raw<Fight | null>(null);
  preview = $state.raw<{ hex: string; forecast: Forecast } | null>(null);
  /** The odds of the attack as it is put together now are on their way. */
  awaited = $state(false);
  asking = $state(false);

  #known = new Map<string, Promise<Odds>>();
  #barren = new Set<string>();
  /** Kinds of decisions that were made when nobody fought. */
  #peace = new Set<string>();
  /** The kind of decision by which pieces join. */
  #gathering = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #seen = -1;

  constructor(private readonly play: PlayState) {}

  /** Pieces that can join while an attack is put together: nothing else is asked, and the dice come next. */
  joining = $derived.by(() => {
    const { targets, decision } = this.play;
    if (!this.fight || this.fight.thrown || !decision || targets.hexes.size || targets.pairs.size)
      return null;
    if (targets.buttons.length && !this.ready) return null;
    const groups = [...pieceVerbs(targets)];
    return groups.length === 1 ? groups[0]! : null;
  });

  /** Orders by which pieces have joined so far. */
  joined = $derived.by((): { key: string; order: Order; choice: Choice }[] => {
    const { fight } = this;
    if (!fight || fight.thrown) return [];
    return since(this.play.orders, fight.from)
      .filter((order) => order.kind !== fight.kind)
      .flatMap((order) => order.choices.map((choice) => ({ key: choice.face.unit ?? '', order, choice })))
      .filter(({ key, choice }) => key && !choice.face.hex);
  });

  assembling = $derived.by(
    () =>
      !this.declared &&
      this.fight?.thrown === false &&
      (this.ready !== null || this.joining !== null || this.awaited),
  );
  events: GameEvent[] = $derived.by(() => {
    const from = this.fight?.from ?? Infinity;
    return this.play.view.events.filter((event) => event.step > from);
  });
  steps = $derived.by(() => stepsOf(this.events));
  /** A small task that belongs to the fight. */
  task = $derived.by(() => {
    const { decision } = this.play;
    if (!this.fight || this.assembling || this.declared || this.fight.done !== null) return null;
    return decision && decision.kind !== this.fight.kind ? decision : null;
  });
  open = $derived.by(() => this.declared !== null || this.ready !== null || this.fight !== null);
  forecast = $derived.by(
    () => (this.declared ?? this.ready)?.forecast ?? (this.assembling ? this.fight!.forecast : null),
  );

  /** The view has changed: is there something to foresee, has a fight begun or ended? */
  async consider(): Promise<void> {
    const { view, decision } = this.play;
    if (this.declared && this.declared.step !== view.step) this.declared = null;
    if (this.ready && this.ready.step !== view.step) this.ready = null;
    this.preview = null;
    this.awaited = false;
    this.#follow();
    if (view.mail?.waits) this.close(); // what was declared goes to whoever has the dice
    if (!decision) return;
    const { step } = view;
    const buttons = this.play.targets.buttons;
    const candidates = buttons.length > 4 ? buttons.filter((option) => option.recommended) : buttons;
    if (this.joining) this.#gathering = decision.kind;
    this.awaited = candidates.length > 0 && decision.kind === this.#gathering;
    for (const option of candidates) {
      const word = `${decision.kind} ${verbOf(option)}`;
      if (!this.fight && this.#barren.has(word)) continue;
      const forecast = await this.#ask(option, decision);
      if (this.play.decision !== decision) return;
      if (forecast) {
        this.ready = { option, forecast, step };
        this.awaited = false;
        this.fight ??= this.#fightFrom(decision.kind, forecast, step);
        happened('forecast-shown');
        return;
      }
      if (forecast === null) this.#barren.add(word);
    }
    this.awaited = false;
  }

  #fightFrom(kind: string, forecast: Forecast, from: number): Fight {
    const phase = phaseOf(this.play.view);
    return { from, kind, phase, subject: forecast.subject, forecast, thrown: false, done: null };
  }

  /** Keep step with a fight: it begins with the first blow and ends when nothing is left to decide in it. */
  #follow(): void {
    const { view, decision } = this.play;
    const first = this.#seen < 0;
    const back = view.step < this.#seen;
    const fresh = view.events.filter((event) => event.step > this.#seen);
    this.#seen = view.step;
    if (back && this.fight && view.step <= this.fight.from) this.fight = null;
    if (first || back) return;
    const begins = fresh.find((event) => event.kind === 'combat' && 'hex' in event.data);
    if (isFight(fresh) && (!this.fight || (this.fight.thrown && begins))) {
      const from = (begins ?? fresh[0]!).step - 1;
      const subject = begins?.text ?? '';
      const phase = phaseOf(view);
      this.fight = { from, kind: '', phase, subject, forecast: null, thrown: false, done: null };
    }
    if (!this.fight) {
      for (const { kind } of view.asked ?? []) this.#peace.add(kind);
      return;
    }
    if (stepsOf(fresh).some((step) => step.rolls.length)) this.fight = { ...this.fight, thrown: true };
    const over = this.#isOver(this.fight);
    if (this.fight.done !== null && view.step > this.fight.done && !isFight(fresh)) this.fight = null;
    else if (over && !this.fight.thrown && decision) this.fight = null;
    else if (over && this.fight.thrown) this.fight = { ...this.fight, done: view.step };
  }

  /** Nothing is left to decide in a fight when what was decided before it is decided again, or in a new phase. */
  #isOver(fight: Fight): boolean {
    const { view } = this.play;
    if (fight.phase !== phaseOf(view) || view.outcome) return true;
    const kinds = view.asked?.map((each) => each.kind) ?? [];
    return kinds.some((kind) => kind === fight.kind || this.#peace.has(kind));
  }

  close(): void {
    this.fight = null;
    this.declared = null;
    this.ready = null;
  }

  /** Stop a choice that would throw dice, to show its odds first. True if it was stopped. */
  intercept = async (option: Option): Promise<boolean> => {
    const { decision } = this.play;
    const { face } = option.choice;
    if (!decision || (!face.hex && face.unit)) return false;
    if (!face.hex && this.ready?.option.index === option.index) return false;
    if (this.declared?.option.index === option.index) return false;
    const word = `${decision.kind} ${verbOf(option)}`;
    if (this.#barren.has(word)) return false;
    const forecast = await this.#ask(option, decision);
    if (this.play.decision !== decision) return true; // something else is asked by now
    if (forecast === null) this.#barren.add(word);
    if (!forecast) return false;
    this.declared = { option, forecast, step: this.play.view.step };
    happened('attack-opened', face.hex);
    this.play.map.clear(face.hex ?? '', PANEL);
    happened('forecast-shown');
    return true;
  };

  /** Carry out what was foreseen. */
  async confirm(): Promise<void> {
    const chosen = this.declared ?? this.ready;
    const { decision } = this.play;
    if (!chosen || !decision) return;
    if (this.declared || !this.fight || this.fight.thrown) {
      this.fight = this.#fightFrom(decision.kind, chosen.forecast, this.play.view.step);
    }
    this.declared = null;
    await this.play.play([chosen.option]);
  }

  cancel(): void {
    if (this.declared) this.declared = null;
    else if (this.assembling) void this.play.undo();
    else this.close();
  }

  async joinAll(): Promise<void> {
    if (this.joining) await this.play.takeAll(this.joining[1]);
  }

  /** Take a piece out again: go back before it joined, and let those after it join again. */
  async leave(key: string): Promise<void> {
    const { connection } = this.play;
    const at = this.joined.findIndex((each) => each.key === key);
    const order = this.joined[at]?.order;
    if (!connection || !order) return;
    const again = this.joined
      .slice(this.joined.findIndex((each) => each.order === order))
      .filter((each) => each.key !== key);
    while (this.play.view.step > order.from && connection.canUndo) {
      const before = this.play.view.step;
      await this.play.undo();
      if (this.play.view.step === before) return;
    }
    if (again.length) await this.play.playChoices(again.map((each) => each.choice));
  }

  /** The pointer rests on a hex: show the odds of attacking it. */
  look(label: string | null): void {
    clearTimeout(this.#timer);
    if (this.preview?.hex !== label) this.preview = null;
    const { decision } = this.play;
    const option = label ? this.play.hexes.get(label)?.[0] : undefined;
    if (!label || !option || !decision) return;
    const word = `${decision.kind} ${verbOf(option)}`;
    if (this.#barren.has(word)) return;
    this.#timer = setTimeout(async () => {
      const forecast = await this.#ask(option, decision);
      if (forecast === null) this.#barren.add(word);
      if (forecast && this.play.decision === decision && this.play.hover === label)
        this.preview = { hex: label, forecast };
    }, HOVER);
  }

  /** The odds of a choice, asked for as long as the decision it belongs to is still the one to be made. */
  #ask(option: Option, decision: Decision): Promise<Odds> {
    const { connection, view } = this.play;
    if (!connection || this.play.decision !== decision) return Promise.resolve(undefined);
    const key = `${view.revision} ${JSON.stringify(option.choice.action)}`;
    let found = this.#known.get(key);
    if (!found) {
      if (this.#known.size > 200) this.#known.clear();
      this.asking = true;
      found = api
        .forecast(connection.game, connection.viewer, option.choice.action, view.revision)
        .catch(() => void this.#known.delete(key))
        .finally(() => (this.asking = false));
      this.#known.set(key, found);
    }
    return found;
  }
}
