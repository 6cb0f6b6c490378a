import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { happened } from '../../src/lib/happenings';
import { settings } from '../../src/lib/settings.svelte';
import { sounding } from '../../src/lib/sounds';

const started: number[] = [];
const shaken = vi.fn(() => true);
const ramp = { setValueAtTime: () => ramp, exponentialRampToValueAtTime: () => ramp };
class Audio {
  currentTime = 0;
  destination = {};
  resume = async () => undefined;
  createGain = () => ({ gain: ramp, connect: () => ({}) });
  createOscillator = () => ({
    type: '',
    frequency: ramp,
    connect: (to: { connect: () => object }) => to,
    start: (at: number) => started.push(at),
    stop: () => undefined,
  });
}
let silence = (): void => undefined;

beforeEach(() => {
  vi.stubGlobal('AudioContext', Audio);
  Object.defineProperty(navigator, 'vibrate', { value: shaken, configurable: true });
  silence = sounding();
});
afterEach(() => {
  silence();
  settings.sound = settings.touches = false;
  started.length = 0;
  shaken.mockClear();
  vi.unstubAllGlobals();
});

test('nothing is heard or felt unless somebody wants it', () => {
  happened('played');
  happened('attack-opened');
  expect(started).toEqual([]);
  expect(shaken).not.toHaveBeenCalled();
});

test('an order and an attack are heard, looking about is not', () => {
  settings.sound = true;
  happened('map-moved');
  happened('panel-opened');
  expect(started).toEqual([]);
  happened('played');
  expect(started.length).toBe(2);
  expect(shaken).not.toHaveBeenCalled();
});

test('a phone shakes if it is told to, and stops when the table is left', () => {
  settings.touches = true;
  happened('played');
  expect(shaken).toHaveBeenCalledTimes(1);
  silence();
  happened('played');
  expect(shaken).toHaveBeenCalledTimes(1);
  expect(started).toEqual([]);
});
