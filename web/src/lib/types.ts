/** Everything the server sends, as the client reads it. Hexes are named by labels, pieces by keys. */

import type { AbsenceTerms } from './absence';

export type Side = string;
/** A side somebody holds a seat for, or "observer". */
export type Viewer = string;
/** An action or a question: its word under `do`, and its fields. */
export type Action = { do: string } & Record<string, unknown>;

export interface ApiFault {
  kind: string;
  reason: string;
  rules: string[];
  needed?: unknown;
  had?: unknown;
  compared?: string;
  step?: number;
}

// What can be started

export interface ScenarioSummary {
  name: string;
  caption: string;
  notes: string;
  first_turn: string;
  last_turn: string;
  /** The steps of a guided first turn, if the scenario has one. */
  tour?: TourStep[];
  /** The side the guide speaks to. */
  guided?: Side;
  /** What is chosen for a game that is begun for its guided turn. */
  guided_options?: Record<string, string>;
}
export interface TitleInfo {
  name: string;
  caption: string;
  sides: Record<Side, string>;
  layers: Record<string, string>;
  scenarios: ScenarioSummary[];
  /** Questions a player may have answered without being asked; the first value asks every time. */
  preferences: OptionInfo[];
  /** The kinds of questions by which troops are set up and brought in. */
  deployment: string[];
  /** What lies beside the map: the name of each display, and what it is called. */
  displays?: Record<string, string>;
  /** The colours of sides, where the title has its own. */
  colours?: Record<Side, string>;
  /** Fixed plans that can be played against. */
  plans?: PlanInfo[];
}
export interface OptionInfo {
  name: string;
  values: string[];
  meaning: string;
  rules: string[];
}
export interface ScenarioInfo extends ScenarioSummary {
  options: OptionInfo[];
}
/** One step of a guided turn: what to say, what to bring out, and what ends it. */
export interface TourStep {
  title: string;
  text: string;
  /** A hex, a piece, or a panel of the table: "hex:2815", "piece:KEY", "panel:prompt". */
  focus?: string;
  /** What ends the step; without it, the button "next" does. */
  until?: string;
}
export interface RuleInfo {
  number: string;
  summary: string;
  status: string;
  chapter?: string;
  document?: string;
  note?: string;
}
export interface PlayerInfo {
  name: string;
  caption: string;
  meaning: string;
}
/** A fixed plan: the computer carries it out for its side, whatever the enemy does. */
export interface PlanInfo extends PlayerInfo {
  side: Side;
  scenarios: string[];
}
export interface Me {
  mode: 'local' | 'hosted';
  name: string | null;
  /** Came by a link, and has no password. */
  guest?: boolean;
}

// Games

/** "mail": played elsewhere, by files sent to and fro. */
export type SeatKind = 'human' | 'computer' | 'open' | 'invited' | 'mail';
export interface Seat {
  name: string;
  kind: SeatKind;
  you: boolean;
  online: boolean;
  /** The kind of computer player. */
  player: string;
  /** To those of the side: who answers for which part of it. */
  commanders?: Commander[];
  /** I am not the chief of the side, but answer for the commands that are mine. */
  commander?: boolean;
}
/** Who answers for a part of a side; without a name, somebody is invited. */
export interface Commander {
  command: string;
  name: string;
  you: boolean;
  online: boolean;
}
/** A part of a side that somebody can answer for, by the names that lead to it. */
export interface Command {
  command: string;
  path: string[];
  pieces: number;
}
export interface Clock {
  bank: number;
  increment: number;
  /** Seconds left for each side when this was sent. */
  left: Record<Side, number>;
  running: Side[];
  /** Sides whose time is up, and since when. */
  flags: Record<Side, number>;
  claimed: Side | null;
}
export interface GameInfo {
  id: string;
  /** What its owner calls it. */
  name: string;
  title: string;
  scenario: string;
  caption: string;
  seed?: number | null;
  options: Record<string, string>;
  owner: string;
  seats: Record<Side, Seat>;
  step: number;
  revision: number;
  outcome: string | null;
  turn: string;
  waiting: Side[];
  clock: Clock | null;
  branch_of: string | null;
  branch_step: number | null;
  /** Seconds since 1970. */
  created: number;
  touched: number;
  /** What the engine wants to have said, such as that the game was saved by an older version. */
  notices?: string[];
  /** If the game came by mail. */
  mail: Mailed | null;
}
/** Of a game that came by mail: for which side, and what there is to send back. */
export interface Mailed {
  side: Side;
  /** Where the game was from which it was sent. */
  step: number;
  /** Steps that came with the file; they stay as they are. */
  known: number;
  /** Steps to be sent back. */
  orders: number;
  /** Whether the last of them waits for dice. */
  waits: boolean;
}
export interface NewGame {
  title: string;
  scenario: string;
  options: Record<string, string>;
  seed: number | null;
  seats: Record<Side, string>;
  /** In seconds: the bank of each side, and what every decision adds to it. */
  clock?: { seconds: number; increment: number };
  /** When players who stay away are reminded, and when the others may hand their seats on. */
  absence?: AbsenceTerms;
}

// The board

/** A mark of the legend: under which heading it stands, what it means, and how it looks. */
export interface Sign {
  heading: string;
  text: string;
  svg: string;
}
export interface BoardHex {
  label: string;
  x: number;
  y: number;
  corners?: [number, number][];
  name: string;
  terrain: string;
  country: string;
  /** What is drawn in it and along its sides, in the words of the legend. */
  marks?: string[];
}
export interface Board {
  digest: string;
  size: [number, number];
  hexes: BoardHex[];
  /** The six neighbours of each hex, clockwise; "" off the map. */
  neighbours: Record<string, string[]>;
  hex: number;
  svg: string;
}
/** A table that rules look things up in. */
export interface Chart {
  key: string;
  name: string;
  about: string;
  provenance: string;
  columns: string[];
  rows: string[][];
}
export interface Ink {
  label?: string;
  colour?: string;
  [more: string]: unknown;
}
export interface Style {
  nations: Record<string, Ink>;
  states: Record<string, Ink>;
  markers: Record<string, Ink>;
  [more: string]: unknown;
}

// The position, as one viewer may see it

export interface Piece {
  at: string;
  nation: string;
  side: Side;
  symbol: string;
  size: string;
  strength: string;
  movement: string;
  designation: string;
  states: string[];
  name: string;
  facts: [string, string][];
  order: number;
}
export interface Marker {
  at: string;
  kind: string;
  text: string;
  nation: string;
  toward: string[];
}
export interface Face {
  text: string;
  verb?: string;
  unit?: string;
  hex?: string;
  cost?: string;
  path?: string[];
  effects?: string[];
  /** Dice decide how it ends: a forecast can say how it may. */
  chance?: boolean;
  /** The item of a display beside the map that one clicks to make it. */
  item?: string;
  /** Of a choice that is listed once for every amount. */
  amount?: number;
  /** Another choice of the same hex does it better: this one is only in the list. */
  aside?: boolean;
  /** What is in hand goes back as if it had never been taken up: Escape makes it. */
  puts_down?: boolean;
}
/** At which point of the play a question comes, in words that every title shares. */
export type Stage = 'order' | 'march' | 'gather' | 'prepare' | 'losses' | 'retreat' | 'advance' | 'choose';
/** What a question is about. */
export interface Topic {
  matter: string;
  stage?: Stage;
  /** Those in hand, taking part, or suffering. */
  pieces?: string[];
  /** Where they fight, go or stand, the one that matters most first. */
  hexes?: string[];
  /** What is owed. */
  points?: number | null;
  /** The display beside the map on which it is answered. */
  display?: string;
}
export interface Choice {
  action: Action;
  face: Face;
  /** The commands to which the answer belongs, the smallest first; none if it is the chief's. */
  commands?: string[];
}
export interface Decision {
  side: Side;
  kind: string;
  prompt: string;
  rule: string;
  summary: string;
  about: Topic;
  /** Only for the side that decides. */
  choices?: Choice[];
  /** The place of the recommended choice. */
  default?: number | null;
}
/** Who is to decide, and by which rule, as everybody may know. */
export interface Asked {
  side: Side;
  kind: string;
  rule: string;
  summary: string;
  stage: Stage;
  /** The step at which the order began that is being carried out. */
  since: number;
  /** Whose order it is. */
  by: Side;
}
export interface Track {
  name: string;
  text: string;
  group?: string;
  side?: Side;
  value?: number | null;
  most?: number | null;
  rule?: string;
}
export interface Muster {
  name: string;
  side?: Side;
  units?: string[];
  under?: Muster[];
}
export interface Arrival {
  when: string;
  what: string;
  where?: string;
  side?: Side;
  rule?: string;
}
export interface Standing {
  text: string;
  terms?: [string, string][];
  rules?: string[];
}
/** A danger that stays until it is dealt with. */
export interface Danger {
  text: string;
  hex?: string;
  pieces?: string[];
  rule?: string;
}
/** Pieces alike that wait beside the map to be laid out. */
export interface Lot {
  /** How an order names all of them. */
  key: string;
  name: string;
  pieces: string[];
  group?: string;
  /** Which of several trays they lie in. */
  box?: string;
  effects?: string[];
  /** How their counters look. */
  look?: Piece;
}
/** A condition that must hold before one is done. */
export interface Check {
  text: string;
  done: boolean;
  progress?: string;
  rule?: string;
  wrong?: string[];
}
/** A field of an order, and what it is filled with. */
export interface Slot {
  field: string;
  takes: 'pieces' | 'hexes' | 'hex' | 'number';
  text?: string;
  usual?: number;
}
/** An order for a whole group that is put together here. */
export interface Tool {
  order: string;
  name: string;
  text?: string;
  slots?: Slot[];
}
/** What is laid out on the map at this moment. */
export interface Laying {
  text?: string;
  lots?: Lot[];
  checks?: Check[];
  tools?: Tool[];
}
/** One of a row that lights up step by step. */
export interface Lamp {
  text: string;
  state?: 'over' | 'now' | 'coming' | 'free' | 'closed';
  /** Whose it is. */
  sides?: Side[];
}
/** A row of lamps above the map, and where to look for what it tells of. */
export interface Dial {
  name: string;
  text?: string;
  lamps?: Lamp[];
  hexes?: string[];
  rule?: string;
}
/** An order that does at a stroke what many listed ones do. */
export interface Deed {
  name: string;
  order: Action;
  text?: string;
}
/** Something on a display beside the map: a card, a country, a unit that can be built, an area. */
export interface Item {
  key: string;
  name: string;
  text?: string;
  lines?: string[];
  figures?: [string, string][];
  state?: 'plain' | 'open' | 'chosen' | 'shown' | 'closed' | 'gone';
  /** Why it is closed. */
  why?: string;
  rule?: string;
  side?: Side;
  hex?: string;
  value?: number;
  most?: number;
  /** Where it lies on a display laid out like a map, from 0 to 1 across and down. */
  place?: [number, number];
}
export interface Section {
  name: string;
  items?: Item[];
  form?: 'cards' | 'slots' | 'rows' | 'ledger' | 'map';
  text?: string;
  side?: Side;
  /** Shown when somebody opens it. */
  folded?: boolean;
}
/** What lies beside the map and is looked at by itself. */
export interface Display {
  name: string;
  text?: string;
  sections?: Section[];
  deeds?: Deed[];
  rule?: string;
}
export interface Report {
  turn: string;
  phase: string;
  tracks: Track[];
  muster: Muster[];
  arrivals: Arrival[];
  standing: Standing;
  dangers?: Danger[];
  laying?: Laying | null;
  dials?: Dial[];
  /** What he may do at a stroke at this moment. */
  deeds?: Deed[];
}
export interface Roll {
  value: number;
  faces: number;
  purpose: string;
  rule?: string;
}
export interface GameEvent {
  text: string;
  kind: string;
  rules: string[];
  data: Record<string, unknown>;
  step: number;
  /** The dice it tells of. */
  rolls: Roll[];
}
export interface Undo {
  possible: boolean;
  reason: string;
}
/** A side asks to go back to a step; the dice are those that would be cancelled. */
export interface Rollback {
  side: Side;
  step: number;
  rolls: Roll[];
  agreed: Side[];
}
export interface View {
  step: number;
  /** Counts every change, also those that take steps back. */
  revision: number;
  viewer: Viewer;
  outcome: string | null;
  turn: string;
  waiting: Side[];
  asked: Asked[];
  decision: Decision | null;
  pieces: Record<string, Piece>;
  markers: Marker[];
  report: Report;
  events: GameEvent[];
  undo: Undo;
  rollback: Rollback | null;
  mail: Mailed | null;
  /** The revision of the whole view that this one has been made of by changes. */
  base?: number;
  /** When it went back since then, and to which steps. */
  backs?: { revision: number; step: number }[];
  /** What the table wants to have said: where the game comes from, what had to be left behind. */
  notices?: string[];
}

// Overlays

export interface LayerData {
  highlights: { at: string; text: string; colour: string }[];
  zones: { hexes: string[]; colour: string; falling: boolean }[];
  lines: { hexes: string[]; form: 'supply' | 'route' | 'arrow'; colour: string; text: string }[];
  networks: { pairs: [string, string][]; colour: string }[];
}

// Looking back

export interface HistoryEntry {
  step: number;
  by: Side;
  text: string;
  kind: string;
  turn: string;
  rolls: Roll[];
  /** What happened then, in words. */
  told: string[];
  /** Why a computer player did it. */
  reason: string;
}
export interface Curves {
  names: { name: string; group: string; side: Side }[];
  points: { step: number; turn: string; values: (number | null)[] }[];
}

/** A step as far as it may be known, and what changed with it; pieces that are gone are null. */
export interface Shot {
  step: number;
  by: Side;
  stage: Stage;
  turn: string;
  events: GameEvent[];
  pieces: Record<string, Piece | null>;
  markers?: Marker[];
}
/** What happened since some moment, step by step. */
export interface Film {
  begins: View;
  shots: Shot[];
}

// Why, and what if

export interface Term {
  rule: string;
  label: string;
  text: string;
}
export interface Ledger {
  subject: string;
  total: string;
  terms: Term[];
}
export interface Refusal {
  rules: string[];
  reason: string;
  needed?: unknown;
  had?: unknown;
  compared?: string;
}
/** What would make a choice possible; its actions can be played as one order. */
export interface PossibleWay {
  kind: 'pieces' | 'without' | 'first' | 'part' | 'from' | 'later' | 'take-back' | 'if';
  actions: Action[];
  pieces: string[];
  hex: string;
  text: string;
  cost: string;
}
export interface WhyNot {
  refusals: Refusal[];
  ways: PossibleWay[];
}
/** A march to a goal that is several turns away. */
export interface March {
  number: number;
  pieces: string[];
  goal: string;
  at: string;
  way: string[];
  why: string;
  rules: string[];
  due: boolean;
}
/** A private sheet on which orders are tried before they are given. */
export interface PlanSheet {
  id: string;
  name: string;
  orders: string[];
  attacks: { hex: string; pieces: string[]; chance: number | null; losses: [number, number] | null }[];
  /** The game has moved on since. */
  stale: boolean;
}
export interface PlanGiven {
  played: number;
  of: number;
  why: string;
  rules: string[];
}
export interface Question {
  text: string;
  question: Action;
}
export interface Ending {
  text: string;
  probability: number;
  values: Record<string, number>;
  /** The same in a word. */
  short?: string;
}
/** Where dice are looked up: a chart, and the columns and rows of it that can apply. */
export interface Lookup {
  chart: string;
  columns: string[];
  rows: string[];
}
export interface Prospect {
  name: string;
  endings: Ending[];
  means: Record<string, number>;
  notes: string[];
  ledgers: Ledger[];
  lookups?: Lookup[];
}
export interface Forecast {
  subject: string;
  prospects: Prospect[];
  measures: string[];
  cost: string[];
  rules: string[];
  /** What the prospects differ in, if not in the answer of the other side. */
  between?: string;
}
/** An attack that can be ordered as it stands, who could take part in it, and how it may end. */
export interface Attack {
  hex: string;
  action: Action;
  /** Nobody is named where attackers are not chosen by one order. */
  pieces: string[];
  able: string[];
  forecast: Forecast;
  /** How likely the enemy gives way. */
  chance: number | null;
  /** What the attacker is to expect to lose, and the enemy. */
  losses: [number, number] | null;
  /** The attacker would lose out of all proportion. */
  ruinous: boolean;
}
/** What an attack with so many pieces promises. */
export interface Rung {
  pieces: string[];
  chance: number | null;
  losses: [number, number] | null;
}
/** An order that a computer player would give. */
export interface Suggestion {
  /** The first of its actions. */
  action: Action;
  actions: Action[];
  text: string;
  reason: string;
  pieces: string[];
  moves: { piece: string; from: string; to: string }[];
  /** Of an attack, the hexes it is directed at. */
  targets: string[];
  attack: boolean;
  /** Dice fall in it. */
  dice: boolean;
  /** It comes after an order in which dice fall: how they fell was supposed. */
  supposed: boolean;
  /** Who else takes part, if it was asked for some pieces only. */
  others: string;
}
export type Until = 'deployment' | 'phase' | 'turn' | 'stopped';
export type Attacks = 'none' | 'cheap' | 'even' | 'any';
/** What a staff may do for a player; no pieces means the whole side. */
export interface NewCharge {
  name: string;
  pieces: string[];
  until: Until;
  attacks: Attacks;
  within: number;
  along: boolean;
}
export interface Charge extends NewCharge {
  id: string;
  side: Side;
  /** Orders given so far. */
  given: number;
  /** Orders it would give and leaves to the player. */
  left: { text: string; why: string }[];
  state: 'working' | 'waiting' | 'ended';
  why: string;
}

// Beside the game

export interface ChatLine {
  id: number;
  by: string;
  text: string;
  /** Seconds since 1970. */
  at: number;
  side: Side;
}
/** A standing preference: how to answer a kind of decision without asking. */
export type Preferences = Record<string, unknown>;

// The socket

export interface Change {
  type: 'change';
  step: number;
  since: number;
  revision: number;
  /** The revision this change follows on. */
  after: number;
  pieces?: Record<string, Piece | null>;
  markers?: Marker[];
  decision: Decision | null;
  asked: Asked[];
  waiting: Side[];
  turn: string;
  /** The parts of the report that are not the same. */
  report?: Partial<Report>;
  events: GameEvent[];
  undo: Undo;
  outcome: string | null;
  rollback?: Rollback | null;
  mail?: Mailed | null;
}
export interface Thinking {
  type: 'thinking';
  side: Side;
  progress: number | null;
  note: string;
  done?: boolean;
}
/** What shows a game: all of it, or what has changed. */
export type Shown = { type: 'view'; view: View } | Change;
/** The answer to who has changed a game; the change itself only if he wants it in the answer. */
export interface Done {
  step: number;
  revision: number;
  shown: Shown | null;
}
/** Who made the dice of a game, and how far the next ones are that people make together. */
export interface DiceState {
  /** Who had a share in those that are used now, by sides and `host`; nobody in the server's own. */
  made: string[];
  absent: string[];
  /** Sides that are asked for a share in the next ones. */
  wanted: Side[];
  /** The promise of the server, which names the round. */
  round: string;
  promises: Record<string, string>;
  given: Side[];
  /** In how many seconds secrets are asked for: 0 if now, none if only when all have promised. */
  wait: number | null;
}
export type ServerMessage =
  | Shown
  | ({ type: 'chat' } & ChatLine)
  | { type: 'presence'; sides: Record<Side, boolean>; observers: number }
  | Thinking
  | { type: 'charges'; side: Side; charges: Charge[] }
  | ({ type: 'clock' } & Clock)
  | { type: 'dice' }
  | { type: 'pong' }
  | { type: 'error'; status: number; error: ApiFault };
