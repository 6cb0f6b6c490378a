/** Small views and pieces for tests. */

import type { Change, Piece, View } from '../src/lib/types';

export function piece(at: string, more: Partial<Piece> = {}): Piece {
  return {
    at,
    nation: 'red',
    side: 'north',
    symbol: 'infantry',
    size: 'XX',
    strength: '5',
    movement: '4',
    designation: '1',
    states: [],
    name: 'First Division',
    facts: [],
    order: 0,
    ...more,
  };
}

export function view(more: Partial<View> = {}): View {
  return {
    step: 4,
    revision: 9,
    viewer: 'north',
    outcome: null,
    turn: 'Turn 1',
    waiting: ['north'],
    asked: [],
    decision: null,
    pieces: { a: piece('0101'), b: piece('0102') },
    markers: [],
    report: { turn: 'Turn 1', phase: 'march', tracks: [], muster: [], arrivals: [], standing: { text: '' } },
    events: [{ text: 'It began', kind: 'turn', rules: [], data: {}, step: 1, rolls: [] }],
    undo: { possible: true, reason: '' },
    rollback: null,
    mail: null,
    ...more,
  };
}

export function change(more: Partial<Change> = {}): Change {
  return {
    type: 'change',
    step: 5,
    since: 4,
    revision: 10,
    after: 9,
    decision: null,
    asked: [],
    waiting: ['south'],
    turn: 'Turn 1',
    events: [],
    undo: { possible: false, reason: 'dice were thrown' },
    outcome: null,
    ...more,
  };
}
