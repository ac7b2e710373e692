// Keeps the menu of this process: records that follow the database by their revision, and the views compiled from them.
import type { MenuScope } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { createRevisioned } from '../../../kernel/records/revisioned.ts';
import { createRevisionedSnapshot, type LoadedChanges } from '../../../kernel/records/snapshot.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { failAuthority } from '../../../kernel/request/errors.ts';
import { loadNewerRows, loadRevision, MENU_CHANNEL } from '../records/menu-data.store.ts';
import { emptyMenu, type MenuData, mergeRows } from '../records/menu-data.ts';
import { createMenuMemory } from '../records/menu-memory.ts';
import type { ViewTenant } from '../records/menu-record.types.ts';
import { type CompiledMenu, createCompiledMenus } from './compiled-menus.ts';

export type MenuSnapshot = ReturnType<typeof createMenuSnapshot>;

/** Header of the revision in answers to writes; clients send it back, and a read at another process waits for it. */
export const REVISION_HEADER = 'x-svc-menu-revision';

/** Answers the level that is read or written; the shared one needs TENANT_ALL. */
export function viewTenantOf(caller: Caller, scope: MenuScope | undefined): ViewTenant {
  if (scope !== 'SHARED') return caller.tenantIdentifier;
  if (!caller.holds('TENANT_ALL')) failAuthority('TENANT_ALL');
  return null;
}

export function createMenuSnapshot({
  database,
  events,
  notify,
  log,
  metrics,
}: Pick<Kernel, 'database' | 'events' | 'notify' | 'log' | 'metrics'>) {
  const memory = createMenuMemory((concerned) => compiled.forget(concerned));
  const compiled = createCompiledMenus({ log, metrics, memory });
  const { data, viewRevisionOf, onChange, changesOf } = memory;
  const { menuOf } = compiled;
  const follower = createRevisionedSnapshot({
    name: 'menu',
    channel: MENU_CHANNEL,
    notify,
    log,
    reader: {
      readRevision: () => loadRevision(database),
      loadAll: async () => changesOf(await loadNewerRows(database, 0), true),
      async loadSince(since) {
        const newer = await loadNewerRows(database, since);
        // A restored database may be older than memory.
        return newer.revision < since ? null : changesOf(newer, false);
      },
    },
  });
  const revisioned = createRevisioned({
    name: 'system_menu',
    channel: MENU_CHANNEL,
    header: REVISION_HEADER,
    database,
    events,
    snapshot: follower,
  });
  metrics.gauge({
    name: 'menu_revision',
    help: 'Revision of the menu in memory.',
    collect: (self) => self.set(follower.revision),
  });
  return {
    follower,
    revisioned,
    data,
    viewRevisionOf,
    onChange,
    menuOf,
    /**
     * Answers the menu for a caller, including the writes of its client at other processes. SHARED without TENANT_ALL
     * is 403.
     */
    async menuFor(act: Pick<Act, 'caller' | 'context'>, scope?: MenuScope): Promise<CompiledMenu> {
      const tenant = viewTenantOf(act.caller, scope);
      await revisioned.catchUp(act);
      return menuOf(tenant);
    },
    /** Reads the menu inside a transaction that holds the lock of the revision. */
    async readCurrent(tx: Transaction): Promise<MenuData> {
      const known = data();
      const newer = await loadNewerRows(tx, known.revision);
      if (newer.revision < known.revision) {
        return mergeRows(emptyMenu, (await loadNewerRows(tx, 0)).rows, newer.revision);
      }
      return mergeRows(known, newer.rows, newer.revision);
    },
    /** Reads the rows that a transaction has just written as this revision, with their numbers, for memory. */
    async readOwn(tx: Transaction, revision: number): Promise<LoadedChanges> {
      return changesOf({ ...(await loadNewerRows(tx, revision - 1)), revision }, false);
    },
  };
}
