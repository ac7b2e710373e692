// Adds what a write answers beside its body: the revision that a client sends back to read no older menu.
import { REVISION_HEADER } from '../view/menu-snapshot.ts';

export function written<T>(body: T, revision: number) {
  return { body, headers: { [REVISION_HEADER]: String(revision) } };
}
