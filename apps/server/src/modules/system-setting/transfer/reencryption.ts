// Seals everything with the present key that other keys sealed: secrets of settings and columns that modules
// registered.
import type { Database } from '../../../kernel/database/database.ts';
import type { Logger } from '../../../kernel/process/logger.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { failAuthority } from '../../../kernel/request/errors.ts';
import type { SealedColumn, SealedColumns } from '../../../kernel/secrets/sealed-columns.ts';
import type { SecretKeys } from '../../../kernel/secrets/secret-keys.ts';
import { forgetOtherKeys } from '../records/state.store.ts';
import { SETTING_SEAL_PURPOSE } from '../system-setting.types.ts';

/** Rows whose locks one transaction holds; after a crash the next call continues. */
const BATCH = 200;

async function resealColumn(column: SealedColumn, log: Logger): Promise<number> {
  let total = 0;
  let unopened = 0;
  for (let afterId: number | null = 0; afterId !== null; ) {
    const batch = await column.reseal(BATCH, afterId);
    total += batch.resealed;
    unopened += batch.unopened;
    afterId = batch.lastId;
  }
  if (unopened > 0) log.warn({ column: column.name, unopened }, 'sealed texts that no key opens stay as they are');
  return total;
}

export interface ReencryptionGround {
  readonly sealedColumns: Pick<SealedColumns, 'all'>;
  readonly database: Database;
  readonly keys: SecretKeys;
  readonly log: Logger;
}

/** Seals secrets of every tenant, which needs TENANT_ALL. Afterwards the other keys of this process may be removed. */
export async function reencryptAll(
  caller: Caller,
  { sealedColumns, database, keys, log }: ReencryptionGround,
): Promise<number> {
  if (!caller.holds('SETTING_MANAGE_GLOBAL')) failAuthority('SETTING_MANAGE_GLOBAL');
  let total = 0;
  for (const column of sealedColumns.all()) total += await resealColumn(column, log);
  const [writing, ...others] = keys.deriveAll(SETTING_SEAL_PURPOSE).map(({ id }) => id);
  await forgetOtherKeys(database, [writing!, ...others], writing!);
  return total;
}
