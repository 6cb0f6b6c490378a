/** Plans: made from what one's side knows, compared, and given. */

import { api, faultOf } from '../lib/api';
import { gameLink, router } from '../lib/router.svelte';
import type { ApiFault, PlanGiven } from '../lib/types';

class Plans {
  /** What came of the plan that was given last, until somebody has read it. */
  given = $state.raw<PlanGiven | null>(null);
  fault = $state.raw<ApiFault | null>(null);

  async make(game: string, side: string): Promise<void> {
    await this.#trying(async () => router.go(gameLink((await api.makePlan(game, side)).id)));
  }

  /** Give the orders of a plan one after the other, and go back to the game. */
  async give(game: string, side: string, plan: string): Promise<void> {
    await this.#trying(async () => {
      this.given = await api.givePlan(game, side, plan);
      router.go(gameLink(game, side));
    });
  }

  async throwAway(game: string, side: string, plan: string): Promise<void> {
    await this.#trying(async () => {
      await api.deleteGame(plan);
      router.go(gameLink(game, side));
    });
  }

  async #trying(act: () => Promise<void>): Promise<void> {
    this.fault = null;
    try {
      await act();
    } catch (thrown) {
      this.fault = faultOf(thrown);
    }
  }
}

export const plans = new Plans();
