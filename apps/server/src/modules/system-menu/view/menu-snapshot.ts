// The menu of this process: records that follow the database by their revision, and the views compiled from them.
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import type { Notify } from '../../../kernel/live/notify.ts';
import type { Logger } from '../../../kernel/process/log.ts';
import type { Metrics } from '../../../kernel/process/metrics.ts';
import { createRevisionedSnapshot, type RevisionedSnapshot } from '../../../kernel/records/snapshot.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { HeldPairs } from '../records/condition.ts';
import { loadNewerRows, loadRevision, MENU_CHANNEL } from '../records/menu-data.store.ts';
import { emptyMenu, type MenuData, mergeRows } from '../records/menu-data.ts';
import { createMenuMemory, type MenuMemory } from '../records/menu-memory.ts';
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

export interface MenuSnapshot extends Pick<MenuMemory, 'data' | 'viewRevisionOf' | 'onChange'> {
  readonly follower: RevisionedSnapshot;
  /** Of the newest revision that this process knows. */
  menuOf(tenant: ViewTenant): CompiledMenu;
  /** The menu as a transaction sees it that holds the lock of the revision. */
  readCurrent(tx: Transaction): Promise<MenuData>;
}

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

export function createMenuSnapshot(deps: {
  readonly database: Database;
  readonly notify: Notify;
  readonly log: Logger;
  readonly metrics: Metrics;
}): MenuSnapshot {
  const { database, notify, log, metrics } = deps;
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
  metrics.gauge({
    name: 'menu_revision',
    help: 'Revision of the menu in memory.',
    collect: (self) => self.set(follower.revision),
  });
  return {
    follower,
    data,
    viewRevisionOf,
    onChange,
    menuOf(tenant) {
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
    },
    async readCurrent(tx) {
      const known = data();
      const newer = await loadNewerRows(tx, known.revision);
      if (newer.revision < known.revision)
        return mergeRows(emptyMenu, (await loadNewerRows(tx, 0)).rows, newer.revision);
      return mergeRows(known, newer.rows, newer.revision);
    },
  };
}
