// Pages that the caller opened last, shown as the caller's menu names them now.
import type { SvcMenuRecentModel } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database } from '../../../kernel/database/database.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { languagesOf, nameFor } from '../records/name-for.ts';
import { requirePath } from '../records/require-path.ts';
import type { TreeService } from '../tree/tree.service.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { mayOpen } from '../view/shown-items.ts';
import { personOf } from '../view/tag-of.ts';
import { listRecents, removeRecents, saveRecent, trimRecents } from './recent.store.ts';

export interface RecentService {
  list(caller: Caller, context: Context): Promise<SvcMenuRecentModel[]>;
  add(caller: Caller, path: string): Promise<void>;
  clear(caller: Caller): Promise<void>;
}

export interface RecentDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly snapshot: MenuSnapshot;
  readonly trees: Pick<TreeService, 'catchUp'>;
  readonly enabled: (tenantIdentifier: string) => boolean;
  readonly maxPerUser: (tenantIdentifier: string) => number;
}

/** A page that is loaded again, or opened in two tabs, is one visit. */
const SAME_VISIT_MS = 10_000;

export function createRecentService(deps: RecentDependencies): RecentService {
  const { database, clock, snapshot, trees, enabled, maxPerUser } = deps;
  return {
    async list(caller, context) {
      const { tenantIdentifier } = caller;
      if (!enabled(tenantIdentifier)) return [];
      await trees.catchUp(context);
      const pages = await listRecents(database, personOf(caller), maxPerUser(tenantIdentifier));
      const { view } = snapshot.menuOf(tenantIdentifier);
      const held = view.pairs.heldBy(caller);
      const languages = languagesOf(caller, context);
      return pages.flatMap(({ path, openedDate, openCount }) => {
        const items = view.itemsAt(path);
        const item = items.find(({ uuid }) => mayOpen(view, uuid, held)) ?? null;
        // Of what the caller may not see any more nothing is told, as with favorites.
        if (item === null && items.length > 0) return [];
        return {
          path,
          menuItemUuid: item?.uuid ?? null,
          icon: item?.icon ?? null,
          displayName: item === null ? path : nameFor(item, languages),
          openedDate: openedDate.toISOString(),
          openCount,
        };
      });
    },
    async add(caller, text) {
      const path = requirePath('path', text);
      if (!enabled(caller.tenantIdentifier)) return;
      const nowMs = clock.now();
      const opened = { path, now: new Date(nowMs), unlessSince: new Date(nowMs - SAME_VISIT_MS) };
      // Statements of their own: two tabs that trim in one transaction each could wait for one another.
      if (!(await saveRecent(database, personOf(caller), opened))) return;
      await trimRecents(database, personOf(caller), maxPerUser(caller.tenantIdentifier));
    },
    clear: (caller) => removeRecents(database, personOf(caller)),
  };
}
