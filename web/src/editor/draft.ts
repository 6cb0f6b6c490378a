/** A position text as one edits it by clicking: every change makes a new text. Pure. */

import type { Form, Goal, Puzzle } from '$lib/positions';
import { filled, quoted, readLine, wordsIn, writeLine, type Statement } from './lines';

/** A unit that a line of the text puts somewhere. */
export interface DraftUnit {
  line: number; // the first is 1
  name: string;
  at: string;
  form: Form;
  statement: Statement;
}

const HEAD = ['title', 'scenario', 'option', 'seed', 'dice', 'premise', 'sandbox', 'task', 'solve', 'goal'];

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');
const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
const keywordOf = (line: string): string => /^\s*([^\s#]+)/.exec(line)?.[1] ?? '';

const place = (form: Form, kind: string): number =>
  (form.slots ?? []).findIndex((slot) => slot.kind === kind);

/** All units of a text, by the forms of its title; those beside the map stand nowhere. */
export function unitsOf(text: string, forms: readonly Form[]): DraftUnit[] {
  const kinds = new Map(
    forms.filter(({ role }) => role === 'unit' || role === 'away').map((form) => [form.keyword, form]),
  );
  return linesOf(text).flatMap((line, index) => {
    const form = kinds.get(keywordOf(line));
    const statement = form && readLine(line);
    const name = form && statement?.words[place(form, 'name')];
    if (!form || !statement || !name) return [];
    const hex = place(form, 'hex');
    const at = hex < 0 ? '' : (statement.words[hex] ?? '').split('+')[0]!;
    return [{ line: index + 1, name, at, form, statement }];
  });
}

/** Put a line where others of its kind stand, the head first; answers given since stay last. */
export function withLine(text: string, line: string): string {
  const lines = text.trim() ? linesOf(text) : [];
  const keyword = keywordOf(line);
  const same = lines.findLastIndex((each) => keywordOf(each) === keyword);
  const head = lines.findLastIndex((each) =>
    HEAD.slice(0, Math.max(1, HEAD.indexOf(keyword))).includes(keywordOf(each)),
  );
  const then = lines.findIndex((each) => keywordOf(each) === 'then');
  const end = then < 0 ? lines.length : then;
  const at = same >= 0 ? same + 1 : HEAD.includes(keyword) ? head + 1 : end;
  return textOf(lines.toSpliced(at, 0, line));
}

export function withoutLine(text: string, line: number): string {
  return textOf(linesOf(text).toSpliced(line - 1, 1));
}

export function withLineAt(text: string, line: number, fresh: string): string {
  return textOf(linesOf(text).with(line - 1, fresh));
}

/** A name that no unit has yet: that of the counter with a number, or a letter. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (wanted && !taken.has(wanted)) return wanted;
  for (let number = wanted ? 2 : 1; ; number += 1) {
    const name = wanted ? `${wanted}#${number}` : `own-${number}`;
    if (!taken.has(name)) return name;
  }
}

/** Place what a pattern of the tray tells of. */
export function placed(text: string, pattern: string, name: string, fresh: string, hex: string): string {
  const line = pattern.replace('{name}', fresh).replace('{hex}', hex);
  return withLine(text, name && name !== fresh ? line.replace(` ${name} `, ` ${quoted(fresh)} `) : line);
}

/** Change the statement of a unit. */
export function changed(text: string, unit: DraftUnit, change: (statement: Statement) => Statement): string {
  return withLineAt(text, unit.line, writeLine(change(unit.statement)));
}

export function moved(text: string, unit: DraftUnit, hex: string): string {
  return changed(text, unit, (statement) => ({
    ...statement,
    words: statement.words.with(place(unit.form, 'hex'), hex),
  }));
}

/** Write a unit by another form: on the map in a hex, or beside it. */
export function station(text: string, unit: DraftUnit, form: Form, hex: string): string {
  const marks = marksOf(unit).filter((mark) => form.marks?.includes(mark));
  const words = (form.slots ?? []).map(({ kind }, at) =>
    kind === 'name' ? unit.name : kind === 'hex' ? hex : (unit.statement.words[at] ?? ''),
  );
  const line = writeLine({ ...unit.statement, keyword: form.keyword, words: [...words, ...marks] });
  return withLine(withoutLine(text, unit.line), line);
}

export function marksOf(unit: DraftUnit): string[] {
  return unit.statement.words.slice(unit.form.slots?.length ?? 0);
}

export function marked(text: string, unit: DraftUnit, mark: string, on: boolean): string {
  return changed(text, unit, (statement) => ({
    ...statement,
    words: [
      ...statement.words.filter((word, at) => at < (unit.form.slots?.length ?? 0) || word !== mark),
      ...(on ? [mark] : []),
    ],
  }));
}

/** Set what is written name=value; an empty value takes it out. */
export function attributed(statement: Statement, name: string, value: string): Statement {
  const at = statement.attributes.findIndex(([each]) => each === name);
  const pair: [string, string][] = value ? [[name, value]] : [];
  const attributes =
    at < 0 ? [...statement.attributes, ...pair] : statement.attributes.toSpliced(at, 1, ...pair);
  return { ...statement, attributes };
}

export function attributeOf(statement: Statement | null, name: string): string {
  return statement?.attributes.find(([each]) => each === name)?.[1] ?? '';
}

// Statements of which there is one

export function statementOf(text: string, keyword: string): { line: number; statement: Statement } | null {
  const lines = linesOf(text);
  const index = lines.findLastIndex((line) => keywordOf(line) === keyword);
  const statement = index < 0 ? null : readLine(lines[index]!);
  return statement && { line: index + 1, statement };
}

/** Write the one statement of a keyword; null takes it out. */
export function withStatement(text: string, keyword: string, line: string | null): string {
  const found = statementOf(text, keyword);
  if (line === null) return found ? withoutLine(text, found.line) : text;
  return found ? withLineAt(text, found.line, line) : withLine(text, line);
}

/** What is chosen for an option; empty if nothing is said. */
export function optionOf(text: string, name: string): string {
  for (const line of linesOf(text)) {
    if (keywordOf(line) !== 'option') continue;
    const value = attributeOf(readLine(line), name);
    if (value) return value;
  }
  return '';
}

export function withOption(text: string, name: string, value: string): string {
  const lines = linesOf(text).filter(
    (line) => keywordOf(line) !== 'option' || !attributeOf(readLine(line), name),
  );
  return value ? withLine(textOf(lines), `option ${name}=${quoted(value)}`) : textOf(lines);
}

/** What stands in the slots of the one statement of a form. */
export function valuesOf(text: string, form: Form): string[][] {
  const found = statementOf(text, form.keyword);
  return found ? filled(form, found.statement.words) : (form.slots ?? []).map(() => []);
}

/** Fill one slot of the statement that tells the moment; what is missing becomes what can be chosen first. */
export function withValue(text: string, form: Form, slot: number, value: string): string {
  const found = statementOf(text, form.keyword);
  const values = valuesOf(text, form).with(slot, [value]);
  const whole = values.map((each, at) => (each.length ? each : [form.slots?.[at]?.choices?.[0] ?? '0']));
  const statement: Statement = found?.statement ?? {
    keyword: form.keyword,
    words: [],
    attributes: [],
    remark: '',
  };
  return withStatement(text, form.keyword, writeLine({ ...statement, words: wordsIn(form, whole) }));
}

// What lies in hexes

/** The lines of a form that name a hex. */
export function linesAt(text: string, form: Form, hex: string): { line: number; statement: Statement }[] {
  return linesOf(text).flatMap((line, index) => {
    if (keywordOf(line) !== form.keyword) return [];
    const statement = readLine(line);
    return statement?.words.some((word) => word.split(/[/+]/).includes(hex))
      ? [{ line: index + 1, statement }]
      : [];
  });
}

/** Lay something down in a hex, or take the same up again. */
export function painted(
  text: string,
  form: Form,
  values: readonly (readonly string[])[],
  hex: string,
): string {
  const slot = place(form, 'hex');
  const line = writeLine({
    keyword: form.keyword,
    words: wordsIn(
      form,
      values.map((value, at) => (at === slot ? [hex] : value)),
    ),
    attributes: [],
    remark: '',
  });
  const here = linesAt(text, form, hex);
  const same = here.find(({ statement }) => writeLine({ ...statement, remark: '' }) === line);
  if (same) return withoutLine(text, same.line);
  return withLine(
    here.reduceRight((left, { line: each }) => lifted(left, form, each, hex), text),
    line,
  );
}

/** Take a hex out of a line, which goes if it names no other. */
export function lifted(text: string, form: Form, line: number, hex: string): string {
  const statement = readLine(linesOf(text)[line - 1] ?? '');
  if (!statement) return text;
  const slot = form.slots?.[place(form, 'hex')];
  const values = filled(form, statement.words);
  const left = (values[place(form, 'hex')] ?? []).filter((each) => each !== hex);
  if (!slot?.many || !left.length) return withoutLine(text, line);
  return withLineAt(
    text,
    line,
    writeLine({ ...statement, words: statement.words.filter((word) => word !== hex) }),
  );
}

// Puzzles

/** The puzzle as the text has it now, whatever the server has seen of it. */
export function puzzleOf(text: string): Puzzle {
  const solve = statementOf(text, 'solve')?.statement ?? null;
  const goals = linesOf(text)
    .filter((line) => keywordOf(line) === 'goal')
    .flatMap((line) => {
      const [kind, what, value] = readLine(line)?.words ?? [];
      return kind && what ? [{ kind, what, value: Number(value) || 0 }] : [];
    });
  return {
    side: solve?.words[0] ?? '',
    task: statementOf(text, 'task')?.statement.words.join(' ') ?? '',
    turns: Number(attributeOf(solve, 'within')) || 0,
    goals,
  };
}

export function withPuzzle(text: string, puzzle: Puzzle): string {
  const bare = textOf(linesOf(text).filter((line) => !['task', 'solve', 'goal'].includes(keywordOf(line))));
  const lines = [
    ...(puzzle.task.trim() ? [`task ${quoted(puzzle.task.trim().replace(/\s+/g, ' '))}`] : []),
    ...(puzzle.side ? [`solve ${puzzle.side}${puzzle.turns ? ` within=${puzzle.turns}` : ''}`] : []),
    ...puzzle.goals.map(goalLine),
  ];
  return lines.reduce(withLine, bare);
}

function goalLine({ kind, what, value }: Goal): string {
  const number = kind === 'reach' || kind === 'limit' ? ` ${value}` : '';
  return `goal ${kind} ${quoted(what)}${number}`;
}

/** Whatever a faulty line says of hexes, so that it can be shown on the map. */
export function hexesIn(text: string, line: number, isOnMap: (label: string) => boolean): string[] {
  const statement = readLine(linesOf(text)[line - 1] ?? '');
  const words = [...(statement?.words ?? []), ...(statement?.attributes ?? []).map(([, value]) => value)];
  return [...new Set(words.flatMap((word) => word.split(/[/+-]/)).concat(words))].filter(isOnMap);
}
