import { describe, expect, it } from 'vitest';
import type { Board } from '../../src/lib/types';
import { DIRECTIONS } from '../../src/table/keys';
import { MapState, type Hex } from '../../src/table/mapstate.svelte';
import { neighbourTowards } from '../../src/table/walking';

/** A hex and its six neighbours, by their angles from the east. */
function ring(first: number): MapState {
  const map = new MapState('game', 'title');
  const around = [0, 1, 2, 3, 4, 5].map((at) => ({
    label: `n${at}`,
    angle: ((first + 60 * at) * Math.PI) / 180,
  }));
  const hexes = around.map(({ label, angle }) => [
    label,
    { label, x: 100 * Math.cos(angle), y: 100 * Math.sin(angle) },
  ]);
  map.hexes = new Map([...hexes, ['here', { label: 'here', x: 0, y: 0 }]] as unknown as [string, Hex][]);
  map.board = { neighbours: { here: around.map(({ label }) => label) } } as unknown as Board;
  return map;
}

describe('keys over hexsides', () => {
  it('reach all six neighbours of a hex with a flat top', () => {
    const map = ring(-90); // clockwise from the north
    const reached = ['w', 'e', 'd', 's', 'a', 'q'].map((key) =>
      neighbourTowards(map, 'here', DIRECTIONS[key]!),
    );
    expect(reached).toEqual(['n0', 'n1', 'n2', 'n3', 'n4', 'n5']);
  });

  it('stay where there is no neighbour in that direction', () => {
    const map = ring(-90);
    map.board = { neighbours: { here: ['', 'n1', '', '', '', ''] } } as unknown as Board;
    expect(neighbourTowards(map, 'here', DIRECTIONS.s!)).toBeNull();
    expect(neighbourTowards(map, 'here', DIRECTIONS.e!)).toBe('n1');
    expect(neighbourTowards(map, 'nowhere', 0)).toBeNull();
  });
});
