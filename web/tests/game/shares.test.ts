import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answersFor, keptShares, ShareKeeper, unspent, wishOf } from '../../src/game/shares.svelte';
import { api } from '../../src/lib/api';
import type { Connection } from '../../src/lib/connection.svelte';
import { commitment } from '../../src/lib/fairness';
import { session } from '../../src/lib/session.svelte';
import type { DiceState, Me, Seat } from '../../src/lib/types';

const seat = (you: boolean, commander = false): Seat => ({
  name: '',
  kind: 'human',
  you,
  online: true,
  player: '',
  commander,
});
const asked: DiceState = {
  made: [],
  absent: [],
  wanted: ['blue', 'red'],
  round: 'h',
  promises: { host: 'h' },
  given: [],
  wait: 9,
};
const kept = { p: { side: 'red', secret: 's' } };

describe('a share in the dice', () => {
  it('is promised when it is asked for, and not too late', () => {
    expect(wishOf(asked, 'red', {})).toEqual({ kind: 'promise' });
    expect(wishOf({ ...asked, given: ['blue'] }, 'red', {})).toBeNull();
    expect(wishOf({ ...asked, wanted: [] }, 'red', {})).toBeNull();
  });
  it('is given when the secrets are asked for', () => {
    const promised = { ...asked, promises: { host: 'h', red: 'p' } };
    expect(wishOf(promised, 'red', kept)).toEqual({ kind: 'wait', seconds: 9 });
    expect(wishOf({ ...promised, wait: null }, 'red', kept)).toBeNull();
    expect(wishOf({ ...promised, wait: 0 }, 'red', kept)).toEqual({ kind: 'give', promise: 'p' });
    expect(wishOf({ ...promised, wait: 0, given: ['red'] }, 'red', kept)).toBeNull();
    expect(wishOf({ ...promised, wait: 0 }, 'red', {})).toEqual({ kind: 'elsewhere' });
  });
  it('is used once', () => {
    expect(unspent('red', kept)).toBe('p');
    expect(unspent('blue', kept)).toBeUndefined();
    expect(unspent('red', { p: { side: 'red', secret: 's', seen: {} } })).toBeUndefined();
  });
  it('is that of the chief of a side', () => {
    expect(answersFor(['blue', 'red'], { blue: seat(false), red: seat(true) })).toBe('red');
    expect(answersFor(['red'], { red: seat(true, true) })).toBeUndefined();
  });
});

/** A server that asks red and blue for shares; blue does its part when it is told to. */
class Server {
  state: DiceState = { ...asked, round: '', promises: {}, wait: null };
  taken: object[] = [];
  share = (_: string, share: { as: string; promise: string; secret?: string; round?: string }) => {
    this.taken.push(share);
    const promises = { host: 'h', ...this.state.promises, [share.as]: share.promise };
    const given = share.secret ? [...this.state.given, share.as] : this.state.given;
    const all = 'red' in promises && 'blue' in promises;
    this.state = { ...this.state, round: 'h', promises, given, wait: all ? 0 : 9 };
    return Promise.resolve(this.state);
  };
}

describe('the keeper of a share', () => {
  const connection = { game: 'g', seats: { red: seat(true), blue: seat(false) } } as unknown as Connection;
  let server: Server;
  beforeEach(() => {
    localStorage.clear();
    server = new Server();
    session.me = { mode: 'hosted', name: 'Ada' } as Me;
    vi.spyOn(api, 'dice').mockImplementation(() => Promise.resolve(server.state));
    vi.spyOn(api, 'share').mockImplementation(server.share);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    session.me = null;
  });

  it('promises, waits for the others, gives, and remembers what it saw', async () => {
    const keeper = new ShareKeeper(connection);
    await vi.waitFor(() => expect(server.taken).toHaveLength(1));
    const [promise] = Object.keys(keptShares('g'));
    expect(server.taken).toEqual([{ as: 'red', promise }]);
    await server.share('g', { as: 'blue', promise: 'b' });
    server.taken = [];
    await keeper.look();
    const share = keptShares('g')[promise!]!;
    expect(commitment('red', share.secret)).toBe(promise);
    expect(server.taken).toEqual([{ as: 'red', promise, secret: share.secret, round: 'h' }]);
    expect(share.seen).toEqual({ host: 'h', blue: 'b', red: promise });
    await keeper.look();
    expect(server.taken).toHaveLength(1);
    keeper.close();
  });
  it('does not speak for another browser, unless it is told to begin anew', async () => {
    await server.share('g', { as: 'red', promise: 'of another browser' });
    server.taken = [];
    const keeper = new ShareKeeper(connection);
    await vi.waitFor(() => expect(keeper.elsewhere).toBe(true));
    expect(server.taken).toEqual([]);
    await keeper.anew();
    expect(server.taken).toEqual([{ as: 'red', promise: Object.keys(keptShares('g'))[0], anew: true }]);
    expect(keeper.elsewhere).toBe(false);
    keeper.close();
  });
  it('leaves a server for one person alone', () => {
    session.me = { mode: 'local', name: '' } as Me;
    new ShareKeeper(connection);
    expect(api.dice).not.toHaveBeenCalled();
  });
});
