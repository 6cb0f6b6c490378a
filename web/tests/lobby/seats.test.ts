import { describe, expect, it } from 'vitest';
import { guidedGame, guidesOf, readLink, readSeed, usualSeats } from '../../src/lobby/seats';
import type { PlayerInfo, ScenarioInfo, TitleInfo } from '../../src/lib/types';

const players: PlayerInfo[] = ['random', 'greedy', 'cadet', 'officer', 'general'].map((name) => ({
  name,
  caption: name,
  meaning: '',
}));
const title = { name: 't', caption: 'T', sides: { north: 'North', south: 'South' } } as unknown as TitleInfo;

describe('a new game', () => {
  it('gives the first side to me and the others to a computer player', () => {
    expect(usualSeats(title, players)).toEqual({ north: 'me', south: 'officer' });
    expect(usualSeats(title, [])).toEqual({ north: 'me', south: 'me' });
  });
  it('can be guided where a scenario has a tour', () => {
    const plain = { name: 'p' };
    const toured = { name: 't', tour: [{ title: 'One', text: '' }] };
    const titles = [{ ...title, scenarios: [plain, toured] }] as unknown as (typeof title)[];
    expect(guidesOf(titles).map(({ scenario }) => scenario.name)).toEqual(['t']);
  });
  it('that is guided gives me the side the guide speaks to, against a gentle player', () => {
    const scenario = { name: 's', guided: 'south' } as unknown as ScenarioInfo;
    expect(guidedGame({ title, scenario }, players).seats).toEqual({ north: 'cadet', south: 'me' });
    expect(guidedGame({ title, scenario }, players).options).toEqual({});
  });
  it('that is guided has the options its guide asks for', () => {
    const scenario = { name: 's', guided_options: { ready: 'on' } } as unknown as ScenarioInfo;
    expect(guidedGame({ title, scenario }, players).options).toEqual({ ready: 'on' });
  });
  it('takes whole numbers as seeds, and draws one for nothing', () => {
    expect(readSeed(' 1914 ')).toEqual({ seed: 1914 });
    expect(readSeed('')).toEqual({ seed: null });
    expect(readSeed('x1')).toBeNull();
    expect(readSeed('1.5')).toBeNull();
  });
  it('is found in a link', () => {
    expect(readLink('see http://host/#/join/abc/north/tok')).toBe('#/join/abc/north/tok');
    expect(readLink('http://host/')).toBeNull();
  });
});
