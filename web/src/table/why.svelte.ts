/** "Why?": questions about a piece or hex with their ledgers, and why a hex cannot be chosen. */

import { api, faultOf } from '../lib/api';
import { happened } from '../lib/happenings';
import type { ApiFault, Ledger, Question, Refusal } from '../lib/types';
import { forPiece, pointedAt } from './choices';
import type { Point } from './geometry';
import type { PlayState } from './playstate.svelte';

const MOST = 3; // pieces and sorts of choices that are asked about

export interface Asked {
  question: Question;
  about: string;
  ledger: Ledger | null;
  fault: ApiFault | null;
  loading: boolean;
}

export interface WhySubject {
  at: Point;
  hex: string;
  piece: string | null;
  heading: string;
}

export class WhyState {
  subject = $state.raw<WhySubject | null>(null);
  asked = $state<Asked[]>([]);
  refusals = $state.raw<Refusal[]>([]);
  loading = $state(false);

  constructor(private readonly play: PlayState) {}

  close(): void {
    this.subject = null;
  }

  /** Ask about a hex and all in it, or about one piece. */
  async open(hex: string, at: Point, piece: string | null = null): Promise<void> {
    const { play } = this;
    const heading = piece ? play.nameOf(piece) : play.map.called(hex);
    const subject = { at, hex, piece, heading };
    this.subject = subject;
    this.asked = [];
    this.refusals = [];
    this.loading = true;
    happened('why-asked', piece ?? hex);
    const top = play.stacks.get(hex)?.pieces.at(-1)?.key ?? null;
    const about = piece ? [piece] : [...(top ? [top] : []), ...(hex ? [hex] : [])];
    const wanted = [...new Set(about)];
    const [refusals, ...questions] = await Promise.all([
      this.#refusals(hex, piece),
      ...wanted.map((each) => this.#questions(each)),
    ]);
    if (this.subject !== subject) return;
    this.refusals = refusals;
    // What is asked of a hex may be asked of the piece on top of it, too.
    const asked = questions.flat();
    this.asked = asked.filter(
      ({ question }, at) => asked.findIndex((each) => each.question.text === question.text) === at,
    );
    this.loading = false;
    if (!refusals.length && this.asked.length === 1) void this.explain(0);
  }

  async explain(at: number): Promise<void> {
    const asked = this.asked[at];
    if (!asked || asked.ledger || asked.loading) return;
    asked.loading = true;
    try {
      asked.ledger = await api.explain(this.play.map.game, this.#viewer, asked.question.question);
    } catch (thrown) {
      asked.fault = faultOf(thrown);
    }
    asked.loading = false;
  }

  get #viewer(): string {
    return this.play.view.viewer;
  }

  async #questions(about: string): Promise<Asked[]> {
    try {
      const found = await api.questions(this.play.map.game, this.#viewer, about);
      return found.map((question) => ({ question, about, ledger: null, fault: null, loading: false }));
    } catch {
      // A title without questions is one without answers; the refusals may still say something.
      return [];
    }
  }

  /**
   * While choosing: why a hex that is not lit cannot be chosen, and why pieces of ours that are not lit cannot,
   * for each sort of choice on the list.
   */
  async #refusals(hex: string, piece: string | null): Promise<Refusal[]> {
    const { play } = this;
    if (!play.decision) return [];
    const { targets, lit, held, view } = play;
    const here = piece
      ? [piece]
      : (play.stacks
          .get(hex)
          ?.pieces.map(({ key }) => key)
          .reverse() ?? []);
    const shut = here.filter((key) => view.pieces[key]?.side === view.viewer && !lit.has(key));
    const turned = piece || play.hexes.has(hex) ? [] : pointedAt(targets, held, hex).slice(0, MOST);
    const found: Refusal[] = [];
    for (const action of [...turned, ...shut.slice(0, MOST).flatMap((key) => forPiece(targets, key))]) {
      try {
        const { refusal } = await api.why(play.map.game, this.#viewer, action);
        if (refusal && !found.some((each) => each.reason === refusal.reason)) found.push(refusal);
      } catch {
        // An action that cannot even be asked about says nothing.
      }
    }
    return found;
  }
}
