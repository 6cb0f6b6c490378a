/**
 * A seat at a game, kept live. The server sends a whole view first and then what changes; a change that
 * does not follow on what we have makes us ask for the whole again. Orders go by HTTP; the socket brings the
 * change they make, and only while there is none they are answered with it.
 */

import { api, ApiError, faultOf } from './api';
import { backoff, caughtUp } from './changes';
import { myPart } from './commands';
import { happened } from './happenings';
import type {
  Action,
  ApiFault,
  Charge,
  ChatLine,
  Clock,
  Decision,
  Done,
  GameInfo,
  NewCharge,
  Rollback,
  Seat,
  ServerMessage,
  Shown,
  Side,
  Thinking,
  View,
  Viewer,
} from './types';

const PING_EVERY = 25_000;
/** How long a change may take to come after the answer that promised it. */
const PATIENCE = 4_000;

/** An order this player gave, and the step it was given at: what redo needs. */
interface Order {
  at: number;
  actions: Action[];
}

export type Status = 'connecting' | 'open' | 'lost' | 'closed';

export class Connection {
  view = $state.raw<View | null>(null);
  status = $state<Status>('connecting');
  /** Sides whose computer player is at work. */
  thinking = $state<Record<Side, Thinking>>({});
  seats = $state<Record<Side, Seat>>({});
  observers = $state(0);
  /** Counts who comes and goes. */
  arrivals = $state(0);
  chat = $state<ChatLine[]>([]);
  unread = $state(0);
  clock = $state<Clock | null>(null);
  rollback = $state.raw<Rollback | null>(null);
  /** What staffs do for this seat. */
  charges = $state.raw<Charge[]>([]);
  /** An order is on its way. */
  busy = $state(false);
  /** The last thing refused, until it is dismissed or something is played. */
  refusal = $state.raw<ApiFault | null>(null);

  /** Called when something has changed about who makes the dice. */
  onDice: () => void = () => undefined;

  #socket: WebSocket | null = null;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #awaited: { revision: number; arrived: () => void } | null = null;
  #done: Order[] = [];
  #undone = $state<Order[]>([]);

  constructor(
    readonly game: string,
    readonly viewer: Viewer,
    info?: GameInfo,
  ) {
    if (info) {
      this.seats = info.seats;
      this.clock = info.clock;
    }
    globalThis.addEventListener?.('online', this.#reconnectNow);
    this.#connect();
    void this.#loadChat();
    void this.loadCharges();
  }

  get canUndo(): boolean {
    return !this.busy && (this.view?.undo.possible ?? false);
  }
  get canRedo(): boolean {
    const next = this.#undone.at(-1);
    return !this.busy && next !== undefined && next.at === this.view?.step && this.myDecision;
  }
  /** Whether the decision now is one this seat can make. */
  get myDecision(): boolean {
    return this.view?.decision?.side === this.viewer && this.view.decision.choices !== undefined;
  }

  /** The decision now with the answers that are ours to give. */
  get decision(): Decision | null {
    const asked = this.view?.decision;
    return asked && this.myDecision ? myPart(asked, this.seats[this.viewer]) : null;
  }

  /** Play actions as one order, all or none. Throws an `ApiError`, which is kept in `refusal` too.
   *  `undone` are the orders that can be played again after it. */
  async play(actions: Action[], undone: Order[] = []): Promise<void> {
    await this.#busily(async (step) => {
      const answer = await api.play(this.game, this.viewer, step, actions, !this.#listens);
      this.#done.push({ at: step, actions });
      await this.#shown(answer);
      happened('played', actions[0]?.do);
    });
    this.#undone = undone;
  }

  /** What could be chosen after actions that are not played. Throws an `ApiError`, kept in `refusal` too. */
  async ahead(actions: Action[]): Promise<Decision> {
    this.refusal = null;
    try {
      return await api.ahead(this.game, this.viewer, actions);
    } catch (thrown) {
      this.refusal = faultOf(thrown);
      throw thrown;
    }
  }

  async undo(): Promise<void> {
    await this.#busily(async (step) => {
      const answer = await api.undo(this.game, this.viewer, step, !this.#listens);
      const back = this.#done.filter((order) => order.at >= answer.step).reverse();
      this.#done = this.#done.filter((order) => order.at < answer.step);
      this.#undone = [...this.#undone, ...back];
      await this.#shown(answer);
      happened('undone');
    });
  }

  async redo(): Promise<void> {
    const next = this.#undone.at(-1);
    if (!next || !this.canRedo) return;
    await this.play(next.actions, this.#undone.slice(0, -1));
  }

  /** Go back beyond what may be undone alone: at once at one screen, else as a proposal. */
  async proposeRollback(step: number): Promise<void> {
    await this.#busily(async () => {
      const answer = await api.rollback(this.game, this.viewer, step);
      this.#undone = [];
      this.#done = this.#done.filter((order) => order.at < step);
      await this.#shown(answer);
    });
  }

  async answerRollback(accept: boolean): Promise<void> {
    await this.#busily(async () => {
      await this.#shown(await api.answerRollback(this.game, this.viewer, accept));
    });
  }

  /** Let a staff give orders for this seat. */
  async putInCharge(charge: NewCharge): Promise<void> {
    const made = await api.putInCharge(this.game, this.viewer, charge);
    // The socket may have told of it already, and of more.
    if (!this.charges.some((each) => each.id === made.id)) this.charges = [...this.charges, made];
  }

  /** Stop a staff, or forget one that is done. */
  async stopCharge(id: string): Promise<void> {
    await api.stopCharge(this.game, this.viewer, id);
    await this.loadCharges();
  }

  async say(text: string): Promise<void> {
    await api.say(this.game, text);
  }

  dismiss(): void {
    this.refusal = null;
  }

  resync(): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send('{"type":"resync"}');
  }

  close(): void {
    this.status = 'closed';
    clearTimeout(this.#timer);
    clearInterval(this.#ping);
    globalThis.removeEventListener?.('online', this.#reconnectNow);
    this.#socket?.close();
  }

  async #busily(work: (step: number) => Promise<void>): Promise<void> {
    if (this.busy || !this.view) return;
    this.busy = true;
    this.refusal = null;
    try {
      await work(this.view.step);
    } catch (thrown) {
      this.refusal = faultOf(thrown);
      if (thrown instanceof ApiError && thrown.kind === 'stale') this.resync();
      throw thrown;
    } finally {
      this.busy = false;
    }
  }

  /** Whether the socket brings what changes. */
  get #listens(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN && this.view !== null;
  }

  /** Until what came of an order is shown: it stands in the answer, or the socket brings it. */
  async #shown(answer: Done): Promise<void> {
    if (answer.shown) return this.#take(answer.shown);
    if ((this.view?.revision ?? 0) >= answer.revision) return;
    await new Promise<void>((arrived) => {
      const late = setTimeout(() => {
        this.resync();
        arrived();
      }, PATIENCE);
      this.#awaited = {
        revision: answer.revision,
        arrived: () => {
          clearTimeout(late);
          arrived();
        },
      };
    });
  }

  /** Take over a view or a change, unless we have it or a newer one already. */
  #take(message: Shown): void {
    const view = caughtUp(this.view, message);
    if (view === null) this.resync();
    if (view === null || view === this.view) return;
    const phase = this.view?.report.phase;
    this.view = view;
    if (this.#awaited && view.revision >= this.#awaited.revision) {
      this.#awaited.arrived();
      this.#awaited = null;
    }
    if (phase !== undefined && phase !== view.report.phase) happened('phase-ended', phase);
    this.rollback = view.rollback;
    for (const side of Object.keys(this.thinking)) {
      if (!view.waiting.includes(side)) delete this.thinking[side];
    }
  }

  #connect(): void {
    if (this.status === 'closed') return;
    const protocol = location.protocol === 'https:' ? 'wss' : 'ws';
    const game = encodeURIComponent(this.game);
    const as = encodeURIComponent(this.viewer);
    const socket = new WebSocket(`${protocol}://${location.host}/api/games/${game}/live?as=${as}`);
    this.#socket = socket;
    socket.onmessage = (message) => {
      if (socket !== this.#socket) return;
      const told = JSON.parse(String(message.data)) as ServerMessage;
      if (told.type === 'view') this.#attempt = 0;
      if (told.type === 'view' || told.type === 'change') this.#take(told);
      else this.#hear(told);
    };
    socket.onopen = () => {
      this.status = 'open';
      clearInterval(this.#ping);
      this.#ping = setInterval(() => {
        if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
      }, PING_EVERY);
    };
    socket.onclose = () => {
      if (this.status === 'closed' || socket !== this.#socket) return;
      this.status = 'lost';
      this.thinking = {};
      clearInterval(this.#ping);
      this.#timer = setTimeout(() => this.#connect(), backoff(this.#attempt++));
    };
  }

  #reconnectNow = (): void => {
    if (this.status !== 'lost') return;
    clearTimeout(this.#timer);
    this.#attempt = 0;
    this.#connect();
  };

  /** Whatever is told beside what shows the game. */
  #hear(message: Exclude<ServerMessage, Shown>): void {
    switch (message.type) {
      case 'thinking': {
        const { [message.side]: _, ...others } = this.thinking;
        this.thinking = message.done ? others : { ...others, [message.side]: message };
        break;
      }
      case 'presence':
        this.observers = message.observers;
        this.#present(message.sides);
        this.arrivals += 1;
        break;
      case 'chat':
        this.chat = [...this.chat, message];
        this.unread += 1;
        break;
      case 'clock':
        this.clock = message;
        break;
      case 'dice':
        this.onDice();
        break;
      case 'charges':
        if (message.side === this.viewer) this.charges = message.charges;
        break;
      case 'error':
        this.refusal = message.error;
        // Told that this table is not for us, we do not ask again and again.
        if ([401, 403, 404].includes(message.status)) this.close();
        break;
    }
  }

  #present(sides: Record<Side, boolean>): void {
    for (const [side, online] of Object.entries(sides)) {
      const seat = this.seats[side];
      if (seat) seat.online = online;
    }
  }

  /** What the staffs of this seat are doing, as when the page is opened. */
  async loadCharges(): Promise<void> {
    if (this.viewer === 'observer') return;
    try {
      this.charges = await api.charges(this.game, this.viewer);
    } catch {
      // What is missing comes with the next message about them.
    }
  }

  async #loadChat(): Promise<void> {
    try {
      this.chat = await api.chat(this.game);
    } catch {
      // Observers of a private table may have no chat; the panel then stays empty.
      this.chat = [];
    }
  }
}
