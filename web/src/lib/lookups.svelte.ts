/**
 * The charts in use: where the dice of the attack that is looked at will be looked up. The forecast puts it here, the
 * panel of charts lights it.
 */

import type { Lookup } from './types';

class Lookups {
  /** In use now; nothing if no attack is looked at. */
  inUse = $state.raw<readonly Lookup[]>([]);
  /** Counts how often somebody wanted to see a chart, so that the panel opens. */
  called = $state(0);

  call(): void {
    this.called += 1;
  }

  clear(): void {
    this.inUse = [];
    this.called = 0;
  }

  /** The columns and rows of a chart that are in use: of several lookups, each with its own rows. */
  of(chart: string): Lookup[] {
    return this.inUse.filter((each) => each.chart === chart);
  }
}

export const lookups = new Lookups();
