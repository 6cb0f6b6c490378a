/** Laying out what waits beside the map: which lots, with which tool, over which hexes. */

import { api } from '../lib/api';
import type { Action, Laying, Lot, Refusal, Tool } from '../lib/types';
import { composed, hexesTaken, lotId, piecesOf, still, takesPieces, type Chosen } from './laying';
import type { PlayState } from './playstate.svelte';

export class LayingState {
  chosen = $state.raw<Chosen>(new Map());
  tool = $state.raw<Tool | null>(null);
  /** The hexes picked for the tool so far. */
  hexes = $state.raw<readonly string[]>([]);
  numbers = $state<Record<string, number>>({});
  /** Where one of the first chosen lot may be placed now. */
  open = $state.raw<ReadonlySet<string>>(new Set());
  /** Why a hex was not taken. */
  refusal = $state.raw<{ hex: string; refusal: Refusal } | null>(null);

  constructor(private readonly play: PlayState) {}

  /** What is laid out here and now, if it is ours to do. */
  laying: Laying | null = $derived.by(() => {
    const { decision, view } = this.play;
    return decision && view.report.laying ? view.report.laying : null;
  });
  lots: readonly Lot[] = $derived.by(() => this.laying?.lots ?? []);
  tools: readonly Tool[] = $derived.by(() => this.laying?.tools ?? []);
  pieces = $derived.by(() => piecesOf(this.lots, this.chosen));
  order: Action | null = $derived.by(() =>
    this.tool ? composed(this.tool, this.pieces, this.hexes, this.numbers) : null,
  );

  /** The view has changed: forget what is no longer there. */
  settle(): void {
    this.chosen = still(this.lots, this.chosen);
    this.hexes = [];
    this.refusal = null;
    if (this.tool && !this.tools.some((tool) => tool.order === this.tool?.order)) this.tool = null;
    void this.look();
  }

  choose(lot: Lot, count: number): void {
    const id = lotId(lot);
    const next = new Map(this.chosen);
    if (count > 0) next.set(id, Math.min(count, lot.pieces.length));
    else next.delete(id);
    this.chosen = next;
    if (next.size && !(this.tool && takesPieces(this.tool))) this.use(this.tools.find(takesPieces) ?? null);
    void this.look();
  }

  toggle(lot: Lot): void {
    this.choose(lot, this.chosen.has(lotId(lot)) ? 0 : lot.pieces.length);
  }

  use(tool: Tool | null): void {
    this.tool = tool;
    this.hexes = [];
    this.refusal = null;
  }

  /** Ask where the first that is meant may go. */
  async look(): Promise<void> {
    const [first] = this.pieces;
    const { connection, view } = this.play;
    const option = first ? this.#optionOf(first) : undefined;
    if (!connection || !option) {
      this.open = new Set();
      return;
    }
    try {
      const then = await api.ahead(connection.game, connection.viewer, [option]);
      if (this.play.view !== view || this.pieces[0] !== first) return;
      this.open = new Set(then.choices?.flatMap(({ face }) => (face.hex ? [face.hex] : [])));
    } catch {
      this.open = new Set();
    }
  }

  /** The listed choice that takes up a piece of the same lot. */
  #optionOf(piece: string): Action | undefined {
    const lot = this.lots.find((each) => each.pieces.includes(piece));
    const key = lot?.pieces.find((each) => this.play.targets.pieces.has(each));
    return key ? this.play.targets.pieces.get(key)?.[0]?.choice.action : undefined;
  }

  /** A click on a hex: true if the tool in hand took it. */
  click(label: string): boolean {
    const { tool } = this;
    if (!this.laying || !tool || !hexesTaken(tool) || (takesPieces(tool) && !this.pieces.length))
      return false;
    if (hexesTaken(tool) === Infinity) {
      const has = this.hexes.includes(label);
      if (has) this.hexes = this.hexes.filter((each) => each !== label);
      else this.paint(label);
      return true;
    }
    this.hexes = [...this.hexes, label];
    if (this.hexes.length >= hexesTaken(tool)) void this.give();
    return true;
  }

  /** Draw over a hex with a tool that takes many: true if it does. */
  paint(label: string): boolean {
    const { tool } = this;
    if (!this.laying || !tool || hexesTaken(tool) !== Infinity) return false;
    if (takesPieces(tool) && !this.pieces.length) return false;
    if (takesPieces(tool) && this.open.size && !this.open.has(label)) void this.#ask(label);
    else if (!this.hexes.includes(label)) this.hexes = [...this.hexes, label];
    return true;
  }

  async #ask(label: string): Promise<void> {
    const { connection } = this.play;
    const action = this.tool && composed(this.tool, this.pieces.slice(0, 1), [label], this.numbers);
    if (!connection || !action) return;
    try {
      const { refusal } = await api.why(connection.game, connection.viewer, action);
      if (refusal) this.refusal = { hex: label, refusal };
      else if (!this.hexes.includes(label)) this.hexes = [...this.hexes, label];
    } catch {
      // Without an answer the hex is not taken.
    }
  }

  /** Give the order that is composed. */
  async give(): Promise<boolean> {
    const { order } = this;
    if (order === null || !(await this.do([order]))) return false;
    this.chosen = new Map();
    this.open = new Set();
    return true;
  }

  async do(actions: Action[]): Promise<boolean> {
    const { connection } = this.play;
    if (!connection || this.play.busy) return false;
    try {
      await connection.play(actions);
      return true;
    } catch {
      // The connection keeps the refusal, and the prompt bar shows it.
      this.hexes = [];
      return false;
    }
  }
}
