// Makes trees: what is shown of each application to somebody, as JSON.

import { LRUCache } from 'lru-cache';
import type { HeldPairs } from '../records/condition.ts';
import type { CompiledMenu, Holding } from './compiled-menus.ts';
import type { MenuView } from './menu-view.ts';
import { isAppShown, type Shown, shownItems } from './shown-items.ts';

export interface AskedTree {
  /** Application; undefined asks for all. */
  readonly appName: string | undefined;
  readonly languages: readonly string[];
  /** Uuids of items. */
  readonly favorites: ReadonlySet<string>;
}

/** Shown items by place of the application in the view: null where it is not shown at all. */
export type Pruning = readonly (Shown | null)[];

export function pruneView({ apps }: MenuView, held: HeldPairs): Pruning {
  return apps.map((app) => {
    const shown = shownItems(app, held);
    return isAppShown(app, held, shown) ? shown : null;
  });
}

/** Writes a tree; null where the requested application is unknown or not shown. */
export function writeTree({ view, texts }: CompiledMenu, pruning: Pruning, asked: AskedTree): string | null {
  const { appName, languages, favorites } = asked;
  const parts: string[] = [];
  for (const [index, app] of view.apps.entries()) {
    const shown = pruning[index] ?? null;
    if (shown === null || (appName !== undefined && app.app.name !== appName)) continue;
    parts.push(texts.write(app, shown, languages, favorites));
  }
  if (appName !== undefined && parts.length === 0) return null;
  return `{"revision":${view.revision},"appList":[${parts.join(',')}]}`;
}

/**
 * Bytes of the kept results: an item takes one, so that some thousand grant sets of a large menu fit. All languages and
 * favorites share a result.
 */
const PRUNINGS_BYTES_MAX = 4_194_304;

export type Prunings = ReturnType<typeof createPrunings>;

export function createPrunings() {
  const known = new LRUCache<string, Pruning>({
    maxSize: PRUNINGS_BYTES_MAX,
    sizeCalculation: (pruning) => 1 + pruning.reduce((sum, shown) => sum + (shown?.length ?? 0), 0),
  });
  return {
    of({ view }: CompiledMenu, { pairs, key }: Holding): Pruning {
      const place = `${view.revision} ${view.tenant ?? ''} ${key}`;
      let pruning = known.get(place);
      if (pruning === undefined) {
        pruning = pruneView(view, pairs);
        known.set(place, pruning);
      }
      return pruning;
    },
    clear: (): void => known.clear(),
  };
}
