/**
 * Putting an attack together and watching it. What is asked, who takes part and what is owed the decision says;
 * a choice that dice decide says so, and the server's forecast tells how it may end.
 */

import { api, faultOf } from '../lib/api';
import { happened } from '../lib/happenings';
import { t } from '../lib/text';
import type { Attack, Decision, Forecast, GameEvent, Stage } from '../lib/types';
import type { Option } from './choices';
import { followed, plannedToggles, togglesOf, type Fight } from './fights';
import { stepsOf } from './fightsteps';
import type { PlayState } from './playstate.svelte';

/** The odds of a choice: null if there are none after all, nothing if there was no answer in time. */
type Odds = Forecast | null | undefined;
interface Foreseen {
  option: Option;
  forecast: Forecast;
  step: number;
  /** The order that is given if it is confirmed, where attackers are chosen before. */
  attack?: Attack;
}

export const PANEL = 400; // pixels on the right that the panel covers
/** Where the first hex of a question is the one that is fought for. */
const BY_ITS_HEX: ReadonlySet<Stage> = new Set(['gather', 'prepare', 'advance']);
const HOVER = 140; // milliseconds the pointer rests before odds are asked for

export class BattleState {
  /** A choice that asks to be confirmed. */
  declared = $state.raw<Foreseen | null>(null);
  /** The attack as it is put together now, or the advised choice of a fight, with its odds. */
  ready = $state.raw<Foreseen | null>(null);
  fight = $state.raw<Fight | null>(null);
  /** The ways in which a fight can be fought, each with its odds, where that is asked. */
  ways = $state.raw<Foreseen[]>([]);
  preview = $state.raw<{ hex: string; forecast: Forecast } | null>(null);
  /** The odds of the attack as it is put together now are on their way. */
  awaited = $state(false);
  asking = $state(false);
  /** A choice was made, and waits for its odds before it asks to be confirmed. */
  intercepting = $state(false);

  #known = new Map<string, Promise<Odds>>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly play: PlayState) {}

  /** Who takes part in a fight, and who can, while that is what is asked. */
  toggles = $derived.by(() => togglesOf(this.play.decision?.about, this.play.targets));
  /** Who takes part in an attack that is still being thought of, and who could. */
  planned = $derived.by(() => plannedToggles(this.declared?.attack));
  assembling = $derived.by(() => !this.declared && this.fight !== null && this.toggles !== null);
  joined = $derived.by(() => this.toggles?.filter(({ on }) => on).map(({ key }) => key) ?? []);
  joining = $derived.by(
    () => this.toggles?.flatMap(({ on, option }) => (!on && option ? [option] : [])) ?? [],
  );
  /** The button that ends the putting together. */
  go = $derived.by(() => (this.assembling ? (this.play.targets.buttons[0] ?? null) : null));

  events: GameEvent[] = $derived.by(() => {
    const from = this.fight?.from ?? Infinity;
    return this.play.view.events.filter((event) => event.step > from);
  });
  steps = $derived.by(() => {
    const { map, view } = this.play;
    return stepsOf(this.events, map.isOnMap, (word) => word in view.pieces);
  });
  /** A small task that belongs to the fight. */
  task = $derived.by(() => {
    const { decision } = this.play;
    if (!this.fight || this.assembling || this.declared || this.fight.done !== null) return null;
    return decision;
  });
  open = $derived.by(() => this.declared !== null || this.fight !== null);
  forecast = $derived.by(
    () => (this.declared ?? this.ready)?.forecast ?? (this.assembling ? this.fight!.forecast : null),
  );
  /** What the fight is called: as it was foreseen, else by its hex. */
  subject = $derived.by(() => {
    const foreseen = (this.declared ?? this.ready)?.forecast.subject ?? this.fight?.subject;
    const about = this.play.decision?.about;
    const hex = about && BY_ITS_HEX.has(about.stage ?? 'choose') ? about.hexes?.[0] : '';
    return foreseen || (hex ? t('table.fightFor', { place: this.play.map.called(hex) }) : '');
  });

  /** The hex that is fought for, to be marked on the map. */
  hex = $derived.by(() => {
    if (!this.open) return null;
    const about = this.play.decision?.about;
    const asked = about && BY_ITS_HEX.has(about.stage ?? 'choose') ? about.hexes?.[0] : undefined;
    const told = this.steps.find(({ hex }) => hex)?.hex;
    return this.declared?.option.choice.face.hex ?? asked ?? told ?? null;
  });

  /** The view has changed: is there something to foresee, has a fight begun or ended? */
  async consider(): Promise<void> {
    const { view, decision } = this.play;
    if (this.declared && this.declared.step !== view.step) this.declared = null;
    if (this.ready && this.ready.step !== view.step) this.ready = null;
    if (this.ways[0]?.step !== view.step) this.ways = [];
    this.preview = null;
    this.fight = followed(this.fight, view);
    if (view.mail?.waits) this.close(); // what was declared goes to whoever has the dice
    if (this.fight && decision?.about.stage === 'prepare') void this.#compare(decision);
    const option = this.fight ? (this.go ?? this.#bestButton()) : null;
    this.awaited = option?.choice.face.chance ?? false;
    if (!decision || !option || !this.awaited) return;
    const forecast = await this.#ask(option, decision);
    if (this.play.decision !== decision) return;
    this.awaited = false;
    if (!forecast) return;
    this.ready = { option, forecast, step: view.step };
    happened('forecast-shown');
  }

  /** Where dice decide every way that can be chosen, ask for the odds of all. */
  async #compare(decision: Decision): Promise<void> {
    const { buttons, all } = this.play.targets;
    if (buttons.length < 2 || buttons.length < all.length) return;
    if (!buttons.every(({ choice }) => choice.face.chance)) return;
    const { step } = this.play.view;
    const forecasts = await Promise.all(buttons.map((option) => this.#ask(option, decision)));
    if (this.play.decision !== decision) return;
    this.ways = buttons.flatMap((option, at) => {
      const forecast = forecasts[at];
      return forecast ? [{ option, forecast, step }] : [];
    });
    happened('forecast-shown');
  }

  /** The advised choice, if it is none of the map. */
  #bestButton(): Option | null {
    const { best, targets } = this.play;
    return best && targets.buttons.includes(best) ? best : null;
  }

  close(): void {
    this.fight = null;
    this.declared = null;
    this.ready = null;
  }

  /** Stop a choice that dice decide, to show its odds first. True if it was stopped. */
  intercept = async (option: Option): Promise<boolean> => {
    const { decision } = this.play;
    const { face } = option.choice;
    if (!decision || !face.chance) return false;
    // A second click on what is thought of fights nothing: that is for the button and Enter.
    if (this.declared?.option.index === option.index) return true;
    const isSeen = (): boolean =>
      [this.ready, ...this.ways].some((seen) => seen?.option.index === option.index);
    if (isSeen()) return false;
    this.intercepting = true;
    const attack = isAttack(option, decision) ? await this.#plan(face.hex!, [], decision) : undefined;
    const forecast = attack?.forecast ?? (await this.#ask(option, decision));
    this.intercepting = false;
    if (this.play.decision !== decision) return true; // something else is asked by now
    if (!forecast || isSeen()) return false;
    this.#declare({ option, forecast, step: this.play.view.step, attack });
    return true;
  };

  #declare(seen: Foreseen): void {
    const { hex } = seen.option.choice.face;
    this.declared = seen;
    happened('attack-opened', hex);
    this.play.map.clear(hex ?? '', PANEL);
    happened('forecast-shown');
  }

  /** Show an attack that was thought out elsewhere, to be confirmed. */
  propose(attack: Attack): void {
    const option = this.play.hexes.get(attack.hex)?.find(({ choice }) => choice.face.chance);
    if (option) this.#declare({ option, forecast: attack.forecast, step: this.play.view.step, attack });
  }

  /** Let other pieces take part in the attack that is thought of. */
  async take(pieces: string[]): Promise<void> {
    const { declared } = this;
    const { decision } = this.play;
    if (!declared?.attack || !decision || !pieces.length) return;
    const attack = await this.#plan(declared.attack.hex, pieces, decision);
    if (attack && this.declared === declared)
      this.declared = { ...declared, attack, forecast: attack.forecast };
  }

  /** An attack of some pieces, or of the best that can be had, with its odds; nothing if it cannot be made. */
  async #plan(hex: string, pieces: string[], decision: Decision): Promise<Attack | undefined> {
    const { connection, view } = this.play;
    if (!connection || this.play.decision !== decision) return undefined;
    this.asking = true;
    try {
      return await api.attack(connection.game, connection.viewer, hex, pieces, view.revision);
    } catch (thrown) {
      if (pieces.length) connection.refusal = faultOf(thrown);
      return undefined;
    } finally {
      this.asking = false;
    }
  }

  /** Carry out what was foreseen or put together. */
  async confirm(): Promise<void> {
    const { declared, ready } = this;
    const option = declared?.option ?? this.go;
    if (!option || !this.play.decision) return;
    const forecast = (declared ?? ready)?.forecast ?? this.fight?.forecast ?? null;
    const subject = forecast?.subject ?? '';
    this.fight = this.fight
      ? { ...this.fight, forecast, subject: subject || this.fight.subject, done: null }
      : { from: this.play.view.step, subject, forecast, done: null };
    this.declared = null;
    const action = declared?.attack?.action ?? option.choice.action;
    await this.play.playChoices([{ ...option.choice, action }]);
  }

  cancel(): void {
    if (this.declared) this.declared = null;
    else if (this.assembling && this.play.connection?.canUndo) void this.play.undo();
    else this.close();
  }

  async joinAll(): Promise<void> {
    await this.play.takeAll(this.joining);
  }

  /**
   * Take a piece out again: by the choice that does so, else by going back before it joined and letting those
   * after it join again.
   */
  async leave(key: string): Promise<void> {
    const out = this.toggles?.find((each) => each.key === key)?.option;
    if (out) return void (await this.play.play([out]));
    const before = this.joined;
    while (this.joined.includes(key)) {
      const { step } = this.play.view;
      await this.play.undo();
      if (this.play.view.step === step) return;
    }
    const gone = new Set(before.filter((each) => each !== key && !this.joined.includes(each)));
    const again = this.joining.filter(({ choice }) => gone.has(choice.face.unit ?? ''));
    await this.play.takeAll(again);
  }

  /** The pointer rests on a hex: show the odds of attacking it. */
  look(label: string | null): void {
    clearTimeout(this.#timer);
    if (this.preview?.hex !== label) this.preview = null;
    const { decision } = this.play;
    const option = label ? this.play.hexes.get(label)?.[0] : undefined;
    if (!label || !option || !decision) return;
    if (!option.choice.face.chance) return;
    this.#timer = setTimeout(async () => {
      const forecast = await this.#ask(option, decision);
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

/** Whether a choice begins an attack whose attackers may be chosen beforehand. */
function isAttack({ choice: { face } }: Option, { about }: Decision): boolean {
  return about.stage === 'order' && face.chance === true && Boolean(face.hex) && !face.unit;
}
