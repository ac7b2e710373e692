// Finds the caller as a row of the directory, for what people do to their own account.
import type { Queryable } from '../../../kernel/database/database.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { findUserId } from './user.store.ts';

/** Answers the caller's row id; fails with 403 for keys, and for people whom no directory knows. */
export async function userIdOf(queryable: Queryable, { userUuid }: Caller): Promise<number> {
  const userId = userUuid === null ? null : await findUserId(queryable, userUuid);
  return userId ?? fail('ACCESS_DENIED');
}

/** Answers the caller's row id for a change of credentials; fails with 403 for a caller who acts as somebody else. */
export async function changingUserId(queryable: Queryable, caller: Caller): Promise<number> {
  return caller.actorUsername === null ? userIdOf(queryable, caller) : fail('ACCESS_DENIED');
}
