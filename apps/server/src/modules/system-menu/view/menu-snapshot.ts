// The menu of this process: records that follow the database by their revision, and the views compiled from them.
import { hash } from 'node:crypto';
import type { MenuScope } from '@keelson/contract';
import { LRUCache } from 'lru-cache';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { createRevisioned } from '../../../kernel/records/revisioned.ts';
import { createRevisionedSnapshot, type LoadedChanges } from '../../../kernel/records/snapshot.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { HeldPairs } from '../records/condition.ts';
import { loadNewerRows, loadRevision, MENU_CHANNEL } from '../records/menu-data.store.ts';
import { emptyMenu, type MenuData, mergeRows } from '../records/menu-data.ts';
import { createMenuMemory } from '../records/menu-memory.ts';
import type { ViewTenant } from '../records/menu-record.types.ts';
import { compileView, type MenuView } from './menu-view.ts';
import { createTreeTexts, type TreeTexts } from './tree-texts.ts';

/** What somebody holds of what a view asks for. */
export interface Holding {
  readonly pairs: HeldPairs;
  /** Equal for everybody who sees the same of the view. */
  readonly key: string;
}

export interface CompiledMenu {
  readonly view: MenuView;
  readonly texts: TreeTexts;
  /** Worked out once for each caller in memory. */
  holdingOf(caller: Caller): Holding;
}

export type MenuSnapshot = ReturnType<typeof createMenuSnapshot>;

const keyOf = (tenant: ViewTenant): string => (tenant === null ? 'shared' : `tenant ${tenant}`);

function createHoldings({ pairs }: MenuView): CompiledMenu['holdingOf'] {
  // Callers are the session cache's: a changed session is another object, and what it held goes with the old one.
  const known = new WeakMap<Caller, Holding>();
  return (caller) => {
    let holding = known.get(caller);
    if (holding === undefined) {
      const held = pairs.heldBy(caller);
      holding = { pairs: held, key: hash('sha256', held, 'base64url') };
      known.set(caller, holding);
    }
    return holding;
  };
}

/** A process that serves more tenants at once compiles some of them again. */
const VIEWS_MAX = 200;

/** In answers to writes, and sent back with reads: a read at another process waits for this revision. */
export const REVISION_HEADER = 'x-svc-menu-revision';

/** Level that somebody reads or writes; only who holds TENANT_ALL reaches the shared one. */
export function viewTenantOf(caller: Caller, scope: MenuScope | undefined): ViewTenant {
  if (scope !== 'SHARED') return caller.tenantIdentifier;
  if (!caller.holds('TENANT_ALL')) fail('ACCESS_DENIED');
  return null;
}

export function createMenuSnapshot({
  database,
  events,
  notify,
  log,
  metrics,
}: Pick<Kernel, 'database' | 'events' | 'notify' | 'log' | 'metrics'>) {
  const cycles = metrics.counter({ name: 'menu_cycle_cut_total', help: 'Items that hang on a cycle or on nothing.' });
  const compiled = new LRUCache<string, CompiledMenu>({ max: VIEWS_MAX });
  const { data, viewRevisionOf, onChange, changesOf } = createMenuMemory((concerned) => {
    if (concerned === null) compiled.clear();
    else for (const tenant of concerned) compiled.delete(keyOf(tenant));
  });
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
        // A restored database is older than memory.
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
  /** Of the newest revision that this process knows. */
  const menuOf = (tenant: ViewTenant): CompiledMenu => {
    const known = compiled.get(keyOf(tenant));
    if (known !== undefined) return known;
    const view = compileView(data(), tenant, viewRevisionOf(tenant));
    if (view.cutOff.length > 0) {
      cycles.inc(view.cutOff.length);
      log.error(
        { tenant, items: view.cutOff.slice(0, 10) },
        'menu items hang on a cycle or on nothing and are cut off',
      );
    }
    const menu = { view, texts: createTreeTexts(view), holdingOf: createHoldings(view) };
    compiled.set(keyOf(tenant), menu);
    return menu;
  };
  return {
    follower,
    revisioned,
    data,
    viewRevisionOf,
    onChange,
    menuOf,
    /** What the caller reads: what its client wrote at another process is in it. SHARED without TENANT_ALL is 403. */
    async menuFor(act: Pick<Act, 'caller' | 'context'>, scope?: MenuScope): Promise<CompiledMenu> {
      const tenant = viewTenantOf(act.caller, scope);
      await revisioned.catchUp(act);
      return menuOf(tenant);
    },
    /** The menu as a transaction sees it that holds the lock of the revision. */
    async readCurrent(tx: Transaction): Promise<MenuData> {
      const known = data();
      const newer = await loadNewerRows(tx, known.revision);
      if (newer.revision < known.revision) {
        return mergeRows(emptyMenu, (await loadNewerRows(tx, 0)).rows, newer.revision);
      }
      return mergeRows(known, newer.rows, newer.revision);
    },
    /** For the memory of this process: what a transaction has just written as this revision, with the numbers it was given. */
    async readOwn(tx: Transaction, revision: number): Promise<LoadedChanges> {
      return changesOf({ ...(await loadNewerRows(tx, revision - 1)), revision }, false);
    },
  };
}
