/** The log: what happened, in groups by turn, with the dice of each step and hexes one can click. */

import type { GameEvent, HistoryEntry, Roll } from '$lib/types';

export interface LogLine {
  step: number;
  text: string;
  kind: string;
  rules: string[];
  data: Record<string, unknown>;
  rolls: Roll[];
  by: string;
  reason: string;
  /** The first thing told of its step. */
  first: boolean;
}
export interface LogGroup {
  turn: string;
  lines: LogLine[];
}
/** Lines of a group that are shown one by one, or folded behind the first of them. */
export interface LogRun {
  first: LogLine;
  folded: LogLine[];
}
export type Token = { text: string; hex?: string };

/** Events in groups by turn, oldest first; the dice of a step stand beside its first event. */
export function grouped(events: GameEvent[], history: HistoryEntry[], turnNow: string): LogGroup[] {
  const steps = new Map(history.map((entry) => [entry.step, entry]));
  const following = (step: number) => history.find((entry) => entry.step > step)?.turn ?? turnNow;
  const groups: LogGroup[] = [];
  let before = -1;
  // What was told before the first step belongs to the turn of that step.
  let turn = history[0]?.turn ?? turnNow;
  for (const event of events) {
    const entry = steps.get(event.step);
    const first = event.step !== before;
    if (first) turn = entry?.turn || turn;
    // A step may end a turn: what is told from the new turn's name on belongs to the new one.
    const coming = following(event.step);
    if (coming !== turn && event.text.startsWith(coming)) turn = coming;
    // Games that were brought in have no turns in their history.
    if (event.kind === 'turn' && !entry?.turn) turn = event.text;
    before = event.step;
    const line: LogLine = {
      step: event.step,
      text: event.text,
      kind: event.kind,
      rules: event.rules,
      data: event.data,
      rolls: first ? (entry?.rolls ?? []) : [],
      by: entry?.by ?? '',
      reason: first ? (entry?.reason ?? '') : '',
      first,
    };
    const last = groups.at(-1);
    if (last?.turn === turn) last.lines.push(line);
    else groups.push({ turn, lines: [line] });
  }
  return groups;
}

/** So many lines of one kind are routine: they are folded. */
const ROUTINE = 4;
/** What a player has to read even if much of it happens at once. */
const NEVER_FOLDED: ReadonlySet<string> = new Set([
  'turn',
  'combat',
  'loss',
  'surrender',
  'siege',
  'fortress',
]);

/** The lines of a turn, with runs of the same kind folded behind their first line; the newest line stays. */
export function folded(lines: LogLine[], newest: LogLine | undefined): LogRun[] {
  const runs: LogRun[] = [];
  for (let at = 0; at < lines.length;) {
    const first = lines[at]!;
    let end = at + 1;
    const alike = (line: LogLine | undefined): boolean =>
      line?.kind === first.kind && !line.rolls.length && line !== newest;
    if (!NEVER_FOLDED.has(first.kind) && !first.rolls.length) while (alike(lines[end])) end += 1;
    const same = lines.slice(at, end);
    if (same.length >= ROUTINE) runs.push({ first, folded: same.slice(1) });
    else runs.push(...same.map((line) => ({ first: line, folded: [] })));
    at = end;
  }
  return runs;
}

/** A text cut at the names of hexes, so that each can be clicked. */
export function tokens(text: string, labels: ReadonlySet<string>): Token[] {
  const found: Token[] = [];
  for (const part of text.split(/([0-9A-Za-z.]+)/)) {
    const label = part.replace(/\.+$/, '');
    if (/\d/.test(label) && labels.has(label)) {
      found.push({ text: label, hex: label });
      if (part !== label) found.push({ text: part.slice(label.length) });
    } else if (part) {
      const last = found.at(-1);
      if (last && !last.hex) last.text += part;
      else found.push({ text: part });
    }
  }
  return found;
}

/** What an event is about: pieces on the map it names, or hexes. */
export function subjectOf(
  data: Record<string, unknown>,
  pieces: Record<string, unknown>,
  labels: ReadonlySet<string>,
): { pieces?: string[]; hex?: string } | null {
  const words = Object.values(data)
    .flat()
    .filter((value): value is string => typeof value === 'string');
  const named = words.filter((word) => word in pieces);
  if (named.length) return { pieces: named };
  const hex = words.findLast((word) => labels.has(word));
  return hex ? { hex } : null;
}
