// Tells modules what they want to hear; who refuses an event is told it again, and nobody else waits for that.
import type { Clock } from '../database/clock.ts';
import type { Transaction } from '../database/database.ts';
import type { Logger } from '../process/logger.ts';
import type { ModuleEvent } from './module-event.types.ts';
import type { ModuleHandlers } from './module-handlers.ts';
import type { UntoldStore } from './untold.store.ts';

/** Tells one event to everybody who wants it. */
export type Tell<E extends ModuleEvent> = (event: E) => Promise<void>;

/** A refused event is told again after a second, then after twice as long each time, up to this. */
const PAUSE_MAX_MS = 300_000;
const PAUSE_MS = 1_000;
/** So many events that were refused are told in one pass at most. */
const RETOLD_MAX = 500;

export type TellModules<E extends ModuleEvent> = ReturnType<typeof createTellModules<E>>;

export interface TellingParts<E extends ModuleEvent> {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly handlers: ModuleHandlers<E>;
  readonly untold: UntoldStore;
  /** Names what the events of which are told in their order. */
  readonly subjectOf: (event: E) => string;
}

export function createTellModules<E extends ModuleEvent>({ clock, log, handlers, untold, subjectOf }: TellingParts<E>) {
  /** Answers whether the module took it. */
  async function offer(tx: Transaction, module: string, event: E): Promise<boolean> {
    try {
      await untold.wholly(tx, () => handlers.handOver(tx, module, event));
      return true;
    } catch (error) {
      log.warn({ err: error, module, event: event.id, kind: event.kind }, 'a module refused what it was told');
      return false;
    }
  }

  async function tellAgain(tx: Transaction): Promise<void> {
    for (let told = 0; told < RETOLD_MAX; ) {
      const now = clock.now();
      const due = await untold.firstDue(tx, handlers.modules(), now);
      if (due.length === 0) return;
      for (const { number, module, event, attempts } of due) {
        if (await offer(tx, module, eventOf<E>(event))) await untold.remove(tx, number);
        else await untold.postpone(tx, number, attempts + 1, now + pauseOf(attempts));
      }
      told += due.length;
    }
  }

  /** Tells modules one by one; what one refuses, and what follows of the same subject, is kept for it. */
  async function tellEach(tx: Transaction, work: (tell: Tell<E>) => Promise<void>): Promise<void> {
    const behind = new Set((await untold.behind(tx)).map(keyOf));
    await work(async (event) => {
      const subject = subjectOf(event);
      for (const module of handlers.modulesFor(event)) {
        const key = keyOf({ module, subject });
        const isBehind = behind.has(key);
        if (!isBehind && (await offer(tx, module, event))) continue;
        behind.add(key);
        const now = clock.now();
        const attempts = isBehind ? 0 : 1;
        await untold.add(tx, { module, subject, event, attempts }, { now, nextAt: now + attempts * PAUSE_MS });
      }
    });
  }

  async function isToldAtOnce(tx: Transaction, work: (tell: Tell<E>) => Promise<void>): Promise<boolean> {
    const tell: Tell<E> = async (event) => {
      for (const module of handlers.modulesFor(event)) await handlers.handOver(tx, module, event);
    };
    try {
      await untold.wholly(tx, () => work(tell));
      return true;
    } catch {
      return false;
    }
  }

  /** Has the work tell its events, perhaps twice: where nobody refuses anything, they are handed over without further ado. */
  return async function tellModules(tx: Transaction, work: (tell: Tell<E>) => Promise<void>): Promise<void> {
    await tellAgain(tx);
    const isAnyBehind = (await untold.behind(tx)).length > 0;
    if (isAnyBehind || !(await isToldAtOnce(tx, work))) await tellEach(tx, work);
  };
}

const keyOf = ({ module, subject }: { readonly module: string; readonly subject: string }): string =>
  `${module} ${subject}`;

function pauseOf(attempts: number): number {
  return Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** attempts);
}

function eventOf<E extends ModuleEvent>(text: string): E {
  const event = JSON.parse(text) as E;
  return { ...event, at: new Date(event.at) };
}
