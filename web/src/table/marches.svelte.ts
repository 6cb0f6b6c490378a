/** Marches to goals that are several turns away: sent off by one gesture, led on in every movement phase. */

import { api, faultOf } from '../lib/api';
import { happened } from '../lib/happenings';
import { t } from '../lib/text';
import type { March } from '../lib/types';
import type { PlayState } from './playstate.svelte';

export class MarchState {
  all = $state.raw<readonly March[]>([]);
  busy = $state(false);
  fault = $state('');
  #asked = '';
  #before: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(
    private readonly play: PlayState,
    private readonly watching: () => boolean,
  ) {}

  /** The view has changed: read what is under way for every phase, and again after orders while anything
   * is; lead on what is due. */
  async settle(): Promise<void> {
    const { view, connection, decision } = this.play;
    if (!connection || view.viewer === 'observer' || this.busy || this.watching()) return;
    const stage = decision?.about.stage ?? '';
    const phase = `${view.viewer} ${view.report.turn} ${view.report.phase}`;
    const asked = `${phase} ${stage === 'order'}`;
    if (asked === this.#asked || (this.#asked === `${phase} true` && !this.all.length)) return;
    this.#asked = asked;
    await this.#ask(() => api.marches(connection.game, view.viewer));
    if (stage === 'order' && this.all.some((march) => march.due)) await this.leadOn();
  }

  async leadOn(): Promise<void> {
    const { connection, view } = this.play;
    if (!connection) return;
    await this.#ask(() => api.leadOn(connection.game, view.viewer));
    const stopped = this.all.filter((march) => march.why).length;
    this.play.say(t('marches.led', { stopped }));
    happened('marched-on');
  }

  /** Send pieces to a goal: as far as they come now, and on in later turns. */
  async send(pieces: string[], goal: string): Promise<void> {
    const { connection, view } = this.play;
    if (!connection || !pieces.length) return;
    await this.#ask(() => api.sendOff(connection.game, view.viewer, pieces, goal));
    if (!this.fault) this.play.say(t('marches.sent', { hex: this.play.map.called(goal) }));
    happened('marched-on', goal);
  }

  async stop(numbers: number[] = []): Promise<void> {
    const { connection, view } = this.play;
    if (connection) await this.#ask(() => api.stopMarches(connection.game, view.viewer, numbers));
  }

  /** One question after the other: an answer that was given before an order must not come after the order's own. */
  #ask(question: () => Promise<March[]>): Promise<void> {
    this.busy = true;
    this.#waiting += 1;
    this.#before = this.#before.then(async () => {
      this.fault = '';
      try {
        this.all = await question();
      } catch (thrown) {
        this.fault = faultOf(thrown).reason;
      }
      this.#waiting -= 1;
      this.busy = this.#waiting > 0;
      if (!this.busy) void this.settle();
    });
    return this.#before;
  }
}
