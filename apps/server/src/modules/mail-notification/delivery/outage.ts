// Knows whether mails may leave now: not while sending is switched off, and not soon after the server could not be reached.
import type { Clock } from '../../../kernel/database/clock.ts';
import { OUTAGE_PAUSE_MS } from './retry-plan.ts';

/** So many different mails in a row that a relay refuses for what it is mean that it refuses everybody. */
const RELAY_REFUSALS_MAX = 10;

/** After an outage one mail goes ahead, and the others follow once it has come through. */
export class Outage {
  readonly #clock: Clock;
  readonly #isEnabled: () => boolean;
  readonly #onChange: () => void;
  #downUntil = 0;
  #isProbing = false;
  #isProbeOut = false;
  readonly #refusedByRelay = new Set<number>();
  #timer: NodeJS.Timeout | undefined;

  /** `onChange` is called when more mails may leave than before. */
  constructor(clock: Clock, isEnabled: () => boolean, onChange: () => void) {
    this.#clock = clock;
    this.#isEnabled = isEnabled;
    this.#onChange = onChange;
    clock.onMoved?.(() => this.#onChange());
  }

  /** Is an epoch in milliseconds; 0 where the server can be reached for all that is known. */
  get downUntil(): number {
    return this.#downUntil;
  }

  get isRelayDown(): boolean {
    return this.#refusedByRelay.size >= RELAY_REFUSALS_MAX;
  }

  /** Mails may leave, one at least. */
  get isOver(): boolean {
    return this.#isEnabled() && this.#clock.now() >= this.#downUntil;
  }

  /** Takes leave for one mail; false: none may leave now. */
  admit(): boolean {
    if (!this.isOver) return false;
    if (!this.#isProbing) return true;
    if (this.#isProbeOut) return false;
    this.#isProbeOut = true;
    return true;
  }

  /** A mail that was let go did not begin after all. */
  withdraw(): void {
    this.#isProbeOut = false;
  }

  /** The server answered as servers do. */
  reached(): void {
    const wasProbing = this.#isProbing;
    this.#isProbing = false;
    this.#isProbeOut = false;
    this.#downUntil = 0;
    this.#refusedByRelay.clear();
    if (wasProbing) this.#onChange();
  }

  /** Counts different mails. */
  refusedByRelay(mailId: number): void {
    this.#refusedByRelay.add(mailId);
    if (this.isRelayDown) this.lost();
    else this.withdraw();
  }

  lost(): void {
    this.#downUntil = this.#clock.now() + OUTAGE_PAUSE_MS;
    this.#isProbing = true;
    this.#isProbeOut = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onChange, OUTAGE_PAUSE_MS + 1);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
