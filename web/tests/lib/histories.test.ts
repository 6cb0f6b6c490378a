import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../src/lib/api';
import { historyOf } from '../../src/lib/histories';
import type { HistoryEntry } from '../../src/lib/types';
import { view } from '../views';

const entry = (step: number): HistoryEntry => ({
  step,
  by: 'north',
  text: '',
  kind: '',
  turn: '',
  rolls: [],
  told: [],
  reason: '',
});

function answers(last: number) {
  return vi
    .spyOn(api, 'history')
    .mockImplementation((_game, _as, since = 0) =>
      Promise.resolve(Array.from({ length: last - since }, (_, at) => entry(since + at + 1))),
    );
}

afterEach(() => vi.restoreAllMocks());

describe('the steps of a game', () => {
  it('are asked for once, and later only the new ones', async () => {
    const asked = answers(4);
    const first = view({ base: 1, step: 4 });
    await Promise.all([historyOf('a', first), historyOf('a', first)]);
    answers(6);
    const all = await historyOf('a', { ...first, step: 6 });
    expect(all.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(asked.mock.calls.map((call) => call[2])).toEqual([0, 4]);
  });
  it('are forgotten as far as they were taken back', async () => {
    answers(4);
    await historyOf('b', view({ base: 1, step: 4 }));
    const back = await historyOf('b', view({ base: 1, step: 2 }));
    expect(back.map(({ step }) => step)).toEqual([1, 2]);
  });
  it('are asked for again if others were played in place of those taken back', async () => {
    const asked = answers(4);
    await historyOf('d', view({ base: 1, step: 4, revision: 9 }));
    await historyOf('d', view({ base: 1, step: 4, revision: 12, backs: [{ revision: 10, step: 2 }] }));
    expect(asked.mock.calls.map((call) => call[2])).toEqual([0, 2]);
  });
  it('are all asked for again after a whole view and at the end', async () => {
    const asked = answers(4);
    await historyOf('c', view({ base: 1, step: 4 }));
    await historyOf('c', view({ base: 7, step: 4 }));
    await historyOf('c', view({ base: 7, step: 4, outcome: 'over' }));
    expect(asked.mock.calls.map((call) => call[2])).toEqual([0, 0, 0]);
  });
});
