import { describe, expect, it } from 'vitest';
import type { Form } from '../../src/lib/positions';
import * as draft from '../../src/editor/draft';
import { filled, readLine, writeLine } from '../../src/editor/lines';
import { packed, unpacked } from '../../src/editor/packing';

const UNIT: Form = {
  keyword: 'unit',
  form: 'unit NAME HEX ...',
  role: 'unit',
  slots: [
    { name: 'name', kind: 'name' },
    { name: 'hex', kind: 'hex' },
  ],
  attributes: [{ name: 'strength', kind: 'number' }],
  marks: ['moved'],
};
const TURN: Form = {
  keyword: 'turn',
  form: 'turn NUMBER PHASE SIDE',
  role: 'when',
  slots: [
    { name: 'number', kind: 'number' },
    { name: 'phase', choices: ['supply', 'counter movement'] },
    { name: 'side', choices: ['red', 'blue'] },
  ],
};
const HOLDER: Form = {
  keyword: 'holder',
  form: 'holder HEX ... SIDE',
  slots: [
    { name: 'hex', kind: 'hex', many: true },
    { name: 'side', choices: ['red', 'blue'] },
  ],
};
const TEXT = `title x
scenario y
# a remark
turn 3 counter movement red begun=yes
unit a 0101 moved strength=3 # tired
unit b 0202+0203
holder 0101 0102 red
then red pick a
`;
const FORMS = [TURN, UNIT, HOLDER];
const units = (text: string) => draft.unitsOf(text, FORMS);

describe('lines', () => {
  it('are written as they were read', () => {
    for (const line of TEXT.split('\n').filter((each) => each && !each.startsWith('#'))) {
      expect(writeLine(readLine(line)!)).toBe(line);
    }
  });
  it('quote what holds blanks, quotation marks or signs', () => {
    const statement = { keyword: 'task', words: ["it's # fine", 'a "b" \\c'], attributes: [], remark: '' };
    expect(readLine(writeLine(statement))).toEqual(statement);
    expect(readLine('task "never closed')).toBeNull();
    expect(readLine('  # nothing')).toBeNull();
    expect(readLine('region "friendly edge" 0101')!.words).toEqual(['friendly edge', '0101']);
  });
  it('fill slots, of which some take several words', () => {
    expect(filled(TURN, ['3', 'counter', 'movement', 'red'])).toEqual([['3'], ['counter movement'], ['red']]);
    expect(filled(TURN, ['3', 'supply', 'red'])).toEqual([['3'], ['supply'], ['red']]);
    expect(filled(HOLDER, ['0101', '0102', 'red'])).toEqual([['0101', '0102'], ['red']]);
  });
});

describe('a draft', () => {
  it('knows its units', () => {
    expect(units(TEXT).map(({ name, at, line }) => [name, at, line])).toEqual([
      ['a', '0101', 5],
      ['b', '0202', 6],
    ]);
  });
  it('places, moves, marks, changes and removes them', () => {
    const more = draft.placed(TEXT, 'unit c {hex}', 'c', 'c', '0303');
    expect(more.split('\n')[6]).toBe('unit c 0303');
    const [a] = units(more);
    expect(draft.moved(more, a!, '0404')).toContain('unit a 0404 moved strength=3 # tired\n');
    expect(draft.marked(more, a!, 'moved', false)).toContain('unit a 0101 strength=3 # tired\n');
    expect(draft.marksOf(a!)).toEqual(['moved']);
    const weak = draft.changed(more, a!, (statement) => draft.attributed(statement, 'strength', '1'));
    expect(weak).toContain('strength=1');
    expect(draft.changed(more, a!, (each) => draft.attributed(each, 'strength', ''))).not.toContain(
      'strength',
    );
    expect(draft.withoutLine(more, a!.line)).not.toContain('unit a');
  });
  it('sends them beside the map and back', () => {
    const lost: Form = { ...UNIT, keyword: 'lost', role: 'away', slots: [{ name: 'name', kind: 'name' }] };
    const [a] = units(TEXT);
    const gone = draft.station(TEXT, a!, lost, '');
    expect(gone).toContain('lost a moved strength=3 # tired\n');
    const again = draft.unitsOf(gone, [...FORMS, lost]).find(({ name }) => name === 'a')!;
    expect(again.at).toBe('');
    expect(draft.station(gone, again, UNIT, '0909')).toContain('unit a 0909 moved strength=3 # tired\n');
  });
  it('numbers those of which there are several', () => {
    expect(draft.freeName('c', new Set(['c', 'c#2']))).toBe('c#3');
    expect(draft.freeName('', new Set(['own-1']))).toBe('own-2');
    expect(draft.placed('', 'unit c {hex}', 'c', 'c#2', '0303')).toBe("unit 'c#2' 0303\n");
    expect(draft.placed('', 'unit {name} {hex} nation=fr', '', 'own-1', '0303')).toBe(
      'unit own-1 0303 nation=fr\n',
    );
  });
  it('tells the moment, and fills up what is missing', () => {
    expect(draft.withValue(TEXT, TURN, 2, 'blue')).toContain('turn 3 counter movement blue begun=yes');
    expect(draft.withValue('title x\n', TURN, 1, 'counter movement')).toBe(
      'title x\nturn 0 counter movement red\n',
    );
  });
  it('chooses options and leaves the usual ones away', () => {
    const chosen = draft.withOption(TEXT, 'fog', 'off');
    expect(chosen.split('\n')[2]).toBe('option fog=off');
    expect(draft.optionOf(chosen, 'fog')).toBe('off');
    expect(draft.withOption(chosen, 'fog', '')).toBe(TEXT);
  });
  it('lays something in a hex, and takes it up again', () => {
    const values = [[], ['blue']];
    const laid = draft.painted(TEXT, HOLDER, values, '0505');
    expect(laid).toContain('holder 0505 blue');
    expect(draft.painted(laid, HOLDER, values, '0505')).toBe(TEXT);
    const taken = draft.painted(TEXT, HOLDER, values, '0101');
    expect(taken).toContain('holder 0102 red');
    expect(taken).toContain('holder 0101 blue');
  });
  it('is a puzzle, and again none', () => {
    const puzzle = {
      side: 'red',
      task: "Don't  wait.",
      turns: 2,
      goals: [
        { kind: 'take', what: '0101', value: 0 },
        { kind: 'reach', what: 'Points, red', value: 4 },
      ],
    };
    const made = draft.withPuzzle(TEXT, puzzle);
    expect(made.split('\n').slice(2, 6)).toEqual([
      `task 'Don'"'"'t wait.'`,
      'solve red within=2',
      'goal take 0101',
      "goal reach 'Points, red' 4",
    ]);
    expect(draft.puzzleOf(made)).toEqual({ ...puzzle, task: "Don't wait." });
    expect(draft.withPuzzle(made, { side: '', task: '', turns: 0, goals: [] })).toBe(TEXT);
  });
  it('finds the hexes of a faulty line', () => {
    expect(draft.hexesIn(TEXT, 6, (label) => /^\d{4}$/.test(label))).toEqual(['0202', '0203']);
  });
});

describe('a link', () => {
  it('holds the whole text', async () => {
    const word = await packed(TEXT.repeat(40));
    expect(word).toMatch(/^[\w-]+$/);
    expect(word.length).toBeLessThan(400);
    expect(await unpacked(word)).toBe(TEXT.repeat(40));
    await expect(unpacked('no such thing')).rejects.toThrow();
  });
});
