/** Which display lies open beside the map, and what is on it now. */

import { api } from '../lib/api';
import { happened } from '../lib/happenings';
import type { Deed, Display, Item } from '../lib/types';
import type { Option } from '../table/choices';
import type { PlayState } from '../table/playstate.svelte';

export class DisplayState {
  /** The name of the one that is open. */
  open = $state<string | null>(null);
  shown = $state.raw<Display | null>(null);

  /** The question for which one was opened without being asked for. */
  #opened = '';
  #wanted = 0;

  constructor(
    private readonly play: PlayState,
    private readonly game: string,
  ) {}

  /** Whether the open display is the one on which the question is answered. */
  answers = $derived.by(
    () => this.open !== null && this.play.decision?.about.display === this.open && this.shown !== null,
  );

  /** The view has changed: open what the question is answered on, close what it was opened for, look again. */
  settle(): void {
    const about = this.play.decision?.about;
    const wanted = about?.display ?? '';
    const asked = about ? `${wanted} ${about.matter}` : '';
    if (asked !== this.#opened) {
      if (wanted) this.open = wanted;
      else if (this.#opened.trim()) this.close();
      this.#opened = wanted ? asked : '';
    }
    if (this.open) void this.refresh();
  }

  toggle(name: string): void {
    if (this.open === name) return this.close();
    this.open = name;
    this.shown = null;
    happened('panel-opened', name);
    void this.refresh();
  }

  close(): void {
    this.open = null;
    this.shown = null;
  }

  /** Fetch what is on the open display; only the newest answer counts. */
  async refresh(): Promise<void> {
    const { open } = this;
    if (!open) return;
    const number = (this.#wanted += 1);
    try {
      const found = await api.display(this.game, this.play.view.viewer, open);
      if (number === this.#wanted && this.open === open) this.shown = found;
    } catch {
      // What cannot be had is not shown; the choices are still in the list.
      if (number === this.#wanted) this.shown = null;
    }
  }

  optionsOf(item: Item): Option[] {
    return this.play.targets.items.get(item.key) ?? [];
  }

  async choose(option: Option): Promise<void> {
    await this.play.choose(option);
  }

  async perform(deed: Deed): Promise<void> {
    await this.play.playChoices([{ action: deed.order, face: { text: deed.name } }]);
  }
}

/** The choices of an item that differ only in their amount, by amount; nothing if that is not all they are. */
export function amountsOf(options: readonly Option[]): Map<number, Option> | null {
  const found = new Map<number, Option>();
  for (const option of options) {
    const { amount } = option.choice.face;
    if (amount === undefined) return null;
    found.set(amount, option);
  }
  return found.size > 1 ? found : null;
}
