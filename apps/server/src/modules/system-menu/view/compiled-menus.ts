// Keeps views compiled from the records in memory, with their texts and what callers hold of them, until a change concerns
// them.
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Kernel } from '../../../kernel/module.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { HeldPairs } from '../records/condition.ts';
import type { ConcernedTenants, MenuMemory } from '../records/menu-memory.ts';
import type { ViewTenant } from '../records/menu-record.types.ts';
import { compileView, type MenuView } from './menu-view.ts';
import { createTreeTexts, type TreeTexts } from './tree-texts.ts';

/** Holds what somebody holds of what a view asks for. */
export interface Holding {
  readonly pairs: HeldPairs;
  /** The key is equal for everybody who sees the same of the view. */
  readonly key: string;
}

export interface CompiledMenu {
  readonly view: MenuView;
  readonly texts: TreeTexts;
  /** Works it out once for each caller in memory. */
  holdingOf(caller: Caller): Holding;
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

export function createCompiledMenus({
  log,
  metrics,
  memory,
}: Pick<Kernel, 'log' | 'metrics'> & { readonly memory: MenuMemory }) {
  const cycles = metrics.counter({ name: 'menu_cycle_cut_total', help: 'Items that hang on a cycle or on nothing.' });
  const compiled = new LRUCache<string, CompiledMenu>({ max: VIEWS_MAX });
  return {
    /** Answers the menu of the newest revision that this process knows. */
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
