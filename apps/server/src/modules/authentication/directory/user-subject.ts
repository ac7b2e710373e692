// Makes the user's part in events: the subject of recorded ones, and events for other modules.

import type { DirectoryEvent } from '../../../kernel/directory/directory-event.ts';
import type { EventSubject } from '../../../kernel/records/events.ts';
import type { User } from './user.store.ts';

/** Names the user, filed under the user's own tenant, whoever acts. */
export function userSubject({ username, tenantIdentifier }: User): EventSubject {
  return { name: username, tenantIdentifier };
}

/** Makes the event about one user for other modules. */
export function userDirectoryEvent(
  kind: DirectoryEvent['kind'],
  user: User,
  previousUsername: string | null = null,
): DirectoryEvent {
  const { tenantIdentifier, uuid, username } = user;
  return { kind, tenantIdentifier, userUuid: uuid, username, previousUsername };
}
