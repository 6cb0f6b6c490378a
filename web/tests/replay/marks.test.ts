import { describe, expect, it } from 'vitest';
import { bookmarksIn, changedHexes } from '../../src/replay/replay.svelte';
import type { Piece, View } from '../../src/lib/types';

const piece = (at: string, strength = '8') => ({ at, strength }) as Piece;
const view = (pieces: Record<string, Piece>) => ({ pieces }) as View;

describe('a replay', () => {
  it('follows what has moved, changed, come or gone', () => {
    const before = view({ a: piece('0101'), b: piece('0202'), c: piece('0303'), d: piece('0404') });
    const after = view({ a: piece('0102'), b: piece('0202', '6'), d: piece('0404'), e: piece('0505') });
    expect(changedHexes(before, after).sort()).toEqual(['0101', '0102', '0202', '0303', '0505']);
  });

  it('reads bookmarks, and nothing that is none', () => {
    expect(bookmarksIn({ bookmarks: [{ step: 3, text: 'x' }, null, { text: 'y' }, { step: 5 }] })).toEqual([
      { step: 3, text: 'x' },
      { step: 5, text: '' },
    ]);
    expect(bookmarksIn({})).toEqual([]);
  });
});
