// Tells other modules what happened to users and tenants: in order, at least once, with the change or not at all.

import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { DirectoryEvent, DirectoryEventHandler } from '../directory.types.ts';
import {
  findOpenDirectoryEvents,
  lockDirectoryEvent,
  type ReleasedName,
  removeEndedReservations,
  removeHandledDirectoryEvents,
  type StoredDirectoryEvent,
  saveDirectoryEvent,
  saveDirectoryEventHandled,
  saveReleasedName,
} from './directory-event.store.ts';

/** Each is a transaction of its own; this only bounds what is read at once. */
const EVENTS_PER_READ = 100;
/** What happened stays in the events of the suite; this log is for catching up only. */
const HANDLED_RETENTION_MS = 86_400_000;
/** Histories, mails and tasks name people: for so long nobody else can be taken for whoever had a name. */
export const RESERVED_NAME_MS = 90 * 86_400_000;
const REMOVED_PER_PASS_MAX = 5_000;

export function createDirectoryEvents({
  database,
  clock,
  log,
  wake,
}: Pick<Kernel, 'database' | 'clock' | 'log'> & {
  /** Is called after the commit of a change: somebody should deliver soon. */
  readonly wake: () => void;
}) {
  const handlers: { readonly module: string; readonly handle: DirectoryEventHandler }[] = [];

  const handle = (event: StoredDirectoryEvent): Promise<void> =>
    database.transaction(async (tx) => {
      if (!(await lockDirectoryEvent(tx, event.id))) return;
      for (const { handle: handler } of handlers) await handler(tx, event);
      await saveDirectoryEventHandled(tx, event.id, new Date(clock.now()));
    });

  const isHandled = async (event: StoredDirectoryEvent): Promise<boolean> => {
    try {
      await handle(event);
      return true;
    } catch (error) {
      log.warn({ err: error, kind: event.kind, eventId: event.id }, 'a directory event is tried again');
      return false;
    }
  };

  return {
    /** Registers a handler before the first request; handlers run in the order given. */
    register(module: string, handler: DirectoryEventHandler): void {
      handlers.push({ module, handle: handler });
    },
    async record(tx: Transaction, event: DirectoryEvent): Promise<void> {
      await saveDirectoryEvent(tx, event, new Date(clock.now()));
      tx.afterCommit(wake);
    },
    /** Records `user-renamed`; the old name stays reserved for 90 days and until every handler has handled the event. */
    async recordRename(tx: Transaction, event: DirectoryEvent, released: ReleasedName): Promise<void> {
      const nowMs = clock.now();
      const id = await saveDirectoryEvent(tx, event, new Date(nowMs));
      await saveReleasedName(tx, id, released, new Date(nowMs + RESERVED_NAME_MS));
      tx.afterCommit(wake);
    },
    /**
     * Handles what is open. A failing handler keeps back the later events of its tenant only, so that their order holds; the
     * next call tries again.
     */
    async deliver(): Promise<void> {
      const stuck = new Set<string>();
      for (;;) {
        const open = await findOpenDirectoryEvents(database, [...stuck], EVENTS_PER_READ);
        if (open.length === 0) break;
        for (const event of open) {
          if (stuck.has(event.tenantIdentifier) || (await isHandled(event))) continue;
          stuck.add(event.tenantIdentifier);
        }
      }
      const nowMs = clock.now();
      await removeHandledDirectoryEvents(database, new Date(nowMs - HANDLED_RETENTION_MS), REMOVED_PER_PASS_MAX);
      await removeEndedReservations(database, new Date(nowMs), REMOVED_PER_PASS_MAX);
    },
  };
}

export type DirectoryEvents = ReturnType<typeof createDirectoryEvents>;
