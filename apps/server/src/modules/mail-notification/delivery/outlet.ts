// Sends mails by one mail server, or captures them: marks waiting ones and hands them to its lanes.
import type { Kernel } from '../../../kernel/module.ts';
import type { MailBox } from '../message/mail-content.ts';
import { isNowhere } from '../message/sender.ts';
import type { Leave, Provider } from '../provider/feature.ts';
import type { Lane } from '../smtp/transport.types.ts';
import type { Attempts, Place, ReadyMail } from './attempt.ts';
import type { Mark } from './delivery.store.ts';
import type { InFlightWriter } from './in-flight-writer.ts';
import { emptyResult, undoneResult } from './mail-result.ts';
import { LaneCount } from './pace/lane-count.ts';
import { type HeldMail, type LaneKind, WaitingMails } from './waiting-mails.ts';

/** Further connections of each process to a server, for urgent mails alone. */
export const URGENT_LANES = 2;
/** Lanes of capturing. */
export const CAPTURE_LANES = 5;
/** Marked mails beside one for each common lane, which a crash leaves in doubt at most: promise 7. */
const AT_RISK_MAX = 64;
/** Results under way to the database for which a lane does not wait yet: those mails would be in doubt. */
const UNWRITTEN_MAX = 32;
const URGENT_AHEAD_MAX = 8;
/**
 * Mails marked ahead of the lanes, so that no lane waits for the database; once half of them are left the next ones are
 * marked together, as a statement for many costs little more than one for a single mail. The common lanes get what the
 * urgent ones leave.
 */
const AHEAD_MAX: Readonly<Record<LaneKind, number>> = {
  URGENT: URGENT_AHEAD_MAX,
  COMMON: AT_RISK_MAX - UNWRITTEN_MAX - URGENT_LANES - URGENT_AHEAD_MAX,
};
/** Time after which a mail is looked at again whose sender no server accepts. */
const POSTPONED_MS = 60_000;

const KINDS = ['URGENT', 'COMMON'] as const;

export interface OutletParts extends Pick<Kernel, 'clock'> {
  readonly place: Place;
  readonly writer: InFlightWriter;
  readonly attempts: Attempts;
  readonly isEnabled: () => boolean;
  /** Answers the sender of a tenant's mails that name none. */
  readonly senderOf: (tenantIdentifier: string | null) => MailBox;
  /** Takes over a mail that cannot be sent here now; false: it stays. */
  readonly elsewhere: (held: HeldMail) => boolean;
  /** Answers when a mail of the tenant can be tried again, epoch milliseconds. */
  readonly dueAgain: (tenantIdentifier: string) => number;
}

interface KindState {
  readonly ready: ReadyMail[];
  /** Lanes that wait for a mail. */
  readonly idle: ((ready: ReadyMail | null) => void)[];
  marking: number;
  /** Lanes that run. */
  running: number;
}

function dkimOf(provider: Provider | null): Mark['dkim'] {
  if (provider === null || provider.dkimDomain === null) return null;
  return { tenantIdentifier: provider.tenantIdentifier, domain: provider.dkimDomain };
}

const newState = (): KindState => ({ ready: [], idle: [], marking: 0, running: 0 });
const NO_LEAVE: Leave = { isTry: false, isProbe: false };

export class Outlet {
  readonly #parts: OutletParts;
  readonly #waiting: WaitingMails;
  readonly #count: LaneCount;
  readonly #kinds: Readonly<Record<LaneKind, KindState>> = { URGENT: newState(), COMMON: newState() };
  readonly #lanes = new Set<Lane>();
  readonly #running = new Set<Promise<void>>();
  readonly #unwritten = new Set<Promise<void>>();
  #isStopping = false;

  constructor(parts: OutletParts) {
    this.#parts = parts;
    const lanes = parts.place.provider?.lanes ?? CAPTURE_LANES;
    this.#count = new LaneCount(lanes);
    // Mails of low priority have at most half of the common lanes.
    this.#waiting = new WaitingMails(Math.max(1, Math.floor(lanes / 2)));
  }

  get place(): Place {
    return this.#parts.place;
  }
  /** Says whether a further mail can be sent, or wait behind one that is about to be. */
  get takesMore(): boolean {
    return this.place.breaker?.takesMore ?? true;
  }
  /** Time before which no mail is sent, epoch milliseconds; 0: one may be sent now. */
  get awaitedUntil(): number {
    return this.place.breaker?.awaitedUntil ?? 0;
  }
  /** Number of the common lanes that it may use. */
  get laneCount(): number {
    return this.#count.allowed;
  }

  add(held: HeldMail): void {
    this.#waiting.add(held);
    for (const kind of KINDS) this.#grow(kind);
    this.pump();
  }

  /** Hands waiting mails to lanes. */
  pump(): void {
    for (const kind of KINDS) this.#pumpKind(kind);
  }

  /** Reacts to a change of the breaker or the servers: mails that cannot be sent here go elsewhere where possible. */
  changed(): void {
    // A clock that stands moves only once nothing is at work.
    const isStuck = this.#parts.clock.isStanding?.() === true && this.awaitedUntil > 0;
    if (isStuck || !this.takesMore) this.#giveAway();
    this.pump();
  }

  /** Takes the server out of use: nothing new begins; mails under way end, and waiting ones go elsewhere. */
  async retire(): Promise<void> {
    this.#isStopping = true;
    this.place.breaker?.stop();
    for (const held of this.#waiting.drain()) if (!this.#parts.elsewhere(held)) held.done();
    for (const { ready, idle } of Object.values(this.#kinds)) {
      await Promise.all(ready.splice(0).map((one) => this.#undo(one, this.#parts.clock.now())));
      for (const give of idle.splice(0)) give(null);
    }
    await Promise.all(this.#running);
    await Promise.all(this.#unwritten);
  }

  /** Ends the sends under way; each lane reports how far it came. */
  abort(): void {
    for (const lane of this.#lanes) lane.abort();
  }

  #giveAway(): void {
    for (const held of this.#waiting.drain()) if (!this.#parts.elsewhere(held)) this.#waiting.add(held);
  }

  #grow(kind: LaneKind): void {
    const state = this.#kinds[kind];
    const wanted = kind === 'URGENT' ? URGENT_LANES : this.#count.allowed;
    while (!this.#isStopping && state.running < wanted) {
      state.running += 1;
      const running = this.#runLane(kind).finally(() => {
        state.running -= 1;
        this.#running.delete(running);
      });
      this.#running.add(running);
    }
  }

  #pumpKind(kind: LaneKind): void {
    const state = this.#kinds[kind];
    const { isEnabled, dueAgain } = this.#parts;
    const isOver = isEnabled() && this.awaitedUntil === 0;
    // Mails marked ahead are not sent to a server that is known to be away.
    if (!isOver) {
      for (const one of state.ready.splice(0)) void this.#undo(one, dueAgain(one.held.row.tenant_identifier));
      return;
    }
    while (state.idle.length > 0 && state.ready.length > 0) state.idle.shift()!(state.ready.shift()!);
    const ahead = () => state.ready.length + state.marking - state.idle.length;
    if (ahead() > AHEAD_MAX[kind] / 2) return;
    while (!this.#isStopping && ahead() < AHEAD_MAX[kind]) {
      const next = this.#waiting.peek(kind);
      if (next === undefined) return;
      // A mail that must not be doubled is marked only when a lane is free for it.
      const isHeldBack = next.row.uncertain_policy === 'HOLD' && ahead() >= 0;
      const leave = isHeldBack ? null : this.#admit();
      if (leave === null) return;
      const held = this.#waiting.take(kind)!;
      state.marking += 1;
      void this.#mark(kind, held, leave).finally(() => {
        state.marking -= 1;
        this.#pumpKind(kind);
      });
    }
  }

  #admit(): Leave | null {
    const { breaker } = this.place;
    return breaker === null ? NO_LEAVE : breaker.admit();
  }

  async #mark(kind: LaneKind, held: HeldMail, leave: Leave): Promise<void> {
    const { row, lease } = held;
    const { writer, senderOf, attempts, clock, place } = this.#parts;
    const sender = isNowhere(row.sender) ? senderOf(row.tenant_identifier) : null;
    try {
      if (place.provider !== null && sender !== null && isNowhere(sender.address)) {
        const now = clock.now();
        await writer.finish(undoneResult(row, lease, now + POSTPONED_MS, now));
        return this.#end(held, leave);
      }
      const putOffUntil = await place.rates?.putOffUntil(row);
      if (putOffUntil != null) {
        await writer.finish(undoneResult(row, lease, putOffUntil, clock.now()));
        return this.#end(held, leave);
      }
      const providerCode = place.transport?.providerCode ?? attempts.captureCode;
      const dkim = dkimOf(place.provider);
      const marked = await writer.mark({
        id: row.id,
        contentDate: row.content_date,
        lease,
        providerCode,
        sender,
        dkim,
      });
      if (marked === null) return this.#end(held, leave);
      const composed = await attempts.compose(row, marked);
      if (composed === null || composed === 'LATER') {
        const now = clock.now();
        const later = () => undoneResult(row, lease, now + POSTPONED_MS, now);
        await writer.finish(composed === null ? emptyResult(row, lease, marked, now) : later());
        return this.#end(held, leave);
      }
      const ready = { held, marked, leave, ...composed };
      if (this.#isStopping) await this.#undo(ready, clock.now());
      else this.#kinds[kind].ready.push(ready);
    } catch (error) {
      // The database is away: the mail is released once it is back.
      this.place.breaker?.withdraw(leave);
      this.#waiting.over(held);
      held.fail(error);
    }
  }

  /** Ends the turn of a mail that did not begin. */
  #end(held: HeldMail, leave: Leave): void {
    this.place.breaker?.withdraw(leave);
    this.#over(held);
  }

  async #undo({ held, leave, bytes }: ReadyMail, dueAt: number): Promise<void> {
    const { row, lease } = held;
    bytes.release();
    const now = this.#parts.clock.now();
    await this.#parts.writer.finish(undoneResult(row, lease, Math.max(dueAt, now), now));
    this.#end(held, leave);
  }

  #over(held: HeldMail): void {
    this.#waiting.over(held);
    held.done();
  }

  /** Frees the lane; the mail is held until its result is written. */
  #settle(held: HeldMail, written: Promise<unknown>): void {
    const settling = written.then(() => held.done(), held.fail).finally(() => this.#unwritten.delete(settling));
    this.#unwritten.add(settling);
  }

  #next(kind: LaneKind): Promise<ReadyMail | null> {
    const isTooMany = kind === 'COMMON' && this.#kinds.COMMON.running > this.#count.allowed;
    if (this.#isStopping || isTooMany) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#kinds[kind].idle.push(resolve);
      this.#pumpKind(kind);
    });
  }

  async #runLane(kind: LaneKind): Promise<void> {
    const { attempts, place, dueAgain } = this.#parts;
    const lane = place.transport?.open() ?? null;
    if (lane !== null) this.#lanes.add(lane);
    for (let ready = await this.#next(kind); ready !== null; ready = await this.#next(kind)) {
      const { outcome, written } = await attempts.run(ready, place, lane, dueAgain);
      this.#waiting.over(ready.held);
      if (this.#count.heed(outcome)) this.#grow('COMMON');
      this.#settle(ready.held, written);
      while (this.#unwritten.size >= UNWRITTEN_MAX) await Promise.race(this.#unwritten);
    }
    lane?.close();
    if (lane !== null) this.#lanes.delete(lane);
  }
}
