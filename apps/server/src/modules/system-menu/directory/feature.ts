// Wires the handling of renamed and deleted users and tenants.
import { directoryHooks } from './directory-hooks.ts';

export function createDirectoryFeature(menu: Parameters<typeof directoryHooks>[0]) {
  return { hooks: directoryHooks(menu) };
}
