// Keeps the records of the newest revision in this process, and finds the tenants that a change concerns.
import type { LoadedChanges } from '../../../kernel/records/snapshot.ts';
import type { LoadedRows } from './menu-data.store.ts';
import { emptyMenu, mergeRows } from './menu-data.ts';
import type { ViewTenant } from './menu-record.types.ts';

/** Tenants with changes; null: all. */
export type ConcernedTenants = ReadonlySet<string> | null;

/** Called after a change; `reloaded` says that memory was read anew, so that derived data is void. */
export type MenuListener = (concerned: ConcernedTenants, reloaded: boolean) => void;

export type MenuMemory = ReturnType<typeof createMenuMemory>;

/** Creates the memory; `forget` is called at the moment of the change. */
export function createMenuMemory(forget: (concerned: ConcernedTenants) => void) {
  const listeners: MenuListener[] = [];
  let data = emptyMenu;
  let revisions: ReadonlyMap<ViewTenant, number> = new Map();
  return {
    data: () => data,
    /** Answers the newest revision that changed the view of this tenant. */
    viewRevisionOf(tenant: ViewTenant): number {
      return Math.max(revisions.get(null) ?? 0, tenant === null ? 0 : (revisions.get(tenant) ?? 0));
    },
    /** Calls the listener after the revision is in place. */
    onChange: (listener: MenuListener): void => void listeners.push(listener),
    /** Makes changes of loaded rows; `whole` ones replace everything. */
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
