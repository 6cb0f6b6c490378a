import { describe, expect, it } from 'vitest';
import { judgement, orders, points } from '../../src/game/whatif';
import type { WhatIf } from '../../src/lib/whatif';

const estimate = (value: number, low: number | null, high: number | null) => ({ value, low, high, of: 10 });

function found(worth: ReturnType<typeof estimate> | null, finished = true): WhatIf {
  return {
    job: 'a',
    done: 10,
    of: 10,
    finished,
    error: '',
    turn: 'Turn 1',
    over: false,
    order: 'pass',
    arms: [],
    worth,
    victories: null,
  };
}

describe('what if', () => {
  it('offers what the staff proposes before the other choices', () => {
    const suggestion = { action: { do: 'pass' }, text: 'Pass' };
    const choice = { action: { do: 'pick' }, face: { text: 'Pick' } };
    expect(orders([suggestion, suggestion], [choice]).map((each) => each.text)).toEqual([
      'Your staff: Pass',
      'Pick',
    ]);
  });
  it('writes points with their sign and interval', () => {
    expect(points(estimate(2, -1, 5))).toBe('+2.0 (−1.0 to +5.0)');
    expect(points(estimate(0, null, null))).toBe('0.0');
  });
  it('says that an order helps only if chance cannot explain it', () => {
    expect(judgement(found(estimate(2, 1, 3)))).toContain('helps');
    expect(judgement(found(estimate(-2, -3, -1)))).toContain('harm');
    expect(judgement(found(estimate(2, -1, 5)))).toContain('chance could do');
    expect(judgement(found(estimate(2, 1, 3), false))).toBe('');
    expect(judgement(found(null))).toBe('');
  });
});
