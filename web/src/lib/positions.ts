/** Positions set up by hand, as the server describes them. */

import type { Marker, OptionInfo, Piece, Side, Track } from './types';

export interface Slot {
  name: string;
  kind?: 'hex' | 'hexes' | 'number' | 'name';
  choices?: string[];
  many?: boolean;
  optional?: boolean;
  joint?: string;
}

/** A statement that a position text may have. */
export interface Form {
  keyword: string;
  form: string;
  meaning?: string;
  role?: 'when' | 'unit' | 'away';
  slots?: Slot[];
  attributes?: Slot[];
  marks?: string[];
  described?: Slot[];
}

/** Something that can be placed. */
export interface TrayCounter {
  pattern: string;
  name: string;
  repeated: boolean;
  piece: Piece;
}

export interface Workshop {
  title: string;
  scenario: string;
  forms: Form[];
  tray: TrayCounter[];
  options: OptionInfo[];
  sandbox: Record<string, string>;
  premises: Record<string, { meaning: string; example: string }>;
  goals: Record<string, 'hex' | 'unit' | 'figure'>;
  start: string;
}

export interface TextFault {
  line: number;
  what: string;
  hint: string;
}

export interface Goal {
  kind: string;
  what: string;
  value: number;
}
export interface Puzzle {
  side: Side;
  task: string;
  turns: number;
  goals: Goal[];
}

export interface PositionShown {
  title: string;
  scenario: string;
  pieces: Record<string, Piece>;
  markers: Marker[];
  faults: TextFault[];
  assumed: string[];
  findings: string[];
  turn: string;
  tracks: Track[];
  puzzle: Puzzle;
  place: string;
}

export interface Tried {
  asked: Record<Side, string>;
  outcome: string | null;
  notices: string[];
  error: string;
}

export interface PuzzleState {
  puzzle: Puzzle | null;
  reached: boolean[];
  turns: number;
  state: 'open' | 'solved' | 'failed';
}
