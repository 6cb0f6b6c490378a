import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetSetUp, keepSetUp, keptSetUps } from '../../src/table/setups';

const actions = [{ do: 'station', units: ['a'], at: '0101' }];

describe('set-ups kept by name', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
  });

  it('are those of a side of a scenario, and of one name only once', () => {
    keepSetUp('war', 'verdun', 'north', { name: 'thin', actions });
    keepSetUp('war', 'verdun', 'north', { name: 'deep', actions });
    keepSetUp('war', 'verdun', 'north', { name: 'thin', actions: [...actions, ...actions] });
    expect(
      keptSetUps('war', 'verdun', 'north').map(({ name, actions: done }) => [name, done.length]),
    ).toEqual([
      ['deep', 1],
      ['thin', 2],
    ]);
    expect(keptSetUps('war', 'verdun', 'south')).toEqual([]);
    expect(forgetSetUp('war', 'verdun', 'north', 'deep').map(({ name }) => name)).toEqual(['thin']);
  });

  it('that cannot be read are none', () => {
    localStorage.setItem('hexfront.setups:war/verdun/north', '{"broken"');
    expect(keptSetUps('war', 'verdun', 'north')).toEqual([]);
  });
});
