// Delivers to other modules what happened to users and tenants: in order, at least once, with the change or not at all.
import type { Transaction } from '../../../../kernel/database/database.ts';
import {
  type DirectoryEvent,
  type DirectoryEventHandler,
  directoryEventKinds,
} from '../../../../kernel/directory/directory-event.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { createModuleDelivery } from '../../../../kernel/module-events/module-delivery.ts';
import { createModuleHandlers } from '../../../../kernel/module-events/module-handlers.ts';
import { createUndeliveredStore } from '../../../../kernel/module-events/undelivered.store.ts';
import { createUndeliveredWatch } from '../../../../kernel/module-events/undelivered-watch.ts';
import { DIRECTORY_EVENTS_LOCK } from '../../ground/authentication-locks.ts';
import { takeLock } from '../user.store.ts';
import {
  findOpenDirectoryEvents,
  type ReleasedName,
  removeEndedReservations,
  removeHandledDirectoryEvents,
  type StoredDirectoryEvent,
  saveDirectoryEvent,
  saveDirectoryEventDelivered,
  saveDirectoryEventsHandled,
  saveReleasedName,
} from './directory-event.store.ts';

/** Events read at once; each is handled in a transaction of its own. */
const EVENTS_PER_READ = 100;
/** Time that handled events are kept for catching up; the log of events keeps them longer. */
const HANDLED_RETENTION_MS = 86_400_000;
/**
 * Time that a released name stays reserved: histories, mails and tasks name people, and nobody else must be taken for
 * them.
 */
export const RESERVED_NAME_MS = 90 * 86_400_000;
const REMOVED_PER_PASS_MAX = 5_000;

/**
 * The events of one subject keep their order: those of a user, and those of a tenant; the others do not wait for a
 * refused one.
 */
function subjectOf({ kind, userUuid, tenantIdentifier }: DirectoryEvent): string {
  if (userUuid !== null) return userUuid;
  return kind === 'authorities-changed' ? `roles of ${tenantIdentifier}` : tenantIdentifier;
}

export function createDirectoryEvents(
  kernel: Pick<Kernel, 'database' | 'clock' | 'log' | 'metrics' | 'readiness'>,
  /** Called after the commit of a change, so that its events are delivered soon. */
  wake: () => void,
) {
  const { database, clock, log } = kernel;
  const handlers = createModuleHandlers<StoredDirectoryEvent>();
  const undelivered = createUndeliveredStore({ name: 'auth_undelivered', table: 'auth_directory_event_untold' });
  const watch = createUndeliveredWatch(kernel, {
    name: 'directory-events-undelivered',
    metric: 'directory',
    undelivered,
  });
  const deliverToModules = createModuleDelivery({
    clock,
    log,
    handlers,
    undelivered,
    subjectOf,
    onUndelivered: watch.wake,
  });

  /** Delivers an event unless another process has done so, and before it the refused events that are due. */
  const deliverOne = (event: StoredDirectoryEvent | null): Promise<void> =>
    database.transaction(async (tx) => {
      await takeLock(tx, DIRECTORY_EVENTS_LOCK);
      const isOpen = event !== null && (await saveDirectoryEventDelivered(tx, event.id));
      await deliverToModules(tx, async (toEach) => {
        if (isOpen) await toEach(event);
      });
      await saveDirectoryEventsHandled(tx, new Date(clock.now()));
    });

  return {
    watch,
    /** Registers a handler before the first request; handlers run in the order given. */
    register(module: string, handler: DirectoryEventHandler): void {
      handlers.register(module, directoryEventKinds, handler);
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
    /** Delivers the open events, and again the refused ones that are due. */
    async deliver(): Promise<void> {
      await deliverOne(null);
      for (;;) {
        const open = await findOpenDirectoryEvents(database, EVENTS_PER_READ);
        if (open.length === 0) break;
        for (const event of open) await deliverOne(event);
      }
      const nowMs = clock.now();
      await removeHandledDirectoryEvents(database, new Date(nowMs - HANDLED_RETENTION_MS), REMOVED_PER_PASS_MAX);
      await removeEndedReservations(database, new Date(nowMs), REMOVED_PER_PASS_MAX);
    },
  };
}

export type DirectoryEvents = ReturnType<typeof createDirectoryEvents>;
