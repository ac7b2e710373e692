// Knows whether mails may leave by one mail server: all processes share what is known of it, and one mail tries for all.
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

/** So many failed connections in a row mean that the server is away. */
const FAILURES_MAX = 5;
/** So many different mails in a row that a relay refuses for what it is mean that it refuses everybody. */
const RELAY_REFUSALS_MAX = 10;
/** A single failed connection may be a moment's. */
const MOMENT_MS = 1_000;
/** The server is left alone for so long, then for twice as long, up to the longest. */
export const BREAKER_TIMES: BreakerTimes = { firstMs: 15_000, longestMs: 300_000 };

/** Is what a mail has to have before it is marked; it is given back by one of the calls of the breaker. */
export interface Leave {
  /** The mail goes ahead of the others of this process: none of them leaves before it is back. */
  readonly isTry: boolean;
  /** It tries for all processes, as the breaker is open. */
  readonly isProbe: boolean;
}

export interface BreakerParts extends Pick<Kernel, 'database' | 'clock' | 'log'> {
  readonly providerId: number;
  /** More mails may leave than before, or fewer. */
  readonly onChange: () => void;
  /** Tells other processes that what the database holds has changed. */
  readonly tell: () => void;
}

const CLOSED: ProviderState = { failures: 0, openings: 0, openUntil: null, reason: null };

/** Where a connection has not come up since the start or the last failure, one mail goes ahead, and the others follow it. */
export class Breaker {
  readonly #parts: BreakerParts;
  readonly #clock: Clock;
  #state: ProviderState = CLOSED;
  /** Counts what is about to be written of it. */
  #writes = 0;
  #pausedUntil = 0;
  /** A connection has come up since the start or the last failure. */
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
  /** The server refuses everybody: no mail ends by it. */
  get isRelayDown(): boolean {
    return this.isOpen && this.#state.reason === 'RELAY';
  }
  /** Is the time before which no mail leaves, epoch milliseconds; 0: one may leave now. */
  get awaitedUntil(): number {
    const until = this.isOpen ? (this.#state.openUntil?.getTime() ?? 0) : this.#pausedUntil;
    return this.#claim === 'MINE' || until <= this.#clock.now() ? 0 : until;
  }
  /** A mail that comes now can leave, or wait behind one that is about to. */
  get takesMore(): boolean {
    return !this.isOpen || (this.awaitedUntil === 0 && !this.#isTrying);
  }

  /** Takes over what the database holds, unless this process is just about to change it. */
  follow({ failures, openings, openUntil, reason }: ProviderState): void {
    if (this.#writes > 0) return;
    const before = this.#state;
    this.#state = { failures, openings, openUntil, reason };
    if (openings === 0) this.#claim = 'NONE';
    if (before.openings > 0 !== openings > 0) this.#changed();
    else this.#wait();
  }

  /** Null: no mail may leave now. */
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

  /** A mail that was let go did not begin after all, or says nothing about the server. */
  withdraw({ isTry }: Leave): void {
    if (isTry) this.#isTrying = false;
  }

  /** The server waits for the mail; whether it takes it may be long in coming. */
  connected(leave: Leave): void {
    if (this.isOpen || this.#isProven) return;
    this.withdraw(leave);
    this.#isProven = true;
    this.#changed();
  }

  /** The server answered as servers do. */
  reached(leave: Leave): void {
    this.withdraw(leave);
    this.#refusedByRelay.clear();
    // Who was under way when it opened says nothing about what comes after.
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

  /** Counts different mails. */
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
    const { database, providerId, tell } = this.#parts;
    const isMine = await claimTry(database, providerId, new Date(this.#clock.now()), BREAKER_TIMES).catch(() => false);
    if (!this.isOpen) return;
    this.#claim = isMine ? 'MINE' : 'NONE';
    // Somebody else tries, or the database is away.
    if (!isMine) this.#state = { ...this.#state, openUntil: new Date(this.#clock.now() + MOMENT_MS) };
    else this.#state = { ...this.#state, openings: this.#state.openings + 1 };
    tell();
    this.#changed();
  }

  #write(next: ProviderState, write: (database: BreakerParts['database']) => Promise<void>): void {
    const { database, log, tell } = this.#parts;
    this.#state = next;
    this.#writes += 1;
    write(database)
      .catch((error: unknown) => log.warn({ err: error }, 'what is known of a mail server could not be written'))
      .finally(() => {
        this.#writes -= 1;
        tell();
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
