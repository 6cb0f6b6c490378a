import { describe, expect, it } from 'vitest';
import type { GameInfo, Mailed, Seat, SeatKind } from '../../src/lib/types';
import { awaitedByMail, isMyMove, statusOf } from '../../src/lobby/status';

const seat = (kind: SeatKind, you = false): Seat => ({ name: '', kind, you, online: true, player: '' });
const mail = (more: Partial<Mailed> = {}): Mailed => ({
  side: 'north',
  step: 5,
  known: 2,
  orders: 0,
  waits: false,
  ...more,
});
const game = (more: Partial<GameInfo>): GameInfo =>
  ({
    seats: { north: seat('human', true), south: seat('mail') },
    waiting: ['north'],
    outcome: null,
    mail: null,
    ...more,
  }) as GameInfo;
const named = (side: string): string => side.toUpperCase();

describe('what a game waits for', () => {
  it('is my move, unless an order of mine waits for dice', () => {
    expect(statusOf(game({}), named)).toBe('Your move');
    expect(isMyMove(game({ mail: mail({ waits: true, orders: 1 }) }))).toBe(false);
    expect(isMyMove(game({ outcome: 'drawn' }))).toBe(false);
  });
  it('is a reply or the next file, if it came by mail', () => {
    const waiting = ['south'];
    expect(statusOf(game({ waiting, mail: mail({ orders: 2 }) }), named)).toBe('Send your reply');
    expect(statusOf(game({ waiting, mail: mail() }), named)).toBe('Waiting for the next file');
    expect(awaitedByMail(game({ waiting, mail: mail() }))).toEqual([]);
  });
  it('is a letter, if a side plays by mail', () => {
    expect(statusOf(game({ waiting: ['south'] }), named)).toBe('By mail: SOUTH');
    expect(awaitedByMail(game({ waiting: ['south'] }))).toEqual(['south']);
    expect(awaitedByMail(game({}))).toEqual([]);
    expect(awaitedByMail(game({ waiting: [], outcome: 'drawn' }))).toEqual(['south']);
  });
  it('is somebody else', () => {
    const seats = { north: seat('human', true), south: seat('human') };
    expect(statusOf(game({ seats, waiting: ['south'] }), named)).toBe('Waiting for SOUTH');
  });
});
