// Says how a user stands in events: as the subject of recorded ones, and in those that other modules hear.

import type { DirectoryEvent } from '../../../kernel/directory/directory-event.ts';
import type { EventSubject } from '../../../kernel/records/events.ts';
import type { User } from './user.store.ts';

/** Names the user, filed under the user's own tenant, whoever acts. */
export function userSubject({ username, tenantIdentifier }: User): EventSubject {
  return { name: username, tenantIdentifier };
}

/** Says what other modules hear of one user. */
export function userDirectoryEvent(
  kind: DirectoryEvent['kind'],
  user: User,
  previousUsername: string | null = null,
): DirectoryEvent {
  const { tenantIdentifier, uuid, username } = user;
  return { kind, tenantIdentifier, userUuid: uuid, username, previousUsername };
}
