// Writes marks and results in groups, one statement after the other: what waits meanwhile shares the next one.
import { setTimeout as sleep } from 'node:timers/promises';
import { isRepeatable, isUnavailable } from '../../../kernel/database/database-errors.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { MailPartitions } from '../record/mail-partitions.ts';
import type { CountUndelivered } from '../record/undelivered-mails.ts';
import type { BouncedAddresses } from '../suppression/feature.ts';
import { finishMails, type MailResult, type Mark, type MarkedMail, markInFlight } from './delivery.store.ts';

/** Mails that one statement marks; the caller decides how many are marked ahead. */
const MARKS_MAX = 32;
const RESULTS_MAX = 200;
/**
 * Time between the beginnings of two statements while there is much to write: one for many mails costs little more than
 * one for a single mail.
 */
const PACE_MS = 20;
/** Pause before results are written again while the database is away; they are not lost until the process ends. */
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

  /** Marks a mail; null where it is no longer this process's to send. Rejects when the database is away. */
  mark(item: Mark): Promise<MarkedMail | null> {
    return new Promise((resolve, reject) => {
      this.#marks.push({ item, resolve, reject });
      this.#wake();
    });
  }

  /** Writes a result; false where another process has handled the mail, or this one stops trying. */
  finish(item: MailResult): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#results.push({ item, resolve, reject });
      this.#wake();
    });
  }

  /** Gives up results that cannot be written from now on: the next holder finds the mail in flight. */
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

  /** Waits between statements, except after a rest and for a full group. */
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

  /** Writes results; an address that has bounced twice as non-existent is suppressed in the same commit. */
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
        // One result that the database refuses must not keep the others out.
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
