// Writes marks and results in groups, one statement after the other: what waits meanwhile shares the next one.
import { setTimeout as sleep } from 'node:timers/promises';
import { isRepeatable, isUnavailable } from '../../../kernel/database/database-errors.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { MailPartitions } from '../record/mail-partitions.ts';
import type { CountUndelivered } from '../record/undelivered-mails.ts';
import type { BouncedAddresses } from '../suppression/feature.ts';
import { finishMails, type MailResult, type Mark, type MarkedMail, markInFlight } from './delivery.store.ts';

/** So many are marked by one statement; how many are marked ahead is for whoever asks. */
const MARKS_MAX = 32;
const RESULTS_MAX = 200;
/** Statements begin so far apart at least while there is much to write: one for many costs little more than one for a single mail. */
const PACE_MS = 20;
/** Results are not lost while the database is away: they are tried again until the process ends. */
const AWAY_PAUSE_MS = 500;
const REFUSED_ATTEMPTS_MAX = 3;

interface Waiting<I, O> {
  readonly item: I;
  readonly resolve: (answer: O) => void;
  readonly reject: (error: unknown) => void;
}

type WriterParts = Pick<Kernel, 'database' | 'clock' | 'log'> & {
  readonly partitions: MailPartitions;
  readonly bounced: BouncedAddresses;
  readonly onEnded: CountUndelivered;
};

export class InFlightWriter {
  readonly #parts: WriterParts;
  #marks: Waiting<Mark, MarkedMail | null>[] = [];
  #results: Waiting<MailResult, boolean>[] = [];
  #isWriting = false;
  #isStopped = false;
  #beganMs = Number.NEGATIVE_INFINITY;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  /** Answers null where the mail is no longer to be sent by this process. Rejects when the database is away. */
  mark(item: Mark): Promise<MarkedMail | null> {
    return new Promise((resolve, reject) => {
      this.#marks.push({ item, resolve, reject });
      this.#wake();
    });
  }

  /** Answers whether it was written; false where another process has seen to the mail, or this one is told to stop trying. */
  finish(item: MailResult): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#results.push({ item, resolve, reject });
      this.#wake();
    });
  }

  /** From now on a result that cannot be written is given up: the next holder finds the mail in flight. */
  stop(): void {
    this.#isStopped = true;
  }

  #wake(): void {
    if (this.#isWriting) return;
    this.#isWriting = true;
    setImmediate(() => void this.#writeAll());
  }

  async #writeAll(): Promise<void> {
    while (this.#marks.length + this.#results.length > 0) {
      await this.#pace();
      const results = this.#results.splice(0, RESULTS_MAX);
      const marks = this.#marks.splice(0, MARKS_MAX);
      // A mail is in one of the two, never in both.
      await Promise.all([this.#writeResults(results), this.#writeMarks(marks)]);
    }
    this.#isWriting = false;
  }

  /** What comes after a rest does not wait; a full group does not, either. */
  async #pace(): Promise<void> {
    const restMs = this.#beganMs + PACE_MS - performance.now();
    if (restMs > 0 && this.#marks.length + this.#results.length < MARKS_MAX) await sleep(restMs);
    this.#beganMs = performance.now();
  }

  async #writeMarks(marks: readonly Waiting<Mark, MarkedMail | null>[]): Promise<void> {
    if (marks.length === 0) return;
    const { database, clock, partitions } = this.#parts;
    const now = clock.now();
    try {
      await partitions.makeRoomForChange(now);
      const items = marks.map(({ item }) => item);
      const marked = await markInFlight(database, items, new Date(now));
      const byId = new Map(marked.map((mail) => [mail.id, mail]));
      for (const { item, resolve } of marks) resolve(byId.get(item.id) ?? null);
    } catch (error) {
      for (const { reject } of marks) reject(error);
    }
  }

  /** An address that has shown twice that it does not exist is left alone from the same commit on. */
  async #save(items: readonly MailResult[]): Promise<ReadonlySet<number>> {
    const { database, bounced } = this.#parts;
    const hard = items.flatMap(({ recipients }) => recipients.filter(({ isHard }) => isHard).map(({ id }) => id));
    if (hard.length === 0) return finishMails(database, items);
    return database.transaction(async (tx) => {
      const written = await finishMails(tx, items);
      await bounced.suppress(tx, hard);
      return written;
    });
  }

  async #writeResults(results: readonly Waiting<MailResult, boolean>[]): Promise<void> {
    if (results.length === 0) return;
    const { log, partitions, onEnded } = this.#parts;
    for (let attempt = 1; ; attempt++) {
      try {
        const items = results.map(({ item }) => item);
        await partitions.makeRoomForChange(Math.max(...items.map(({ at }) => at.getTime())));
        const written = await this.#save(items);
        for (const { item, resolve } of results) {
          const isWritten = written.has(item.id);
          if (isWritten && item.endedDate !== null) onEnded(item.status);
          resolve(isWritten);
        }
        return;
      } catch (error) {
        if (attempt === 1) log.warn({ err: error }, 'results of mails could not be written and are tried again');
        const isRefused = !isUnavailable(error) && !isRepeatable(error) && attempt >= REFUSED_ATTEMPTS_MAX;
        // One result that the database does not take must not keep the others out.
        if (isRefused && results.length > 1) {
          for (const result of results) await this.#writeResults([result]);
          return;
        }
        if (this.#isStopped || isRefused) {
          for (const { resolve } of results) resolve(false);
          return;
        }
        await sleep(AWAY_PAUSE_MS);
      }
    }
  }
}
