/** "Why?": questions about a piece or hex with their ledgers, and why a hex cannot be chosen. */

import { api, faultOf } from '../lib/api';
import { happened } from '../lib/happenings';
import { t } from '../lib/text';
import type { ApiFault, Ledger, PossibleWay, Question, Refusal, WhyNot } from '../lib/types';
import type { Point } from './geometry';
import type { PlayState } from './playstate.svelte';

const MOST = 3; // pieces that are asked about

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
  ways = $state.raw<PossibleWay[]>([]);
  loading = $state(false);

  constructor(
    private readonly play: PlayState,
    readonly send: (pieces: string[], goal: string) => void,
  ) {}

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
    this.ways = [];
    this.loading = true;
    happened('why-asked', piece ?? hex);
    const top = play.stacks.get(hex)?.pieces.at(-1)?.key ?? null;
    const about = piece ? [piece] : [...(top ? [top] : []), ...(hex ? [hex] : [])];
    const wanted = [...new Set(about)];
    const [{ refusals, ways }, ...questions] = await Promise.all([
      this.#whyNot(hex, piece),
      ...wanted.map((each) => this.#questions(each)),
    ]);
    if (this.subject !== subject) return;
    this.refusals = refusals;
    this.ways = ways;
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
   * While choosing: why a hex that is not lit cannot be chosen, and why pieces of ours that are not lit cannot;
   * with what would make it possible.
   */
  async #whyNot(hex: string, piece: string | null): Promise<WhyNot> {
    const { play } = this;
    const found: WhyNot = { refusals: [], ways: [] };
    if (!play.decision) return found;
    const { lit, held, view } = play;
    const here = piece ? [piece] : (play.stacks.get(hex)?.pieces.map(({ key }) => key) ?? []).reverse();
    const shut = here.filter((key) => view.pieces[key]?.side === view.viewer && !lit.has(key));
    const asked = shut.slice(0, MOST).map((key) => ({ hex: '', piece: key }));
    if (!piece && hex && !play.hexes.has(hex) && !here.some((key) => lit.has(key)))
      asked.unshift({ hex, piece: held ?? '' });
    for (const { hex, piece } of asked) {
      try {
        const { refusals, ways } = await api.whyNot(play.map.game, this.#viewer, hex, piece);
        for (const each of refusals)
          if (!found.refusals.some(({ reason }) => reason === each.reason)) found.refusals.push(each);
        for (const each of ways)
          if (!found.ways.some((other) => wayText(other, play) === wayText(each, play)))
            found.ways.push(each);
      } catch {
        // What cannot even be asked about says nothing.
      }
    }
    return found;
  }

  /** Do what would make it possible, or show where to look for it. */
  async follow(way: PossibleWay): Promise<void> {
    const { play } = this;
    const { connection } = play;
    this.close();
    if (way.kind === 'take-back') return play.undo();
    if (!way.actions.length) {
      const goals = [way.hex, ...way.pieces.map((key) => play.view.pieces[key]?.at ?? '')].filter(
        play.map.isOnMap,
      );
      play.marked = new Set(way.pieces);
      if (goals.length) play.map.revealAll(goals, true);
      play.shown = way.hex || null;
      return;
    }
    try {
      await connection?.play(way.actions);
    } catch {
      // The connection keeps the refusal, and the prompt bar shows it.
    }
  }
}

/** What would make a choice possible, in words. */
export function wayText(way: PossibleWay, play: PlayState): string {
  const pieces = way.pieces.map((key) => play.nameOf(key)).join(', ');
  const hex = way.hex ? play.map.called(way.hex) : '';
  const { text, cost } = way;
  switch (way.kind) {
    case 'pieces':
      return t('table.wayPieces', { pieces, hex });
    case 'without':
      return t('table.wayWithout', { pieces });
    case 'first':
      return t('table.wayFirst', { text, hex });
    case 'part':
      return t('table.wayPart', { pieces, hex, cost, left: text });
    case 'from':
      return t('table.wayFrom', { pieces, hex });
    case 'later':
      return pieces ? t('table.wayLaterBy', { pieces, text }) : t('table.wayLater', { text });
    case 'take-back':
      return t('table.wayTakeBack');
    case 'if':
      return t('table.wayIf', { text });
  }
}
