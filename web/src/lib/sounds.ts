/** Sounds and touches of the table. Both are off until somebody wants them; the sounds are made here, of no files. */

import { listen, type Happening } from './happenings';
import { settings } from './settings.svelte';

interface Tone {
  /** Hertz, and where it glides to. */
  from: number;
  to?: number;
  /** Seconds. */
  at?: number;
  long: number;
  loud?: number;
  shape?: OscillatorType;
}

/** A counter on cardboard, a drum before an attack, a page turned back, the bell at the end of a phase. */
const TONES: Partial<Record<Happening, Tone[]>> = {
  'piece-selected': [{ from: 1400, to: 900, long: 0.04, loud: 0.25, shape: 'triangle' }],
  played: [
    { from: 220, to: 90, long: 0.09, loud: 0.6, shape: 'triangle' },
    { from: 1800, to: 700, long: 0.025, loud: 0.2, shape: 'square' },
  ],
  'attack-opened': [
    { from: 110, to: 55, long: 0.28, loud: 0.9 },
    { from: 110, to: 55, at: 0.2, long: 0.28, loud: 0.7 },
  ],
  undone: [{ from: 500, to: 1100, long: 0.12, loud: 0.25 }],
  'phase-ended': [
    { from: 660, long: 0.5, loud: 0.35 },
    { from: 990, at: 0.05, long: 0.6, loud: 0.2 },
  ],
  'marched-on': [
    { from: 200, to: 90, long: 0.08, loud: 0.5, shape: 'triangle' },
    { from: 200, to: 90, at: 0.14, long: 0.08, loud: 0.5, shape: 'triangle' },
  ],
};
/** Milliseconds of shaking and rest. */
const TOUCHES: Partial<Record<Happening, number[]>> = {
  'piece-selected': [8],
  played: [14],
  'attack-opened': [30, 40, 30],
  'phase-ended': [40],
};
const LOUDNESS = 0.22;

let context: AudioContext | null = null;

function sound(tones: readonly Tone[]): void {
  // Browsers let a page sound only after a touch or a key; what happens here comes of one.
  context ??= new AudioContext();
  void context.resume();
  for (const { from, to = from, at = 0, long, loud = 0.5, shape = 'sine' } of tones) {
    const start = context.currentTime + at;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = shape;
    tone.frequency.setValueAtTime(from, start);
    tone.frequency.exponentialRampToValueAtTime(to, start + long);
    volume.gain.setValueAtTime(loud * LOUDNESS, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + long);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + long);
  }
}

/** Let what happens at the table be heard and felt, as far as its player wants; the answer ends it. */
export function sounding(): () => void {
  return listen((what) => {
    const tones = TONES[what];
    const touch = TOUCHES[what];
    try {
      if (tones && settings.sound) sound(tones);
      // Some browsers know no such thing.
      if (touch && settings.touches) navigator.vibrate?.(touch);
    } catch {
      // A table without sound is still a table.
    }
  });
}
