// Decides whether mails may be sent by one mail server: all processes share its state, and one mail tries for all.
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Kernel } from '../../../kernel/module.ts';
import {
  type BreakerTimes,
  claimTry,
  closeBreaker,
  countFailure,
  forgetFailures,
  keepOpen,
  openBreaker,
} from './breaker.store.ts';
import type { BreakerReason, ProviderState } from './provider.types.ts';

/** Failed connections in a row after which the server counts as away. */
const FAILURES_MAX = 5;
/** Different mails in a row whose refusal as such means that the relay refuses all. */
const RELAY_REFUSALS_MAX = 10;
/** Pause after a single failed connection, which may be a moment's. */
const MOMENT_MS = 1_000;
/** Times for which the server is left alone: the first, then twice as long, up to the longest. */
export const BREAKER_TIMES: BreakerTimes = { firstMs: 15_000, longestMs: 300_000 };

/** Permission that a mail needs before it is marked; one of the breaker's calls gives it back. */
export interface Leave {
  /** True where the mail goes ahead of the others of this process, which wait for its result. */
  readonly isTry: boolean;
  /** True where it tries for all processes, as the breaker is open. */
  readonly isProbe: boolean;
}

export interface BreakerParts extends Pick<Kernel, 'database' | 'clock' | 'log'> {
  readonly providerId: number;
  /** Called when more mails may be sent than before, or fewer. */
  readonly onChange: () => void;
  /** Notifies other processes that the stored state has changed. */
  readonly broadcast: () => void;
}

const CLOSED: ProviderState = { failures: 0, openings: 0, openUntil: null, reason: null };

/**
 * Breaker of a server. Where no connection has succeeded since the start or the last failure, one mail goes ahead, and
 * the others follow it.
 */
export class Breaker {
  readonly #parts: BreakerParts;
  readonly #clock: Clock;
  #state: ProviderState = CLOSED;
  /** Number of writes under way. */
  #writes = 0;
  #pausedUntil = 0;
  /** True where a connection has succeeded since the start or the last failure. */
  #isProven = false;
  #isTrying = false;
  #claim: 'NONE' | 'ASKED' | 'MINE' = 'NONE';
  readonly #refusedByRelay = new Set<number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: BreakerParts) {
    this.#parts = parts;
    this.#clock = parts.clock;
  }

  get isOpen(): boolean {
    return this.#state.openings > 0;
  }
  get reason(): BreakerReason | null {
    return this.#state.reason;
  }
  /** True where the server refuses all mails, so that none ends because of it. */
  get isRelayDown(): boolean {
    return this.isOpen && this.#state.reason === 'RELAY';
  }
  /** Time before which no mail is sent, epoch milliseconds; 0: one may be sent now. */
  get awaitedUntil(): number {
    const until = this.isOpen ? (this.#state.openUntil?.getTime() ?? 0) : this.#pausedUntil;
    return this.#claim === 'MINE' || until <= this.#clock.now() ? 0 : until;
  }
  /** Says whether a further mail can be sent, or wait behind one that is about to be. */
  get takesMore(): boolean {
    return !this.isOpen || (this.awaitedUntil === 0 && !this.#isTrying);
  }

  /** Takes over the stored state, unless this process is about to change it. */
  follow({ failures, openings, openUntil, reason }: ProviderState): void {
    if (this.#writes > 0) return;
    const before = this.#state;
    this.#state = { failures, openings, openUntil, reason };
    if (openings === 0) this.#claim = 'NONE';
    if (before.openings > 0 !== openings > 0) this.#changed();
    else this.#wait();
  }

  /** Gives permission; null: no mail may be sent now. */
  admit(): Leave | null {
    if (this.awaitedUntil > 0) return null;
    if (this.isOpen && this.#claim !== 'MINE') {
      void this.#ask();
      return null;
    }
    if (!this.isOpen && this.#isProven) return { isTry: false, isProbe: false };
    if (this.#isTrying) return null;
    this.#isTrying = true;
    return { isTry: true, isProbe: this.isOpen };
  }

  /** Takes the permission of a mail back that did not begin, or whose result says nothing about the server. */
  withdraw({ isTry }: Leave): void {
    if (isTry) this.#isTrying = false;
  }

  /** Notes a connection; the answer about the mail may take long. */
  connected(leave: Leave): void {
    if (this.isOpen || this.#isProven) return;
    this.withdraw(leave);
    this.#isProven = true;
    this.#changed();
  }

  /** Notes an answer of a working server. */
  reached(leave: Leave): void {
    this.withdraw(leave);
    this.#refusedByRelay.clear();
    // An attempt from before the opening says nothing about the server now.
    if (this.isOpen && !leave.isProbe) return;
    const { isOpen } = this;
    if (isOpen || this.#state.failures > 0) {
      const { providerId } = this.#parts;
      this.#write(CLOSED, (database) =>
        isOpen ? closeBreaker(database, providerId) : forgetFailures(database, providerId),
      );
    }
    const wasProven = this.#isProven;
    this.#isProven = true;
    this.#claim = 'NONE';
    if (isOpen || !wasProven) this.#changed();
  }

  /** Notes a refusal by the relay; different mails count. */
  refusedByRelay(leave: Leave, mailId: number): void {
    this.#refusedByRelay.add(mailId);
    if (this.#refusedByRelay.size >= RELAY_REFUSALS_MAX || this.isOpen) {
      this.failed(leave, 'RELAY');
      return;
    }
    this.withdraw(leave);
    this.#isProven = true;
    this.#changed();
  }

  failed(leave: Leave, reason: BreakerReason): void {
    this.withdraw(leave);
    const { isOpen } = this;
    if (isOpen && !leave.isProbe) return;
    this.#isProven = false;
    this.#claim = 'NONE';
    const { providerId } = this.#parts;
    const now = this.#clock.now();
    const openUntil = new Date(now + BREAKER_TIMES.firstMs);
    const { failures, openings } = this.#state;
    if (isOpen) {
      const pauseMs = Math.min(BREAKER_TIMES.longestMs, BREAKER_TIMES.firstMs * 2 ** (openings - 1));
      this.#write({ ...this.#state, reason, openUntil: new Date(now + pauseMs) }, (database) =>
        keepOpen(database, providerId, reason, new Date(now), BREAKER_TIMES),
      );
    } else if (reason === 'AUTH' || reason === 'RELAY' || failures + 1 >= FAILURES_MAX) {
      this.#write({ failures: failures + 1, openings: 1, openUntil, reason }, (database) =>
        openBreaker(database, providerId, reason, openUntil),
      );
    } else {
      this.#pausedUntil = now + MOMENT_MS;
      this.#write({ ...this.#state, failures: failures + 1 }, (database) =>
        countFailure(database, providerId, { reason, failuresMax: FAILURES_MAX, openUntil }),
      );
    }
    this.#changed();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #ask(): Promise<void> {
    if (this.#claim !== 'NONE') return;
    this.#claim = 'ASKED';
    const { database, providerId, broadcast } = this.#parts;
    const isMine = await claimTry(database, providerId, new Date(this.#clock.now()), BREAKER_TIMES).catch(() => false);
    if (!this.isOpen) return;
    this.#claim = isMine ? 'MINE' : 'NONE';
    // Another process tries, or the database is away.
    if (!isMine) this.#state = { ...this.#state, openUntil: new Date(this.#clock.now() + MOMENT_MS) };
    else this.#state = { ...this.#state, openings: this.#state.openings + 1 };
    broadcast();
    this.#changed();
  }

  #write(next: ProviderState, write: (database: BreakerParts['database']) => Promise<void>): void {
    const { database, log, broadcast } = this.#parts;
    this.#state = next;
    this.#writes += 1;
    write(database)
      .catch((error: unknown) => log.warn({ err: error }, 'what is known of a mail server could not be written'))
      .finally(() => {
        this.#writes -= 1;
        broadcast();
      });
  }

  #changed(): void {
    this.#wait();
    this.#parts.onChange();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const { awaitedUntil } = this;
    if (awaitedUntil === 0) return;
    this.#timer = setTimeout(() => this.#parts.onChange(), awaitedUntil - this.#clock.now() + 1);
    this.#timer.unref();
  }
}
