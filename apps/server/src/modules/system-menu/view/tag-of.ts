// Whose answer it is, and the tag that tells whether it is still the same.
import { hash } from 'node:crypto';
import type { Caller } from '../../../kernel/request/caller.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { MenuPerson } from '../records/person.store.ts';

export function personOf({ tenantIdentifier, username }: Caller): MenuPerson {
  return { tenantIdentifier, usernameFolded: foldName(username) };
}

/** Tag of an answer: whatever it depends on is in it. `variant` keeps its compressed form apart. */
export function tagOf(parts: readonly unknown[], variant = ''): string {
  return `"${hash('sha256', JSON.stringify(parts), 'base64url')}${variant}"`;
}
