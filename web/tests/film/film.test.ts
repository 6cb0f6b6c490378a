import { describe, expect, it } from 'vitest';
import { bulletinOf, isEmpty } from '../../src/film/bulletin';
import { caption, LONGEST, scenesOf } from '../../src/film/film';
import type { Film, GameEvent, Shot } from '../../src/lib/types';
import { piece, view } from '../views';

const onMap = (at: string): boolean => /^\d{4}$/.test(at);
const told = (text: string, more: Partial<GameEvent> = {}): GameEvent => ({
  text,
  kind: 'move',
  rules: [],
  data: {},
  step: 5,
  rolls: [],
  ...more,
});
const shot = (more: Partial<Shot> = {}): Shot => ({
  step: 5,
  by: 'south',
  stage: 'order',
  turn: 'Turn 1',
  events: [told('It happened')],
  pieces: {},
  ...more,
});
const film = (...shots: Shot[]): Film => ({ begins: view(), shots });
const die = { value: 4, faces: 6, purpose: 'combat' };

describe('a film', () => {
  it('draws the way an event tells, and the moves no event tells of', () => {
    const [first, second] = scenesOf(
      film(
        shot({
          stage: 'march',
          events: [told('a marches', { data: { path: ['0101', '0201', '0301'] } })],
          pieces: { a: piece('0301') },
        }),
        shot({ by: 'north', stage: 'march', pieces: { b: piece('0202') } }),
      ),
      onMap,
    );
    expect(first?.moves).toEqual([{ path: ['0101', '0201', '0301'], side: 'north', nation: 'red' }]);
    expect(second?.moves.map(({ path }) => path)).toEqual([['0102', '0202']]);
    expect(second?.pieces['a']?.at).toBe('0301');
  });
  it('makes one scene of a fight, from its declaration to its losses', () => {
    const scenes = scenesOf(
      film(
        shot({ events: [told('An attack on 0102', { kind: 'combat' })] }),
        shot({ stage: 'prepare', events: [told('The die falls', { rolls: [die] })] }),
        shot({
          stage: 'losses',
          events: [told('b loses 2')],
          pieces: { b: piece('0102', { strength: '3' }) },
        }),
        shot({ events: [told('An attack on 0101', { kind: 'combat' })] }),
        shot({ stage: 'retreat', events: [told('a retreats')], pieces: { a: piece('0201') } }),
      ),
      onMap,
    );
    expect(scenes.map(({ kind }) => kind)).toEqual(['fight', 'fight']);
    expect(scenes[0]?.rolls).toEqual([die]);
    expect(scenes[0]?.losses).toEqual([{ at: '0102', side: 'north', text: '−2' }]);
    expect(caption(scenes[0]!).lines).toHaveLength(3);
  });
  it('keeps what a fight cost in sight, whatever is told when it ends the phase', () => {
    const arrival = told('c arrives in 0401', { kind: 'arrival' });
    const scenes = scenesOf(
      film(
        shot({ events: [told('An attack on 0102', { kind: 'combat' })] }),
        shot({ stage: 'losses', events: [told('b loses 2', { kind: 'loss' }), arrival, arrival, arrival] }),
      ),
      onMap,
    );
    expect(scenes.map(({ kind }) => kind)).toEqual(['fight', 'news']);
    expect(caption(scenes[0]!).lines).toEqual(['An attack on 0102', 'b loses 2']);
    expect(caption(scenes[1]!).lines).toHaveLength(3);
  });
  it('counts what a headquarters can provide as no strength', () => {
    const has = (supply: string) => piece('0101', { strength: supply, facts: [['supply', supply]] });
    const [scene] = scenesOf(
      {
        begins: view({ pieces: { hq: has('9') } }),
        shots: [shot({ stage: 'prepare', pieces: { hq: has('3') } })],
      },
      onMap,
    );
    expect(scene?.losses).toEqual([]);
  });
  it('is never too long to watch, whatever happened', () => {
    const many = Array.from({ length: 600 }, (_, at) =>
      shot({ stage: 'march', pieces: { a: piece(at % 2 ? '0101' : '0201') } }),
    );
    const scenes = scenesOf(film(...many), onMap);
    const length = scenes.reduce((sum, { seconds }) => sum + seconds, 0);
    expect(length).toBeLessThanOrEqual(LONGEST + 0.5);
    expect(scenes.flatMap(({ moves }) => moves)).toHaveLength(600);
  });
});

describe('a bulletin', () => {
  const begins = view({
    pieces: {
      a: piece('0101'),
      b: piece('0102'),
      foe: piece('0301', { side: 'south' }),
      away: piece('edge', { side: 'north' }),
    },
  });
  it('says who was lost, weakened, destroyed and has arrived', () => {
    const now = view({
      pieces: { b: piece('0102', { strength: '3' }), away: piece('0401', { side: 'north' }) },
    });
    const fallen = told('Foe is eliminated', { kind: 'loss', data: { unit: 'foe' } });
    const news = bulletinOf({ begins, shots: [shot({ events: [fallen] })] }, now, onMap);
    expect(news.lost.map(({ key }) => key)).toEqual(['a']);
    expect(news.weakened).toEqual([{ key: 'b', name: 'First Division', at: '0102', points: 2 }]);
    expect(news.destroyed.map(({ key }) => key)).toEqual(['foe']);
    expect(news.arrived.map(({ key }) => key)).toEqual(['away']);
    expect(news.losses).toEqual({ north: 7, south: 5 });
    expect(isEmpty(news)).toBe(false);
  });
  it('does not take a piece that went under others for a piece destroyed', () => {
    const now = view({ pieces: { a: piece('0101'), b: piece('0102') } });
    const reduced = told('Foe is reduced', { kind: 'loss', data: { unit: 'foe', reductions: 1 } });
    const news = bulletinOf({ begins, shots: [shot({ events: [reduced] })] }, now, onMap);
    expect(news.destroyed).toEqual([]);
    expect(news.losses['south']).toBeUndefined();
  });
  it('carries dangers on until they are dealt with', () => {
    const danger = { text: '2 units in 0101: cut off', hex: '0101' };
    const now = view({ pieces: begins.pieces });
    const report = { ...now.report, dangers: [danger] };
    expect(bulletinOf({ begins, shots: [] }, { ...now, report }, onMap).threats).toEqual([danger]);
  });
});
