// Lets mails leave: takes what this process holds, marks it, and hands it to the lanes.
import type { Kernel } from '../../../kernel/module.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import { composeMessage } from '../message/compose-message.ts';
import { type MailBox, readContent } from '../message/mail-content.ts';
import { isNowhere } from '../message/sender.ts';
import { WAITING } from '../record/mail.types.ts';
import type { Outcome, Seen, Verdict } from '../smtp/attempt.types.ts';
import { judgeAttempt } from '../smtp/judge-attempt.ts';
import type { Lane, MailTransport } from '../smtp/transport.types.ts';
import type { AttemptRow, MarkedMail } from './delivery.store.ts';
import { findLost } from './delivery.store.ts';
import type { InFlightWriter } from './in-flight-writer.ts';
import { emptyResult, lostResult, type ResultGround, resultOf, undoneResult } from './mail-result.ts';
import type { Outage } from './outage.ts';
import { type HeldMail, type LaneKind, WaitingMails } from './waiting-mails.ts';

/** Names how many connections there are of each kind; each process has its own. */
export const LANES: Readonly<Record<LaneKind, number>> = { COMMON: 5, URGENT: 2 };
/** Mails of low priority have at most half of the common lanes. */
const LOW_MAX = Math.floor(LANES.COMMON / 2);
/** So many are marked ahead of the lanes, so that no lane waits for the database. */
const AHEAD_MAX = 8;
/** A mail whose sender no server takes is looked at again after this. */
const POSTPONED_MS = 60_000;
/** Mails that are under way have so long when the process stops. */
const STOP_MS = 10_000;
/** Outcomes that say that the server does not serve this process now. */
const OUTAGES: ReadonlySet<Outcome> = new Set(['CONNECTION', 'AUTH', 'PROTOCOL']);

export interface DeliveryParts extends Pick<Kernel, 'database' | 'clock' | 'log'> {
  readonly seal: Seal;
  readonly writer: InFlightWriter;
  readonly outage: Outage;
  /** Answers where mails go now; null: they are captured. */
  readonly smtp: () => MailTransport | null;
  /** Answers the sender of a tenant's mails that name none. */
  readonly senderOf: (tenantIdentifier: string) => MailBox;
  readonly onAttempt: (outcome: Outcome, acceptedAt: Date, at: number) => void;
  readonly random?: () => number;
}

interface Ready {
  readonly held: HeldMail;
  readonly marked: MarkedMail;
}

interface KindState {
  readonly ready: Ready[];
  /** Lanes that wait for a mail. */
  readonly idle: ((ready: Ready | null) => void)[];
  marking: number;
}

const newState = (): KindState => ({ ready: [], idle: [], marking: 0 });

export class Delivery {
  readonly #parts: DeliveryParts;
  readonly #waiting = new WaitingMails(LOW_MAX);
  readonly #kinds: Readonly<Record<LaneKind, KindState>> = { URGENT: newState(), COMMON: newState() };
  readonly #lanes = new Set<Lane>();
  readonly #running: Promise<void>[] = [];
  #isStarted = false;
  #isStopping = false;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** Resolves when this process is through with the mail, whatever became of it. */
  deliver(row: HeldMail['row'], lease: HeldMail['lease']): Promise<void> {
    if (this.#isStopping) return Promise.resolve();
    if (row.status === 'SENDING') return this.#settleLost(row, lease);
    const { clock, outage } = this.#parts;
    // A clock that stands moves only once nothing is at work: the mail waits in its row.
    if (clock.isStanding?.() === true && !outage.isOver) return this.#postpone(row, lease, outage.downUntil);
    this.#start();
    return new Promise((done, fail) => {
      this.#waiting.add({ row, lease, done, fail });
      this.pump();
    });
  }

  /** Looks whether more mails can go on. */
  pump(): void {
    for (const kind of ['URGENT', 'COMMON'] as const) this.#pumpKind(kind);
  }

  /** Nothing new begins; what is under way has ten seconds, and what has not begun goes back. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const held of this.#waiting.drain()) held.done();
    for (const { ready, idle } of Object.values(this.#kinds)) {
      await Promise.all(ready.splice(0).map((one) => this.#undo(one, this.#parts.clock.now())));
      for (const give of idle.splice(0)) give(null);
    }
    const cut = setTimeout(() => {
      for (const lane of this.#lanes) lane.abort();
      this.#parts.writer.stop();
    }, STOP_MS);
    await Promise.all(this.#running);
    clearTimeout(cut);
  }

  #start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    for (const [kind, count] of Object.entries(LANES) as [LaneKind, number][]) {
      for (let index = 0; index < count; index += 1) this.#running.push(this.#runLane(kind));
    }
  }

  #pumpKind(kind: LaneKind): void {
    const state = this.#kinds[kind];
    const { outage } = this.#parts;
    // What was marked ahead does not ask a server that is known to be away.
    if (!outage.isOver) for (const one of state.ready.splice(0)) void this.#undo(one, outage.downUntil);
    while (state.idle.length > 0 && state.ready.length > 0) state.idle.shift()!(state.ready.shift()!);
    while (!this.#isStopping && state.ready.length + state.marking < state.idle.length + AHEAD_MAX) {
      const next = this.#waiting.peek(kind);
      if (next === undefined) return;
      // Where a doubled mail does harm it is marked only when a lane is free for it.
      const isHeldBack =
        next.row.uncertain_policy === 'HOLD' && state.ready.length + state.marking >= state.idle.length;
      if (isHeldBack || !outage.admit()) return;
      const held = this.#waiting.take(kind)!;
      state.marking += 1;
      void this.#mark(kind, held).finally(() => {
        state.marking -= 1;
        this.#pumpKind(kind);
      });
    }
  }

  async #mark(kind: LaneKind, held: HeldMail): Promise<void> {
    const { row, lease } = held;
    const { writer, smtp, senderOf, outage } = this.#parts;
    const providerCode = smtp()?.providerCode ?? 'capture';
    const sender = isNowhere(row.sender) ? senderOf(row.tenant_identifier) : null;
    try {
      if (smtp() !== null && sender !== null && isNowhere(sender.address)) {
        outage.withdraw();
        await this.#postpone(row, lease, 0);
        return this.#over(held);
      }
      const marked = await writer.mark({ id: row.id, lease, providerCode, sender });
      if (marked === null) {
        outage.withdraw();
        return this.#over(held);
      }
      if (this.#isStopping) await this.#undo({ held, marked }, this.#parts.clock.now());
      else this.#kinds[kind].ready.push({ held, marked });
    } catch (error) {
      // The database is away: the mail is given back once it is there again.
      outage.withdraw();
      this.#waiting.over(held);
      held.fail(error);
    }
  }

  /** Gives a mail back that cannot leave now. */
  async #postpone(row: HeldMail['row'], lease: HeldMail['lease'], dueAt: number): Promise<void> {
    const now = this.#parts.clock.now();
    await this.#parts.writer.finish(undoneResult(row, lease, Math.max(dueAt, now + POSTPONED_MS), now));
  }

  async #undo({ held }: Ready, dueAt: number): Promise<void> {
    const { row, lease } = held;
    const now = this.#parts.clock.now();
    await this.#parts.writer.finish(undoneResult(row, lease, Math.max(dueAt, now), now));
    this.#over(held);
  }

  #over(held: HeldMail): void {
    this.#waiting.over(held);
    held.done();
  }

  #next(kind: LaneKind): Promise<Ready | null> {
    if (this.#isStopping) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#kinds[kind].idle.push(resolve);
      this.#pumpKind(kind);
    });
  }

  async #runLane(kind: LaneKind): Promise<void> {
    let lane: Lane | null = null;
    let laneOf: MailTransport | null = null;
    for (let ready = await this.#next(kind); ready !== null; ready = await this.#next(kind)) {
      const transport = this.#parts.smtp();
      if (laneOf !== transport) {
        lane?.close();
        if (lane !== null) this.#lanes.delete(lane);
        lane = transport?.open() ?? null;
        laneOf = transport;
        if (lane !== null) this.#lanes.add(lane);
      }
      await this.#attempt(ready, transport, lane);
      this.#over(ready.held);
    }
    lane?.close();
  }

  async #attempt({ held, marked }: Ready, transport: MailTransport | null, lane: Lane | null): Promise<void> {
    const { row, lease } = held;
    const { clock, writer, outage, onAttempt, random = Math.random } = this.#parts;
    const addresses = marked.recipients.filter(({ status }) => WAITING.has(status)).map(({ address }) => address);
    const message = await this.#compose(held, marked);
    if (message === null) {
      outage.withdraw();
      await writer.finish(emptyResult(row, lease, marked, clock.now()));
      return;
    }
    const startDate = new Date(clock.now());
    const startedAt = performance.now();
    const seen = lane === null ? null : await lane.send({ from: marked.sender, to: addresses, id: row.uuid }, message);
    const verdict = seen === null ? captured(addresses) : judgeAttempt(seen, addresses);
    this.#heed(verdict, row.id);
    const attempt = attemptOf(seen, verdict, transport, startDate, performance.now() - startedAt);
    const ground: ResultGround = { now: clock.now(), random: random(), isRelayDown: outage.isRelayDown };
    onAttempt(verdict.outcome, marked.dateCreated, ground.now);
    await writer.finish(resultOf(row, lease, marked, verdict, { seen, attempt, size: message.length }, ground));
  }

  /** Answers null where there is nothing left to send. */
  async #compose({ row }: HeldMail, marked: MarkedMail): Promise<Buffer | null> {
    const text = marked.sealed === null ? null : this.#parts.seal.open(marked.sealed, row.uuid);
    if (text === null) return null;
    try {
      const from = { address: marked.sender, name: marked.senderName };
      const content = readContent(text);
      return await composeMessage({ ...row, ...marked, date: marked.dateCreated, from, content });
    } catch (error) {
      this.#parts.log.error({ err: error, mail: row.uuid }, 'a mail could not be composed');
      return null;
    }
  }

  /** What an attempt says about the server holds for the mails after it. */
  #heed({ outcome }: Verdict, mailId: number): void {
    const { outage } = this.#parts;
    if (OUTAGES.has(outcome)) {
      outage.lost();
      this.pump();
    } else if (outcome === 'RELAY') outage.refusedByRelay(mailId);
    else if (outcome === 'UNCERTAIN') outage.withdraw();
    else outage.reached();
  }

  async #settleLost(row: HeldMail['row'], lease: HeldMail['lease']): Promise<void> {
    const { database, clock, writer, onAttempt, random = Math.random } = this.#parts;
    const marked = await findLost(database, row.id);
    if (marked === null) return;
    const ground: ResultGround = { now: clock.now(), random: random(), isRelayDown: false };
    onAttempt('UNCERTAIN', marked.dateCreated, ground.now);
    await writer.finish(lostResult(row, lease, marked, ground));
  }
}

function captured(addresses: readonly string[]): Verdict {
  return {
    outcome: 'CAPTURED',
    counts: true,
    fates: new Map(addresses.map((address) => [address, 'CAPTURED'])),
    reason: null,
  };
}

function attemptOf(
  seen: Seen | null,
  { outcome }: Verdict,
  transport: MailTransport | null,
  startDate: Date,
  durationMs: number,
): AttemptRow {
  return {
    startDate,
    durationMs: Math.round(durationMs),
    providerCode: transport?.providerCode ?? 'capture',
    host: transport?.host ?? null,
    tls: seen?.tls ?? false,
    outcome,
    phase: seen === null || outcome === 'ACCEPTED' ? null : seen.phase,
    code: seen?.reply?.code ?? null,
    enhancedCode: seen?.reply?.enhanced ?? null,
    text: storable(seen?.reply?.text ?? seen?.error ?? null),
    transcript: storable(seen?.transcript ?? null),
  };
}

/** PostgreSQL takes no NUL in texts, and JSON no half of a pair. */
function storable(text: string | null): string | null {
  return text === null ? null : text.replaceAll('\0', '').toWellFormed();
}
