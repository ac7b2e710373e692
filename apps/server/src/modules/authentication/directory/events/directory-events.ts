// Tells other modules what happened to users and tenants: in order, at least once, with the change or not at all.
import type { Transaction } from '../../../../kernel/database/database.ts';
import {
  type DirectoryEvent,
  type DirectoryEventHandler,
  directoryEventKinds,
} from '../../../../kernel/directory/directory-event.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { createModuleHandlers } from '../../../../kernel/module-events/module-handlers.ts';
import { createTellModules } from '../../../../kernel/module-events/tell-modules.ts';
import { createUntoldStore } from '../../../../kernel/module-events/untold.store.ts';
import { createUntoldWatch } from '../../../../kernel/module-events/untold-watch.ts';
import { DIRECTORY_TELLING_LOCK } from '../../ground/authentication-locks.ts';
import { takeLock } from '../user.store.ts';
import {
  findOpenDirectoryEvents,
  type ReleasedName,
  removeEndedReservations,
  removeHandledDirectoryEvents,
  type StoredDirectoryEvent,
  saveDirectoryEvent,
  saveDirectoryEventsHandled,
  saveDirectoryEventTold,
  saveReleasedName,
} from './directory-event.store.ts';

/** Events read at once; each is handled in a transaction of its own. */
const EVENTS_PER_READ = 100;
/** What happened stays in the events of the suite; this log is for catching up only. */
const HANDLED_RETENTION_MS = 86_400_000;
/** Histories, mails and tasks name people: for so long nobody else can be taken for whoever had a name. */
export const RESERVED_NAME_MS = 90 * 86_400_000;
const REMOVED_PER_PASS_MAX = 5_000;

/** Events of one user are told in their order, those of a tenant, too; nothing else waits for one that is refused. */
function subjectOf({ kind, userUuid, tenantIdentifier }: DirectoryEvent): string {
  if (userUuid !== null) return userUuid;
  return kind === 'authorities-changed' ? `roles of ${tenantIdentifier}` : tenantIdentifier;
}

export function createDirectoryEvents(
  kernel: Pick<Kernel, 'database' | 'clock' | 'log' | 'metrics' | 'readiness'>,
  /** Is called after the commit of a change: somebody should deliver soon. */
  wake: () => void,
) {
  const { database, clock, log } = kernel;
  const handlers = createModuleHandlers<StoredDirectoryEvent>();
  const untold = createUntoldStore({ name: 'auth_untold', table: 'auth_directory_event_untold' });
  const watch = createUntoldWatch(kernel, { name: 'directory-events-untold', metric: 'directory', untold });
  const tellModules = createTellModules({ clock, log, handlers, untold, subjectOf, onUntold: watch.wake });

  /** Tells of an event, unless another process has done so; before it what is due of those that were refused. */
  const tell = (event: StoredDirectoryEvent | null): Promise<void> =>
    database.transaction(async (tx) => {
      await takeLock(tx, DIRECTORY_TELLING_LOCK);
      const isOpen = event !== null && (await saveDirectoryEventTold(tx, event.id));
      await tellModules(tx, async (toEach) => {
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
    /** Tells what is open, and again what was refused and is due. */
    async deliver(): Promise<void> {
      await tell(null);
      for (;;) {
        const open = await findOpenDirectoryEvents(database, EVENTS_PER_READ);
        if (open.length === 0) break;
        for (const event of open) await tell(event);
      }
      const nowMs = clock.now();
      await removeHandledDirectoryEvents(database, new Date(nowMs - HANDLED_RETENTION_MS), REMOVED_PER_PASS_MAX);
      await removeEndedReservations(database, new Date(nowMs), REMOVED_PER_PASS_MAX);
    },
  };
}

export type DirectoryEvents = ReturnType<typeof createDirectoryEvents>;
