import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../src/lib/api';
import type { March } from '../../src/lib/types';
import { MarchState } from '../../src/table/marches.svelte';
import type { PlayState } from '../../src/table/playstate.svelte';
import { view } from '../views';

const march: March = {
  number: 1,
  pieces: ['a'],
  goal: '0109',
  at: '0103',
  way: ['0103', '0109'],
  why: '',
  rules: [],
  due: false,
};

function table(): PlayState {
  const map = { called: (label: string) => label };
  return {
    view: view(),
    connection: { game: 'g' },
    decision: null,
    map,
    say: () => undefined,
  } as unknown as PlayState;
}

afterEach(() => vi.restoreAllMocks());

describe('marches under way', () => {
  it('are not forgotten because an earlier question is answered late', async () => {
    let answer = (found: March[]): void => void found;
    vi.spyOn(api, 'marches').mockImplementationOnce(() => new Promise((then) => (answer = then)));
    vi.spyOn(api, 'sendOff').mockResolvedValue([march]);
    const marches = new MarchState(table(), () => false);
    const asked = marches.settle();
    const sent = marches.send(['a'], '0109');
    await new Promise((then) => setTimeout(then));
    answer([]);
    await Promise.all([asked, sent]);
    expect(marches.all).toEqual([march]);
    expect(marches.busy).toBe(false);
  });
});
