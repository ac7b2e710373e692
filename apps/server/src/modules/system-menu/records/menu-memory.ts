// Keeps the records of the newest revision in this process, and tells who is concerned by what came with it.
import type { LoadedChanges } from '../../../kernel/records/snapshot.ts';
import type { LoadedRows } from './menu-data.store.ts';
import { emptyMenu, mergeRows } from './menu-data.ts';
import type { ViewTenant } from './menu-record.types.ts';

/** Names tenants of which something changed; null: everybody is concerned. */
export type ConcernedTenants = ReadonlySet<string> | null;

/** `reloaded` tells that memory was read anew, so what was made of it before is worth nothing. */
export type MenuListener = (concerned: ConcernedTenants, reloaded: boolean) => void;

export type MenuMemory = ReturnType<typeof createMenuMemory>;

/** `forget` is called in the moment in which the records change. */
export function createMenuMemory(forget: (concerned: ConcernedTenants) => void) {
  const listeners: MenuListener[] = [];
  let data = emptyMenu;
  let revisions: ReadonlyMap<ViewTenant, number> = new Map();
  return {
    data: () => data,
    /** Answers the newest revision that changed something of what this tenant sees. */
    viewRevisionOf(tenant: ViewTenant): number {
      return Math.max(revisions.get(null) ?? 0, tenant === null ? 0 : (revisions.get(tenant) ?? 0));
    },
    /** The listener is told after the revision holds. */
    onChange: (listener: MenuListener): void => void listeners.push(listener),
    /** `whole` rows take the place of everything, others come on top of it. */
    changesOf({ revision, rows, changed }: LoadedRows, whole: boolean): LoadedChanges {
      const concerned = whole || changed.has(null) ? null : new Set([...changed.keys()].filter((one) => one !== null));
      return {
        revision,
        apply() {
          if (revision === data.revision) return;
          data = mergeRows(whole ? emptyMenu : data, rows, revision);
          revisions = whole ? changed : new Map([...revisions, ...changed]);
          forget(concerned);
        },
        announce() {
          if (concerned?.size === 0) return;
          for (const listener of listeners) listener(concerned, whole);
        },
      };
    },
  };
}
