// Keeps views compiled from the records, with their texts and the callers' held pairs, until a change concerns them.
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Kernel } from '../../../kernel/module.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { HeldPairs } from '../records/condition.ts';
import type { ConcernedTenants, MenuMemory } from '../records/menu-memory.ts';
import type { ViewTenant } from '../records/menu-record.types.ts';
import { compileView, type MenuView } from './menu-view.ts';
import { createTreeTexts, type TreeTexts } from './tree-texts.ts';

/** Pairs of a view that a caller holds. */
export interface Holding {
  readonly pairs: HeldPairs;
  /** Key, equal for all callers who see the same of the view. */
  readonly key: string;
}

export interface CompiledMenu {
  readonly view: MenuView;
  readonly texts: TreeTexts;
  /** Computes the held pairs, once for each caller in memory. */
  holdingOf(caller: Caller): Holding;
}

const keyOf = (tenant: ViewTenant): string => (tenant === null ? 'shared' : `tenant ${tenant}`);

function createHoldings({ pairs }: MenuView): CompiledMenu['holdingOf'] {
  // Callers come from the session cache: a changed session is another object, and its entry is collected with the old
  // one.
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

/** Views that are kept; a process that serves more tenants compiles some again. */
const VIEWS_MAX = 200;

export function createCompiledMenus({
  log,
  metrics,
  memory,
}: Pick<Kernel, 'log' | 'metrics'> & { readonly memory: MenuMemory }) {
  const cycles = metrics.counter({ name: 'menu_cycle_cut_total', help: 'Items that hang on a cycle or on nothing.' });
  const compiled = new LRUCache<string, CompiledMenu>({ max: VIEWS_MAX });
  return {
    /** Answers the menu of the newest revision in this process. */
    menuOf(tenant: ViewTenant): CompiledMenu {
      const known = compiled.get(keyOf(tenant));
      if (known !== undefined) return known;
      const view = compileView(memory.data(), tenant, memory.viewRevisionOf(tenant));
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
    forget(concerned: ConcernedTenants): void {
      if (concerned === null) compiled.clear();
      else for (const tenant of concerned) compiled.delete(keyOf(tenant));
    },
  };
}
