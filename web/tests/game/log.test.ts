import { describe, expect, it } from 'vitest';
import { folded, grouped, subjectOf, tokens } from '../../src/game/log';
import type { GameEvent, HistoryEntry } from '../../src/lib/types';

const event = (step: number, text: string): GameEvent => ({
  text,
  kind: '',
  rules: [],
  data: {},
  step,
  rolls: [],
});
const entry = (step: number, turn: string, dice: number[] = []): HistoryEntry => ({
  step,
  by: 'north',
  text: '',
  kind: '',
  turn,
  rolls: dice.map((value) => ({ value, faces: 6, purpose: 'attack' })),
  told: [],
  reason: '',
});

describe('the log', () => {
  it('stands in groups by turn; what came before the first step belongs to the first turn', () => {
    const groups = grouped(
      [event(0, 'set up'), event(1, 'march'), event(2, 'new turn')],
      [entry(1, 'one'), entry(2, 'two')],
      'two',
    );
    expect(groups.map((group) => [group.turn, group.lines.length])).toEqual([
      ['one', 2],
      ['two', 1],
    ]);
  });
  it('begins a new turn where a step tells its name', () => {
    const groups = grouped(
      [event(1, 'last shot'), event(1, 'Turn two'), event(1, 'troops arrive'), event(2, 'march')],
      [entry(1, 'Turn one'), entry(2, 'Turn two')],
      'Turn two',
    );
    expect(groups.map((group) => [group.turn, group.lines.length])).toEqual([
      ['Turn one', 1],
      ['Turn two', 3],
    ]);
  });
  it('shows the dice of a step once, beside its first event', () => {
    const [group] = grouped([event(3, 'fight'), event(3, 'loss')], [entry(3, 'one', [4, 2])], 'one');
    expect(group?.lines.map((line) => line.rolls.length)).toEqual([2, 0]);
  });
  it('folds routine behind its first line, but neither battles, nor dice, nor what came last', () => {
    const kinds = ['mobilize', 'mobilize', 'mobilize', 'mobilize', 'loss', 'loss', 'loss', 'loss', 'march'];
    const events = kinds.map((kind, step) => ({ ...event(step, `${kind} ${step}`), kind }));
    const counts = (told: GameEvent[], dice: number[] = []) => {
      const [group] = grouped(told, dice.length ? [entry(1, '', dice)] : [], '');
      return folded(group!.lines, group!.lines.at(-1)).map((run) => run.folded.length);
    };
    expect(counts(events)).toEqual([3, 0, 0, 0, 0, 0]);
    expect(counts(events, [4])).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(counts(events.slice(0, 4))).toEqual([0, 0, 0, 0]);
  });
  it('cuts texts at the names of hexes and nowhere else', () => {
    const labels = new Set(['2107', '23.16']);
    expect(tokens('From 2107 to 23.16.', labels)).toEqual([
      { text: 'From ' },
      { text: '2107', hex: '2107' },
      { text: ' to ' },
      { text: '23.16', hex: '23.16' },
      { text: '.' },
    ]);
    expect(tokens('8-5 of 9999', labels)).toEqual([{ text: '8-5 of 9999' }]);
  });
  it('finds what an event is about: pieces first, else the last hex', () => {
    const labels = new Set(['0101', '0102']);
    expect(subjectOf({ units: ['a', 'x'], path: ['0101', '0102'] }, { a: 1 }, labels)).toEqual({
      pieces: ['a'],
    });
    expect(subjectOf({ path: ['0101', '0102'], points: 3 }, {}, labels)).toEqual({ hex: '0102' });
    expect(subjectOf({ points: 3 }, {}, labels)).toBeNull();
  });
});
