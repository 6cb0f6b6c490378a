/** A position under the hands of its author. The text is the position; everything else follows from it. */

import { api, faultOf } from '$lib/api';
import type { Form, PositionShown, TextFault, TrayCounter, Tried, Workshop } from '$lib/positions';
import { t } from '$lib/text';
import type { ApiFault, Piece } from '$lib/types';
import type { Point } from '../table/geometry';
import type { Gestures } from '../table/gestures';
import { MapState } from '../table/mapstate.svelte';
import { stacksOf } from '../table/stacks';
import * as draft from './draft';
import type { DraftUnit } from './draft';

const SOON = 160; // milliseconds after a change until the server is asked what it shows
const LATER = 700; // and until it is asked how a game would go on
const MOST_STEPS = 300; // that can be undone

/** What a click on the map lays down. */
export interface Brush {
  form: Form;
  values: string[][];
}

/** What is held over the map: a unit of the text, or a counter of the tray. */
export interface Dragged {
  piece: Piece;
  at: Point;
  unit: string | null;
  counter: TrayCounter | null;
}

export class EditorState {
  text = $state('');
  workshop = $state.raw<Workshop | null>(null);
  shown = $state.raw<PositionShown | null>(null);
  tried = $state.raw<Tried | null>(null);
  fault = $state.raw<ApiFault | null>(null);
  map = $state.raw<MapState | null>(null);
  checking = $state(false);

  armed = $state.raw<TrayCounter | null>(null);
  brush = $state.raw<Brush | null>(null);
  carried = $state<string | null>(null); // a unit from beside the map on its way onto it
  hex = $state<string | null>(null);
  unit = $state<string | null>(null);
  dragged = $state.raw<Dragged | null>(null);
  hover = $state<string | null>(null);
  announcement = $state('');
  line = $state(0); // a line that is to be brought out in the text

  #past = $state.raw<string[]>([]);
  #future = $state.raw<string[]>([]);
  #typedAt = 0;
  #asked = 0;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #later: ReturnType<typeof setTimeout> | undefined;

  forms = $derived(this.workshop?.forms ?? []);
  units = $derived(draft.unitsOf(this.text, this.forms));
  byName = $derived(new Map(this.units.map((unit) => [unit.name, unit])));
  faults = $derived<TextFault[]>(this.shown?.faults ?? []);
  faultyHexes = $derived.by(() => {
    const { map } = this;
    return map
      ? new Set(this.faults.flatMap(({ line }) => draft.hexesIn(this.text, line, map.isOnMap)))
      : new Set<string>();
  });

  #printed = $derived(new Map((this.workshop?.tray ?? []).map(({ name, piece }) => [name, piece])));
  beside = $derived(this.units.filter(({ form }) => form.role === 'away'));

  /** Every counter on the map as the text has it now, with the looks the server or the tray gave it. */
  pieces = $derived.by(() => {
    const known = this.shown?.pieces ?? {};
    const tray = this.#printed;
    const found: Record<string, Piece> = {};
    const written = new Set<string>();
    this.units.forEach(({ name, at }, order) => {
      written.add(name);
      const before = known[name];
      const look = before ?? tray.get(name.split('#')[0]!);
      if (!look || !at) return;
      found[name] = look.at === at ? look : { ...look, at, order: order + 1000 };
    });
    // What no line of a unit tells of is there all the same, unless its line has just gone.
    for (const [key, piece] of Object.entries(known)) {
      if (!(key in found) && !written.has(key) && !this.#wereUnits.has(key)) found[key] = piece;
    }
    return found;
  });
  #wereUnits = $state.raw<ReadonlySet<string>>(new Set());
  stacks = $derived(stacksOf(this.pieces, this.map?.isOnMap ?? (() => false)));
  here = $derived(this.units.filter(({ at }) => at && at === this.hex));
  selected = $derived<DraftUnit | null>(this.unit ? (this.byName.get(this.unit) ?? null) : null);
  undoable = $derived(this.#past.length > 0);
  redoable = $derived(this.#future.length > 0);
  sound = $derived(!!this.shown && !this.faults.length && !this.checking);

  constructor(readonly keep: (text: string) => void = () => undefined) {}

  // The text

  /** Change the text; what was before can be had again. */
  edit(text: string, said = ''): void {
    if (text === this.text) return;
    this.pause();
    this.#remember();
    this.#set(text);
    if (said) this.say(said);
  }

  /** The same for somebody who types: what is typed in one go is undone in one go. */
  type(text: string): void {
    if (text === this.text) return;
    const now = Date.now();
    if (now - this.#typedAt > 1500) this.#remember();
    this.#typedAt = now;
    this.#set(text);
  }
  /** What is typed from now on is undone by itself: the author has looked elsewhere meanwhile. */
  pause(): void {
    this.#typedAt = 0;
  }

  /** Begin with another text, which can be undone too. */
  async open(text: string): Promise<void> {
    if (this.text.trim()) this.#remember();
    this.pause();
    this.armed = this.brush = null;
    this.hex = this.unit = null;
    this.text = text;
    await this.check();
    const hexes = Object.values(this.pieces).map(({ at }) => at);
    if (hexes.length) this.map?.revealAll(hexes.filter(this.map.isOnMap), true);
  }

  #remember(): void {
    this.#past = [...this.#past, this.text].slice(-MOST_STEPS);
    this.#future = [];
  }
  #set(text: string): void {
    this.text = text;
    this.keep(text);
    this.tried = null;
    this.checking = true;
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => void this.check(), SOON);
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (before === undefined) return;
    this.pause();
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.text];
    this.#set(before);
    this.say(t('editor.undone'));
  }
  redo(): void {
    const next = this.#future.at(-1);
    if (next === undefined) return;
    this.pause();
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.text];
    this.#set(next);
    this.say(t('editor.redone'));
  }

  /** Ask the server what the text shows. */
  async check(): Promise<void> {
    clearTimeout(this.#soon);
    const asked = (this.#asked += 1);
    const { text } = this;
    this.checking = true;
    try {
      const shown = await api.checkPosition(text);
      if (asked !== this.#asked) return;
      if (shown.title) await this.#setOut(shown);
      if (asked !== this.#asked) return;
      this.shown = shown;
      this.#wereUnits = new Set(draft.unitsOf(text, this.forms).map(({ name }) => name));
      this.fault = null;
    } catch (thrown) {
      if (asked === this.#asked) this.fault = faultOf(thrown);
    }
    if (asked !== this.#asked || text !== this.text) return; // what was written since is still to be looked at
    this.checking = false;
    clearTimeout(this.#later);
    if (this.sound) this.#later = setTimeout(() => void this.#try(text), LATER);
  }

  async #try(text: string): Promise<void> {
    try {
      const tried = await api.tryPosition(text);
      if (text === this.text) this.tried = tried;
    } catch {
      // How a game would go on is only told beforehand where it can be.
    }
  }

  /** Lay out what a text of another scenario or with another map needs. */
  async #setOut({ title, scenario, place }: PositionShown): Promise<void> {
    if (this.workshop?.title !== title || this.workshop.scenario !== scenario) {
      this.workshop = await api.workshop(title, scenario);
      this.armed = this.brush = null;
    }
    if (this.map?.place !== place) {
      const map = new MapState(place, title, place);
      await map.load();
      this.map = map;
    }
  }

  say(said: string): void {
    this.announcement = said;
  }

  // Units

  isPlaced(counter: TrayCounter): boolean {
    return !counter.repeated && this.byName.has(counter.name);
  }

  /** Take a counter of the tray in hand, or look where it stands. */
  arm(counter: TrayCounter): void {
    this.brush = null;
    const unit = this.isPlaced(counter) ? this.byName.get(counter.name) : undefined;
    if (unit) {
      this.select(unit.at || null, unit.name);
      if (unit.at) this.map?.reveal(unit.at, 0.5);
      return;
    }
    this.armed = this.armed === counter ? null : counter;
    if (this.armed) this.say(t('editor.armed', { name: counter.piece.name }));
  }

  place(counter: TrayCounter, hex: string): void {
    const name = draft.freeName(counter.name, new Set(this.byName.keys()));
    this.edit(
      draft.placed(this.text, counter.pattern, counter.name, name, hex),
      t('editor.placed', { name: counter.piece.name, hex: this.called(hex) }),
    );
    if (!counter.repeated) this.armed = null;
    this.select(hex, name);
  }

  move(name: string, hex: string): void {
    const unit = this.byName.get(name);
    if (!unit || unit.at === hex) return;
    this.edit(
      draft.moved(this.text, unit, hex),
      t('editor.moved', { name: this.nameOf(name), hex: this.called(hex) }),
    );
    this.select(hex, name);
  }

  remove(unit: DraftUnit): void {
    this.edit(draft.withoutLine(this.text, unit.line), t('editor.removed', { name: this.nameOf(unit.name) }));
    this.unit = this.here.at(-1)?.name ?? null;
  }

  select(hex: string | null, unit: string | null = null): void {
    this.hex = hex || null;
    const last = this.stacks.get(hex ?? '')?.pieces.at(-1)?.key;
    this.unit = unit ?? (last && this.byName.has(last) ? last : null);
  }

  /** Bring a hex or a unit into sight. */
  find(hex: string, unit: string | null = null): void {
    this.select(hex, unit);
    this.map?.reveal(hex, 0.5);
  }

  /** How a unit looks, also one beside the map. */
  lookOf(unit: string): Piece | null {
    return this.pieces[unit] ?? this.#printed.get(unit.split('#')[0]!) ?? null;
  }
  nameOf(unit: string): string {
    return this.lookOf(unit)?.name || unit;
  }

  /** Say where a unit is: beside the map at once, on the map with the next click. */
  send(unit: DraftUnit, form: Form): void {
    if (form.role === 'unit') {
      this.armed = this.brush = null;
      this.carried = unit.name;
      return;
    }
    this.edit(draft.station(this.text, unit, form, ''));
    this.hex = null;
    this.unit = unit.name;
  }
  called(hex: string): string {
    return this.map?.called(hex) ?? hex;
  }

  /** What a click on a hex means. */
  act(hex: string): void {
    const carried = this.carried && this.byName.get(this.carried);
    if (carried) {
      this.carried = null;
      this.edit(
        draft.station(
          this.text,
          carried,
          this.forms.find(({ role }) => role === 'unit')!,
          hex,
        ),
        t('editor.moved', { name: this.nameOf(carried.name), hex: this.called(hex) }),
      );
      this.select(hex, carried.name);
    } else if (this.armed) this.place(this.armed, hex);
    else if (this.brush) {
      this.edit(
        draft.painted(this.text, this.brush.form, this.brush.values, hex),
        t('editor.painted', { what: this.brush.form.keyword, hex: this.called(hex) }),
      );
      this.select(hex);
    } else this.select(hex);
  }

  /** Put away what is in hand. */
  letGo(): boolean {
    const held = this.armed ?? this.brush ?? this.carried ?? this.hex ?? this.unit;
    if (this.armed || this.brush || this.carried) this.armed = this.brush = this.carried = null;
    else this.select(null);
    return held !== null;
  }

  /** Walk over the map by keys: the neighbour that lies most in a direction. */
  step(angle: number): void {
    const { map } = this;
    if (!map?.board) return;
    const from = this.hex ? map.hexes.get(this.hex) : undefined;
    if (!from) {
      const middle = map.hexAt({ x: map.screen.width / 2, y: map.screen.height / 2 });
      if (middle) this.select(middle.label);
      return;
    }
    const wanted = (angle * Math.PI) / 180;
    const next = (map.board.neighbours[from.label] ?? [])
      .flatMap((label) => map.hexes.get(label) ?? [])
      .map((hex) => ({ hex, off: Math.cos(Math.atan2(hex.y - from.y, hex.x - from.x) - wanted) }))
      .sort((one, other) => other.off - one.off)[0];
    if (!next || next.off < 0.7) return;
    this.select(next.hex.label);
    map.reveal(next.hex.label);
    const units = this.here.map(({ name }) => this.nameOf(name)).join(', ');
    this.say(units ? `${this.called(next.hex.label)}: ${units}` : this.called(next.hex.label));
  }

  // Hands on the map

  handle: Gestures = {
    pan: (dx, dy) => this.map?.pan(dx, dy),
    zoom: (factor, at) => this.map?.zoom(factor, at),
    hover: (at) => (this.hover = at ? (this.map?.hexAt(at)?.label ?? null) : null),
    click: (at) => {
      const hex = this.map?.hexAt(at);
      if (hex) this.act(hex.label);
    },
    doubleClick: () => undefined,
    ask: (at) => {
      const hex = this.map?.hexAt(at);
      if (!this.letGo() && hex) this.select(hex.label);
    },
    take: (at) => {
      const hex = this.map?.hexAt(at)?.label;
      if (!hex || this.armed || this.brush || this.carried) return false;
      const stack = this.stacks.get(hex);
      const own = this.hex === hex && this.unit ? this.unit : stack?.pieces.at(-1)?.key;
      const piece = own && this.byName.has(own) ? this.pieces[own] : undefined;
      if (!own || !piece) return false;
      this.dragged = { piece, at, unit: own, counter: null };
      return true;
    },
    drag: (at) => {
      if (this.dragged) this.dragged = { ...this.dragged, at };
      this.hover = this.map?.hexAt(at)?.label ?? null;
    },
    drop: (at) => this.drop(at),
    begin: () => this.map?.stopFlight(),
  };

  drop(at: Point | null): void {
    const { dragged } = this;
    this.dragged = null;
    const hex = at && this.map?.hexAt(at)?.label;
    if (!hex || !dragged) return;
    if (dragged.counter) this.place(dragged.counter, hex);
    else if (dragged.unit) this.move(dragged.unit, hex);
  }
}
