// Wires the registration of all modules' menus at start.

import type { MenuDefinition } from '../../../kernel/menu-definition.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { registerMenus } from './register-menus.ts';

export function createRegistrationFeature({
  clock,
  ids,
  snapshot,
  version,
}: Pick<Kernel, 'clock' | 'ids'> & { readonly snapshot: MenuSnapshot; readonly version: string }) {
  const definitions: MenuDefinition[] = [];
  return {
    api: {
      add: (definition: MenuDefinition): void => void definitions.push(definition),
      registerAll: () => registerMenus({ clock, ids, snapshot, version }, definitions),
    },
  };
}
