// Finds everything that keeps a list of users from being imported.
import type { SvcUserImportModel } from '@keelson/contract';
import type { Queryable } from '../../../../kernel/database/database.ts';
import type { ArgumentProblem } from '../../../../kernel/request/errors.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { hashKindOf } from '../../ground/hashing/imported-hash.ts';
import { findFieldProblems } from './user-fields.ts';
import { findTakenUsers } from './user-import.store.ts';

const HASH_PROBLEM = {
  code: 'FORMAT',
  message: 'A PHC string of argon2, scrypt or pbkdf2, or a bcrypt hash, with parameters within the bounds.',
} as const;

/** Problems that the list itself shows. */
export function findImportProblems(models: readonly SvcUserImportModel[], ownTenant: string): ArgumentProblem[] {
  const names = new Map<string, number>();
  const externals = new Map<string, number>();
  return models.flatMap((model, index) => {
    const tenant = (model.tenantIdentifier ?? ownTenant).toLowerCase();
    return [
      ...findFieldProblems(model, `[${index}].`),
      ...findTwin(names, `${tenant}/${foldName(model.username)}`, index, 'username'),
      ...(typeof model.externalIdentifier === 'string'
        ? findTwin(externals, `${tenant}/${model.externalIdentifier}`, index, 'externalIdentifier')
        : []),
      ...findHashProblem(model.passwordHash, index),
    ];
  });
}

function findTwin(seen: Map<string, number>, key: string, index: number, field: string): ArgumentProblem[] {
  const first = seen.get(key);
  if (first === undefined) {
    seen.set(key, index);
    return [];
  }
  return [{ field: `[${index}].${field}`, code: 'DUPLICATE', message: `The same as in entry ${first}.` }];
}

function findHashProblem(hash: string | null | undefined, index: number): ArgumentProblem[] {
  if (typeof hash !== 'string') return [];
  if (hashKindOf(hash) !== 'UNKNOWN') return [];
  return [{ field: `[${index}].passwordHash`, ...HASH_PROBLEM }];
}

/** Problems that only the directory shows. */
export async function findTakenProblems(
  queryable: Queryable,
  entries: readonly { readonly model: SvcUserImportModel; readonly tenantIdentifier: string }[],
): Promise<ArgumentProblem[]> {
  const wanted = entries.map(({ model, tenantIdentifier }) => ({
    tenantIdentifier,
    usernameFolded: foldName(model.username),
    externalIdentifier: model.externalIdentifier ?? null,
  }));
  const rows = await findTakenUsers(queryable, wanted);
  return rows.map(({ position, byName }) => ({
    field: `[${position - 1}].${byName ? 'username' : 'externalIdentifier'}`,
    code: 'DUPLICATE',
    message: byName ? 'The name is taken.' : 'Another user has the identifier of the earlier system.',
  }));
}
