import { describe, expect, it } from 'vitest';
import { applyChange } from '../../src/lib/changes';
import type { Change, Piece, View } from '../../src/lib/types';
import { kept, offsetOf, stacksOf, topmost } from '../../src/table/stacks';

const piece = (at: string, order: number): Piece =>
  ({ at, order, states: [], facts: [] }) as unknown as Piece;
const onMap = (at: string): boolean => at.length === 4;
const pieces = {
  a: piece('0101', 1),
  b: piece('0101', 0),
  c: piece('0202', 0),
  waiting: piece('', 0),
};

describe('stacks', () => {
  it('lie in their order, the last on top, and only on the map', () => {
    const stacks = stacksOf(pieces, onMap);
    expect([...stacks.keys()]).toEqual(['0101', '0202']);
    expect(stacks.get('0101')?.pieces.map(({ key }) => key)).toEqual(['b', 'a']);
  });

  it('mean the topmost piece that can be chosen', () => {
    const stack = stacksOf(pieces, onMap).get('0101')!;
    expect(topmost(stack, new Set(['b']))?.key).toBe('b');
    expect(topmost(stack, new Set())?.key).toBe('a');
  });

  it('stay the same objects where a change did not touch them', () => {
    const view = { step: 4, pieces, events: [] } as unknown as View;
    const change = { type: 'change', since: 4, step: 5, pieces: { c: piece('0101', 2) }, events: [] };
    const next = applyChange(view, change as unknown as Change)!;
    const before = stacksOf(view.pieces, onMap);
    const after = kept(before, stacksOf(next.pieces, onMap));
    expect([...after.keys()]).toEqual(['0101']);
    expect(after.get('0101')).not.toBe(before.get('0101'));

    const still = { ...change, pieces: { waiting: piece('', 1) } };
    const same = applyChange(view, still as unknown as Change)!;
    const drawn = kept(before, stacksOf(same.pieces, onMap));
    expect(drawn.get('0101')).toBe(before.get('0101'));
    expect(drawn.get('0202')).toBe(before.get('0202'));
  });

  it('are centred on their hex', () => {
    expect(offsetOf(0, 1)).toEqual({ x: 0, y: -3 });
    const [low, high] = [offsetOf(0, 3), offsetOf(2, 3)];
    expect(low.x + high.x).toBeCloseTo(0);
    expect(low.y + high.y).toBeCloseTo(-6);
  });
});
