// Keeps users apart: by name, deleted users and names set free by a rename included, and by identifier of an earlier system.
import { type Database, isUniqueViolation, type Transaction } from '../../../../kernel/database/database.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { findReservation } from '../../directory/events/directory-event.store.ts';
import { findNameHolder, USER_EXTERNAL_INDEX, USER_NAME_CONSTRAINT } from '../../directory/user.store.ts';

/** Fails with 409 while the name is reserved for another user who was renamed; call it after the name was taken. */
export async function requireNameFree(
  tx: Transaction,
  {
    uuid,
    tenantIdentifier,
    username,
  }: { readonly uuid: string; readonly tenantIdentifier: string; readonly username: string },
  nowMs: number,
): Promise<void> {
  const wanted = { tenantIdentifier, usernameFolded: foldName(username), userUuid: uuid };
  const untilDate = await findReservation(tx, wanted, new Date(nowMs));
  if (untilDate === null) return;
  const message = 'Somebody had the name before a rename; it is free after the date, once every module has followed.';
  fail('USERNAME_RESERVED', {
    parameters: { username },
    errorArguments: [{ field: 'username', code: 'DUPLICATE', message, reservedUntilDate: untilDate.toISOString() }],
  });
}

interface NamedUser {
  readonly tenantIdentifier: string;
  readonly username: string;
  readonly externalIdentifier: string | null;
}

/** Runs the work; 409 says whether the name, of whom, or the external identifier is taken. */
export async function failWhereTaken<T>(database: Database, user: NamedUser, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, USER_NAME_CONSTRAINT)) return failTakenName(database, user);
    if (isUniqueViolation(error, USER_EXTERNAL_INDEX)) return failTakenIdentifier(user);
    throw error;
  }
}

async function failTakenName(database: Database, { tenantIdentifier, username }: NamedUser): Promise<never> {
  const holder = await findNameHolder(database, tenantIdentifier, foldName(username));
  const argument = { field: 'username', code: 'DUPLICATE' };
  if (holder?.deleted !== true) {
    const errorArguments = [{ ...argument, message: 'The name is taken.' }];
    return fail('USER_ALREADY_EXISTS', { parameters: { username }, errorArguments });
  }
  const message = 'A deleted user keeps the name; restoreUser brings both back.';
  const errorArguments = [{ ...argument, message, deletedUuid: holder.uuid }];
  return fail('USERNAME_RESERVED', { parameters: { username }, errorArguments });
}

function failTakenIdentifier({ externalIdentifier }: NamedUser): never {
  const message = 'Another user has the identifier of the earlier system.';
  return fail('USER_ALREADY_EXISTS', {
    parameters: { username: externalIdentifier ?? '' },
    errorArguments: [{ field: 'externalIdentifier', code: 'DUPLICATE', message }],
  });
}
