// Hands events to the modules that want them; one that refuses an event gets it again, and no other module waits for
// that.
import type { Clock } from '../database/clock.ts';
import type { Transaction } from '../database/database.ts';
import { isUnavailable } from '../database/database-errors.ts';
import type { Logger } from '../process/logger.ts';
import type { ModuleEvent } from './module-event.types.ts';
import type { ModuleHandlers } from './module-handlers.ts';
import type { UndeliveredStore } from './undelivered.store.ts';

/** Hands one event to every module that wants it. */
export type Deliver<E extends ModuleEvent> = (event: E) => Promise<void>;

/** Longest pause before a refused event is repeated; it begins with a second and doubles each time. */
const PAUSE_MAX_MS = 300_000;
const PAUSE_MS = 1_000;
/** Refused events that one pass repeats at most. */
const REDELIVERED_MAX = 500;

export type DeliverToModules<E extends ModuleEvent> = ReturnType<typeof createModuleDelivery<E>>;

export interface DeliveryParts<E extends ModuleEvent> {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly handlers: ModuleHandlers<E>;
  readonly undelivered: UndeliveredStore;
  /** Answers the subject of an event; events of one subject keep their order. */
  readonly subjectOf: (event: E) => string;
  /** Called after the commit of a pass in which a refusal was kept, or a kept event was taken at last. */
  readonly onUndelivered: () => void;
}

export function createModuleDelivery<E extends ModuleEvent>(parts: DeliveryParts<E>) {
  const { clock, handlers, undelivered, subjectOf, onUndelivered } = parts;
  const offer = createOffer(parts);

  async function deliverAgain(tx: Transaction): Promise<void> {
    for (let delivered = 0; delivered < REDELIVERED_MAX; ) {
      const now = clock.now();
      const due = await undelivered.firstDue(tx, handlers.modules(), now);
      if (due.length === 0) return;
      if (delivered === 0) tx.afterCommit(onUndelivered);
      for (const { number, module, event, attempts } of due) {
        if (await offer(tx, module, eventOf<E>(event), attempts)) await undelivered.remove(tx, number);
        else await undelivered.postpone(tx, number, attempts + 1, now + pauseOf(attempts));
      }
      delivered += due.length;
    }
  }

  /** Hands events to each module apart; one that it refuses, and later ones of the same subject, are kept for it. */
  async function deliverEach(tx: Transaction, work: (deliver: Deliver<E>) => Promise<void>): Promise<void> {
    const behind = new Set((await undelivered.behind(tx)).map(keyOf));
    tx.afterCommit(onUndelivered);
    await work(async (event) => {
      const subject = subjectOf(event);
      for (const module of handlers.modulesFor(event)) {
        const key = keyOf({ module, subject });
        const isBehind = behind.has(key);
        if (!isBehind && (await offer(tx, module, event, 0))) continue;
        behind.add(key);
        const now = clock.now();
        const kept = { module, subject, event, attempts: isBehind ? 0 : 1 };
        await undelivered.add(tx, kept, { now, nextAt: isBehind ? now : now + pauseOf(0) });
      }
    });
  }

  async function isDeliveredAtOnce(tx: Transaction, work: (deliver: Deliver<E>) => Promise<void>): Promise<boolean> {
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

  /** Runs the work, perhaps twice: where no module refuses anything, its events are handed over without further ado. */
  return async function deliverToModules(tx: Transaction, work: (deliver: Deliver<E>) => Promise<void>): Promise<void> {
    await deliverAgain(tx);
    const isAnyBehind = (await undelivered.behind(tx)).length > 0;
    if (isAnyBehind || !(await isDeliveredAtOnce(tx, work))) await deliverEach(tx, work);
  };
}

/**
 * Creates the function that offers an event to one module and logs the first refusal, and that the event was taken at
 * last.
 */
function createOffer<E extends ModuleEvent>({ log, handlers }: Pick<DeliveryParts<E>, 'log' | 'handlers'>) {
  /** Offers an event to a module; answers whether the module took it. */
  return async function offer(tx: Transaction, module: string, event: E, attempts: number): Promise<boolean> {
    const about = { module, event: event.id, kind: event.kind, tenant: event.tenantIdentifier };
    try {
      await tx.part((part) => handlers.handOver(part, module, event));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (attempts > 0) return false;
      tx.afterCommit(() => log.warn({ ...about, err: error }, 'a module refused an event, which is delivered again'));
      return false;
    }
    if (attempts > 0) tx.afterCommit(() => log.info({ ...about, attempts }, 'a module took what it had refused'));
    return true;
  };
}

const keyOf = ({ module, subject }: { readonly module: string; readonly subject: string }): string =>
  `${module} ${subject}`;

/**
 * Pause before an event is repeated: at random between half of it and all of it, so that events refused together do not
 * come together.
 */
function pauseOf(attempts: number): number {
  return Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** attempts) * (0.5 + Math.random() / 2);
}

function eventOf<E extends ModuleEvent>(text: string): E {
  const event = JSON.parse(text) as E;
  return { ...event, at: new Date(event.at) };
}
