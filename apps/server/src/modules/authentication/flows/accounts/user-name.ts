// Keeps users apart: by name, deleted users and names freed by a rename included, and by identifier of an earlier system.
import { type Database, isUniqueViolation, type Transaction } from '../../../../kernel/database/database.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { isReleasedName } from '../../directory/events/directory-event.store.ts';
import { findNameHolder, USER_EXTERNAL_INDEX, USER_NAME_CONSTRAINT } from '../../directory/user.store.ts';

/** 409 while a rename of the name's earlier holder has not been handled everywhere; asked after the name was taken. */
export async function requireNameFree(tx: Transaction, tenantIdentifier: string, username: string): Promise<void> {
  if (!(await isReleasedName(tx, tenantIdentifier, foldName(username)))) return;
  const message = 'Set free by a rename that not every module has followed yet; try again a moment later.';
  fail('USER_ALREADY_EXISTS', {
    parameters: { username },
    errorArguments: [{ field: 'username', code: 'DUPLICATE', message }],
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
  const deleted =
    holder?.deleted === true
      ? [
          {
            ...argument,
            message: 'A deleted user keeps the name; restoreUser brings it back.',
            deletedUuid: holder.uuid,
          },
        ]
      : [{ ...argument, message: 'The name is taken.' }];
  return fail('USER_ALREADY_EXISTS', { parameters: { username }, errorArguments: deleted });
}

function failTakenIdentifier({ externalIdentifier }: NamedUser): never {
  const message = 'Another user has the identifier of the earlier system.';
  return fail('USER_ALREADY_EXISTS', {
    parameters: { username: externalIdentifier ?? '' },
    errorArguments: [{ field: 'externalIdentifier', code: 'DUPLICATE', message }],
  });
}
