// Computes when a mail may be sent by a server with a bound of mails a second.
import { SECOND_MS } from '@keelson/time-zone/units';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Provider } from '../../provider/feature.ts';
import type { Priority } from '../../record/mail.types.ts';
import { makeBuckets, type Rate, takeFromBuckets } from './rate.store.ts';

/** Longest time for which a mail is put off, so that a raised rate takes effect soon for all that wait. */
const PUT_OFF_MAX_MS = 600_000;

export interface PacedMail {
  readonly id: number;
  readonly priority: Priority;
}

export class RateLimit {
  readonly #parts: Pick<Kernel, 'database' | 'clock'>;
  readonly #providerId: number;
  readonly #rates: readonly Rate[];
  #made: Promise<void> | null = null;
  /** Due time of the last mail that was put off, by domain. */
  readonly #lastDue = new Map<string, number>();

  constructor(parts: Pick<Kernel, 'database' | 'clock'>, { id, ratePerSecond, domainRateList }: Provider) {
    this.#parts = parts;
    this.#providerId = id;
    const ofDomains = domainRateList.map((one) => ({ domain: one.domain, intervalMs: SECOND_MS / one.ratePerSecond }));
    const ofAll = ratePerSecond === null ? [] : [{ domain: '', intervalMs: SECOND_MS / ratePerSecond }];
    this.#rates = [...ofAll, ...ofDomains];
  }

  /**
   * Takes a place for the mail: null where it may be sent now, else when it is to be tried again, epoch milliseconds.
   */
  async putOffUntil({ id, priority }: PacedMail): Promise<number | null> {
    if (this.#rates.length === 0) return null;
    const { database, clock } = this.#parts;
    this.#made ??= makeBuckets(database, this.#providerId, this.#rates);
    await this.#made;
    const now = clock.now();
    const empty = await takeFromBuckets(database, this.#providerId, this.#rates, new Date(now), id);
    if (empty === null) return null;
    const until = Math.ceil(empty.until.getTime());
    if (priority === 'HIGH') return until;
    // Mails that are put off come back one after the other: together they would find one place for all.
    const intervalMs = this.#rates.find(({ domain }) => domain === empty.domain)?.intervalMs ?? 0;
    const due = Math.max(until, (this.#lastDue.get(empty.domain) ?? 0) + intervalMs);
    this.#lastDue.set(empty.domain, due);
    return Math.ceil(Math.min(due, now + PUT_OFF_MAX_MS));
  }
}
