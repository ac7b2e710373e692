// Wires what becomes of the menu when users and tenants are renamed or end.
import { directoryHooks } from './directory-hooks.ts';

export function createDirectoryFeature(menu: Parameters<typeof directoryHooks>[0]) {
  return { hooks: directoryHooks(menu) };
}
