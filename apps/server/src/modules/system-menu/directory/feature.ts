// Wires what becomes of the menu when users and tenants are renamed or end.
import { followDirectory } from './follow-directory.ts';

export function createDirectoryFeature(menu: Parameters<typeof followDirectory>[0]) {
  return { api: { handler: followDirectory(menu) } };
}
