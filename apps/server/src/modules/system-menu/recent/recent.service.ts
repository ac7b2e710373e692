// Lists the pages that the caller opened last, with their present names in the caller's menu.
import type { SvcMenuRecentModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { languagesOf } from '../../../kernel/request/languages.ts';
import { nameFor } from '../records/name-for.ts';
import { personOf } from '../records/person.store.ts';
import { requirePath } from '../records/require-path.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { mayOpen } from '../view/shown-items.ts';
import { listRecents, removeRecents, saveRecent, trimRecents } from './recent.store.ts';

/** Time within which a page that is loaded again, or opened in two tabs, is one visit. */
const SAME_VISIT_MS = 10_000;

export function createRecentService({
  database,
  clock,
  snapshot,
  enabled,
  maxPerUser,
}: Pick<Kernel, 'database' | 'clock'> & {
  readonly snapshot: MenuSnapshot;
  readonly enabled: (tenantIdentifier: string) => boolean;
  readonly maxPerUser: (tenantIdentifier: string) => number;
}) {
  return {
    async list(act: Act): Promise<SvcMenuRecentModel[]> {
      const { caller, context } = act;
      const { tenantIdentifier } = caller;
      if (!enabled(tenantIdentifier)) return [];
      await snapshot.revisioned.catchUp(act);
      const pages = await listRecents(database, personOf(caller), maxPerUser(tenantIdentifier));
      const { view } = snapshot.menuOf(tenantIdentifier);
      const held = view.pairs.heldBy(caller);
      const languages = languagesOf(caller, context);
      return pages.flatMap(({ path, openedDate, openCount }) => {
        const items = view.itemsAt(path);
        const item = items.find(({ uuid }) => mayOpen(view, uuid, held)) ?? null;
        // A page that the caller may not see any more is left out, as with favorites.
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
    async add({ caller }: Act, text: string): Promise<void> {
      const path = requirePath('path', text);
      if (!enabled(caller.tenantIdentifier)) return;
      const nowMs = clock.now();
      const opened = { path, now: new Date(nowMs), unlessSince: new Date(nowMs - SAME_VISIT_MS) };
      // Each statement commits on its own: two tabs that trim in one transaction each could wait for one another.
      if (!(await saveRecent(database, personOf(caller), opened))) return;
      await trimRecents(database, personOf(caller), maxPerUser(caller.tenantIdentifier));
    },
    clear: ({ caller }: Act): Promise<void> => removeRecents(database, personOf(caller)),
  };
}
