// The records of the newest revision in this process, and who is concerned by what came with it.
import type { LoadedChanges } from '../../../kernel/records/snapshot.ts';
import type { LoadedRows } from './menu-data.store.ts';
import { emptyMenu, type MenuData, mergeRows } from './menu-data.ts';
import type { ViewTenant } from './menu-record.types.ts';

/** Tenants of which something changed; null: everybody is concerned. */
export type ConcernedTenants = ReadonlySet<string> | null;

/** `reloaded`: memory was read anew, so what was made of it before is worth nothing. */
export type MenuListener = (concerned: ConcernedTenants, reloaded: boolean) => void;

export interface MenuMemory {
  data(): MenuData;
  /** Newest revision that changed something of what this tenant sees. */
  viewRevisionOf(tenant: ViewTenant): number;
  /** Told after the revision holds. */
  onChange(listener: MenuListener): void;
  /** `whole`: in place of everything, else on top of it. */
  changesOf(loaded: LoadedRows, whole: boolean): LoadedChanges;
}

/** `forget` is called in the moment in which the records change. */
export function createMenuMemory(forget: (concerned: ConcernedTenants) => void): MenuMemory {
  const listeners: MenuListener[] = [];
  let data = emptyMenu;
  let revisions: ReadonlyMap<ViewTenant, number> = new Map();
  return {
    data: () => data,
    viewRevisionOf: (tenant) => Math.max(revisions.get(null) ?? 0, tenant === null ? 0 : (revisions.get(tenant) ?? 0)),
    onChange: (listener) => void listeners.push(listener),
    changesOf({ revision, rows, changed }, whole) {
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
