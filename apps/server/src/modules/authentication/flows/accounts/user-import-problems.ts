// Finds everything that keeps a list of users from being imported.
import type { SvcUserImportModel } from '@keelson/contract';
import type { Queryable } from '../../../../kernel/database/database.ts';
import type { ArgumentProblem } from '../../../../kernel/request/errors.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { hashKindOf } from '../../ground/hashing/imported-hash.ts';
import { findFieldProblems } from './user-fields.ts';
import { findTakenUsers, type TakenUser } from './user-import.store.ts';

const takenProblems: Readonly<Record<TakenUser['by'], { readonly field: string; readonly message: string }>> = {
  NAME: { field: 'username', message: 'The name is taken.' },
  RESERVED: { field: 'username', message: 'The name is reserved for somebody who had it.' },
  EXTERNAL: { field: 'externalIdentifier', message: 'Another user has the identifier of the earlier system.' },
};

const HASH_PROBLEM = {
  code: 'FORMAT',
  message: 'A PHC string of argon2, scrypt or pbkdf2, or a bcrypt hash, with parameters within the bounds.',
} as const;

/** Finds problems that the list itself shows. */
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

/** Finds problems that only the directory shows. */
export async function findTakenProblems(
  queryable: Queryable,
  entries: readonly { readonly model: SvcUserImportModel; readonly tenantIdentifier: string }[],
  nowMs: number,
): Promise<ArgumentProblem[]> {
  const wanted = entries.map(({ model, tenantIdentifier }) => ({
    tenantIdentifier,
    usernameFolded: foldName(model.username),
    externalIdentifier: model.externalIdentifier ?? null,
  }));
  const rows = await findTakenUsers(queryable, wanted, new Date(nowMs));
  return rows.map(({ position, by }) => {
    const { field, message } = takenProblems[by];
    return { field: `[${position - 1}].${field}`, code: 'DUPLICATE', message };
  });
}
