// Keeps the mails that this process holds in the order in which they are to leave.
import type { Lease } from '../../../kernel/lease/leases.ts';
import type { LeasedMail } from './delivery.store.ts';

/** A mail that this process holds until `done` is called, or `fail`, which releases it. */
export interface HeldMail {
  readonly row: LeasedMail;
  readonly lease: Lease;
  readonly done: () => void;
  readonly fail: (error: unknown) => void;
}

/** Two lanes are for urgent mails alone, which therefore wait for no others. */
export type LaneKind = 'URGENT' | 'COMMON';

/** One of so many mails is of low priority where both kinds wait. */
const LOW_TURN = 4;

export class WaitingMails {
  readonly #urgent: HeldMail[] = [];
  readonly #normal: HeldMail[] = [];
  readonly #low: HeldMail[] = [];
  readonly #lowMax: number;
  #lowOut = 0;
  #turn = 0;

  /** `lowMax` bounds the mails of low priority that are under way at once. */
  constructor(lowMax: number) {
    this.#lowMax = lowMax;
  }

  add(mail: HeldMail): void {
    const { priority } = mail.row;
    (priority === 'HIGH' ? this.#urgent : priority === 'LOW' ? this.#low : this.#normal).push(mail);
  }

  peek(kind: LaneKind): HeldMail | undefined {
    if (kind === 'URGENT') return this.#urgent[0];
    return this.#isTurnOfLow() ? this.#low[0] : this.#normal[0];
  }

  take(kind: LaneKind): HeldMail | undefined {
    if (kind === 'URGENT') return this.#urgent.shift();
    if (!this.#isTurnOfLow()) {
      if (this.#normal.length > 0) this.#turn += 1;
      return this.#normal.shift();
    }
    this.#turn = 0;
    this.#lowOut += 1;
    return this.#low.shift();
  }

  /** Called for each mail that was taken, once it is over. */
  over({ row }: HeldMail): void {
    if (row.priority === 'LOW') this.#lowOut -= 1;
  }

  /** Takes all of them out. */
  drain(): readonly HeldMail[] {
    return [this.#urgent, this.#normal, this.#low].flatMap((list) => list.splice(0));
  }

  #isTurnOfLow(): boolean {
    if (this.#low.length === 0 || this.#lowOut >= this.#lowMax) return false;
    return this.#normal.length === 0 || this.#turn >= LOW_TURN - 1;
  }
}
