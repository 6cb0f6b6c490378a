/**
 * What lies on the desk of the staff: for whom orders are wanted, and the arrows of what it proposes. The order of
 * battle and the map put something there, the panel of the staff works on it, and the map draws it.
 */

import type { LayerData } from './types';

/** Some pieces under a name, such as an army or a stack. */
export interface Subject {
  name: string;
  pieces: string[];
}

class Desk {
  /** For whom orders are wanted; null means the whole side. */
  subject = $state.raw<Subject | null>(null);
  /** Counts how often the desk was called for, so that the panel opens. */
  called = $state(0);
  /** Whether advice is wanted at once. */
  ask = false;
  /** Who is to march where the next click on the map says. */
  marching = $state.raw<Subject | null>(null);
  arrows = $state.raw<LayerData | null>(null);

  call(subject: Subject, ask = false): void {
    this.subject = subject;
    this.ask = ask;
    this.called += 1;
  }

  clear(): void {
    this.subject = null;
    this.ask = false;
    this.called = 0;
    this.marching = null;
    this.arrows = null;
  }
}

export const desk = new Desk();
