// Tells modules what they want to hear; who refuses an event is told it again, and nobody else waits for that.
import type { Clock } from '../database/clock.ts';
import type { Transaction } from '../database/database.ts';
import { isUnavailable } from '../database/database-errors.ts';
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
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly handlers: ModuleHandlers<E>;
  readonly untold: UntoldStore;
  /** Names what the events of which are told in their order. */
  readonly subjectOf: (event: E) => string;
  /** Is called after the commit of a pass that kept something back, or told it at last. */
  readonly onUntold: () => void;
}

export function createTellModules<E extends ModuleEvent>(parts: TellingParts<E>) {
  const { clock, handlers, untold, subjectOf, onUntold } = parts;
  const offer = createOffer(parts);

  async function tellAgain(tx: Transaction): Promise<void> {
    for (let told = 0; told < RETOLD_MAX; ) {
      const now = clock.now();
      const due = await untold.firstDue(tx, handlers.modules(), now);
      if (due.length === 0) return;
      if (told === 0) tx.afterCommit(onUntold);
      for (const { number, module, event, attempts } of due) {
        if (await offer(tx, module, eventOf<E>(event), attempts)) await untold.remove(tx, number);
        else await untold.postpone(tx, number, attempts + 1, now + pauseOf(attempts));
      }
      told += due.length;
    }
  }

  /** Tells modules one by one; what one refuses, and what follows of the same subject, is kept for it. */
  async function tellEach(tx: Transaction, work: (tell: Tell<E>) => Promise<void>): Promise<void> {
    const behind = new Set((await untold.behind(tx)).map(keyOf));
    tx.afterCommit(onUntold);
    await work(async (event) => {
      const subject = subjectOf(event);
      for (const module of handlers.modulesFor(event)) {
        const key = keyOf({ module, subject });
        const isBehind = behind.has(key);
        if (!isBehind && (await offer(tx, module, event, 0))) continue;
        behind.add(key);
        const now = clock.now();
        const kept = { module, subject, event, attempts: isBehind ? 0 : 1 };
        await untold.add(tx, kept, { now, nextAt: isBehind ? now : now + pauseOf(0) });
      }
    });
  }

  async function isToldAtOnce(tx: Transaction, work: (tell: Tell<E>) => Promise<void>): Promise<boolean> {
    try {
      await tx.part((part) =>
        work(async (event) => {
          for (const module of handlers.modulesFor(event)) await handlers.handOver(part, module, event);
        }),
      );
      return true;
    } catch (error) {
      if (isUnavailable(error)) throw error;
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

/** The first refusal of an event is told, and that it was taken at last. */
function createOffer<E extends ModuleEvent>({ log, handlers }: Pick<TellingParts<E>, 'log' | 'handlers'>) {
  /** Answers whether the module took it. */
  return async function offer(tx: Transaction, module: string, event: E, attempts: number): Promise<boolean> {
    const about = { module, event: event.id, kind: event.kind, tenant: event.tenantIdentifier };
    try {
      await tx.part((part) => handlers.handOver(part, module, event));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (attempts > 0) return false;
      tx.afterCommit(() => log.warn({ ...about, err: error }, 'a module refused what it was told, and is told again'));
      return false;
    }
    if (attempts > 0) tx.afterCommit(() => log.info({ ...about, attempts }, 'a module took what it had refused'));
    return true;
  };
}

const keyOf = ({ module, subject }: { readonly module: string; readonly subject: string }): string =>
  `${module} ${subject}`;

/** Keeps apart what was refused together: half of it to all of it passes before the event is told again. */
function pauseOf(attempts: number): number {
  return Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** attempts) * (0.5 + Math.random() / 2);
}

function eventOf<E extends ModuleEvent>(text: string): E {
  const event = JSON.parse(text) as E;
  return { ...event, at: new Date(event.at) };
}
