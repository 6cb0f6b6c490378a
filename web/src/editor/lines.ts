/** The lines of a position text: read into words, changed, and written again. Pure. */

import type { Form, Slot } from '$lib/positions';

export interface Statement {
  keyword: string;
  words: string[];
  attributes: [string, string][];
  /** A remark at the end of the line. */
  remark: string;
}

const PLAIN = /^[^\s"'#\\]+$/;
const PAIR = /^([a-z][\w-]*)=([^]*)$/;

/** A line as a statement; null if it is empty, a remark, or cannot be read. */
export function readLine(line: string): Statement | null {
  const found = tokens(line.trim());
  const [keyword, ...rest] = found?.words ?? [];
  if (!found || keyword === undefined) return null;
  const words: string[] = [];
  const attributes: [string, string][] = [];
  for (const word of rest) {
    const pair = PAIR.exec(word);
    if (pair) attributes.push([pair[1]!, pair[2]!]);
    else words.push(word);
  }
  return { keyword, words, attributes, remark: found.remark };
}

/** Words as a shell would part them, and the remark behind them; null if a quotation has no end. */
function tokens(line: string): { words: string[]; remark: string } | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at]!;
    if (quote) {
      if (sign === quote) quote = '';
      else if (sign === '\\' && quote === '"' && '"\\'.includes(line[at + 1] ?? ' '))
        word += line[(at += 1)]!;
      else word += sign;
    } else if (sign === '"' || sign === "'") {
      quote = sign;
      word ??= '';
    } else if (/\s/.test(sign)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (sign === '#') {
      if (word !== null) words.push(word);
      return { words, remark: line.slice(at) };
    } else if (sign === '\\') word = (word ?? '') + (line[(at += 1)] ?? '');
    else word = (word ?? '') + sign;
  }
  if (quote) return null;
  if (word !== null) words.push(word);
  return { words, remark: '' };
}

export function quoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}

export function writeLine({ keyword, words, attributes, remark }: Statement): string {
  const pairs = attributes.map(([name, value]) => `${name}=${quoted(value)}`);
  return [keyword, ...words.map(quoted), ...pairs, ...(remark ? [remark] : [])].join(' ');
}

/** What stands in each slot of a form; a slot for many words has them all. */
export function filled(form: Form, words: readonly string[]): string[][] {
  const slots = form.slots ?? [];
  let at = 0;
  return slots.map((slot, place) => {
    const after = slots.length - place - 1;
    const count = slot.many ? Math.max(0, words.length - at - after) : wordsOf(slot, words, at);
    const found = words.slice(at, at + count);
    at += count;
    return slot.many ? found : found.length ? [found.join(' ')] : [];
  });
}

/** How many words a slot takes: a choice may be of several. */
function wordsOf(slot: Slot, words: readonly string[], at: number): number {
  for (const count of [3, 2]) {
    if (slot.choices?.includes(words.slice(at, at + count).join(' '))) return count;
  }
  return 1;
}

/** The words of a statement from what stands in its slots. */
export function wordsIn(form: Form, values: readonly (readonly string[])[]): string[] {
  return (form.slots ?? []).flatMap((slot, at) =>
    (values[at] ?? []).flatMap((value) => (slot.choices?.includes(value) ? value.split(' ') : [value])),
  );
}
