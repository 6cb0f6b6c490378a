import { describe, expect, it } from 'vitest';
import { gameLink, parseRoute } from '../../src/lib/router.svelte';

describe('addresses', () => {
  it('lead to their pages', () => {
    expect(parseRoute('')).toEqual({ page: 'lobby' });
    expect(parseRoute('#/nowhere')).toEqual({ page: 'lobby' });
    expect(parseRoute('#/new/some-title/first')).toEqual({
      page: 'new',
      title: 'some-title',
      scenario: 'first',
    });
    expect(parseRoute('#/rules/some-title/WF%206')).toEqual({
      page: 'rules',
      title: 'some-title',
      rule: 'WF 6',
    });
    expect(parseRoute('#/join/g1/north/tok_en')).toEqual({
      page: 'join',
      id: 'g1',
      side: 'north',
      token: 'tok_en',
    });
  });
  it('carry the seat and the moment of a game', () => {
    expect(parseRoute(gameLink('g-1', 'north', 12))).toEqual({
      page: 'game',
      id: 'g-1',
      as: 'north',
      step: 12,
    });
    expect(parseRoute(gameLink('g-1'))).toEqual({ page: 'game', id: 'g-1', as: '', step: null });
    expect(parseRoute('#/game/g-1?step=x')).toEqual({ page: 'game', id: 'g-1', as: '', step: null });
  });
});
