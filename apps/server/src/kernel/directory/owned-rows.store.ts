// Writes the SQL of tables that are declared as owned, and keeps what is left to the job.
import { type Queryable, sql, type Transaction } from '../database/database.ts';
import type { Statement } from '../database/database-client.ts';
import { handOverRows } from '../database/hand-over-rows.ts';
import type { RenamedPerson } from './directory-event.ts';
import type { OwnedTable } from './owned-table.ts';

const insertChange = sql(
  'kernel_directory_change_insert',
  `INSERT INTO kernel_directory_change (module, tenant_identifier, previous_folded, username, username_folded)
   VALUES ($1, $2, $3, $4, $5)`,
);
// Renames of one tenant are followed in their order, by one process at a time.
const claimRename = sql(
  'kernel_directory_change_claim',
  `SELECT id, module, tenant_identifier AS "tenantIdentifier", previous_folded AS "previousFolded", username,
     username_folded AS "usernameFolded"
   FROM kernel_directory_change c WHERE module = ANY ($1::text[]) AND username IS NOT NULL
     AND NOT EXISTS (SELECT FROM kernel_directory_change o WHERE o.module = c.module
       AND o.tenant_identifier = c.tenant_identifier AND o.username IS NOT NULL AND o.id < c.id)
   ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
);
const selectEnded = sql(
  'kernel_directory_change_ended',
  `SELECT id, module, tenant_identifier AS "tenantIdentifier" FROM kernel_directory_change
   WHERE module = ANY ($1::text[]) AND username IS NULL AND id > $2 ORDER BY id LIMIT 1`,
);
const removeChange = sql('kernel_directory_change_remove', 'DELETE FROM kernel_directory_change WHERE id = $1');

/** A rename whose many rows the job is changing. */
export interface OpenRename extends Pick<RenamedPerson, 'previousFolded' | 'username' | 'usernameFolded'> {
  readonly id: number;
  readonly module: string;
  readonly tenantIdentifier: string;
}

export async function saveEnded(tx: Transaction, module: string, tenantIdentifier: string): Promise<void> {
  await tx.execute(insertChange, [module, tenantIdentifier, null, null, null]);
}

export async function saveRename(tx: Transaction, module: string, renamed: RenamedPerson): Promise<void> {
  const { tenantIdentifier, previousFolded, username, usernameFolded } = renamed;
  await tx.execute(insertChange, [module, tenantIdentifier, previousFolded, username, usernameFolded]);
}

/** Answers null where nothing is left, or other processes work on it. */
export async function claimOpenRename(tx: Transaction, modules: readonly string[]): Promise<OpenRename | null> {
  const [found] = await tx.rows<OpenRename>(claimRename, [modules]);
  return found ?? null;
}

/** Answers the first tenant after this change whose tables of a module are to be emptied. */
export async function findEnded(
  queryable: Queryable,
  modules: readonly string[],
  after: number,
): Promise<Pick<OpenRename, 'id' | 'module' | 'tenantIdentifier'> | null> {
  const [found] = await queryable.rows<OpenRename>(selectEnded, [modules, after]);
  return found ?? null;
}

export async function removeDirectoryChange(queryable: Queryable, id: number): Promise<void> {
  await queryable.execute(removeChange, [id]);
}

/** Answers the statement that empties some rows of a tenant: its values are the tenant and how many rows. */
function emptySome({ table, tenant }: OwnedTable): readonly Statement[] {
  if (tenant === 'BY_MODULE') return [];
  const condition = tenant === 'EMPTIED' ? 'tenant_identifier = $1' : tenant.emptiedWhere;
  const some = `SELECT ctid FROM ${table} WHERE ${condition} LIMIT $2`;
  return [sql(`${table}_empty`, `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${some}))`)];
}

/** Answers the statement that renames in some rows, all of them where no number is given as the last value. */
function renameSome({ table, naming }: OwnedTable): Statement {
  const { name, folded, order = 'id' } = naming!;
  return sql(
    `${table}_rename`,
    `UPDATE ${table} SET ${name} = $3, ${folded} = $4 WHERE id = ANY (ARRAY(
       SELECT id FROM ${table} WHERE tenant_identifier = $1 AND ${folded} = $2 AND (${folded} <> $4 OR ${name} <> $3)
       ORDER BY ${order} LIMIT $5 FOR NO KEY UPDATE))`,
  );
}

/** Writes every statement of a module's tables once. */
export function createOwnedRows(tables: readonly OwnedTable[]) {
  const emptying = tables.flatMap(emptySome);
  const own = tables.filter((table) => table.own !== undefined);
  const removing = own.map(({ table }) =>
    sql(`${table}_end`, `DELETE FROM ${table} WHERE tenant_identifier = $1 AND username_folded = $2`),
  );
  const handing = own.flatMap(({ table, own: rows }) =>
    rows!.handedOver === 'BY_MODULE' ? [] : [handOverRows(`${table}_hand_over`, { table, ...rows!.handedOver })],
  );
  const naming = tables.filter((table) => table.naming !== undefined);
  const renaming = (byJob: boolean) =>
    naming.filter((table) => (table.naming!.byJob === true) === byJob).map(renameSome);
  const [atOnce, later] = [renaming(false), renaming(true)];
  const valuesOf = ({
    tenantIdentifier,
    previousFolded,
    username,
    usernameFolded,
  }: Omit<OpenRename, 'id' | 'module'>) => [tenantIdentifier, previousFolded, username, usernameFolded] as const;

  return {
    isEmptied: emptying.length > 0,
    isRenamedLater: later.length > 0,
    async empty(queryable: Queryable, tenantIdentifier: string, limit: number): Promise<void> {
      for (const statement of emptying)
        while ((await queryable.execute(statement, [tenantIdentifier, limit])) === limit);
    },
    async endPerson(tx: Transaction, tenantIdentifier: string, usernameFolded: string): Promise<void> {
      for (const statement of removing) await tx.execute(statement, [tenantIdentifier, usernameFolded]);
    },
    /** Hands rows over to the new name; repeated, it finds nothing left. */
    async handOver(tx: Transaction, renamed: RenamedPerson): Promise<void> {
      const { tenantIdentifier, previousFolded, usernameFolded, username } = renamed;
      const values = [tenantIdentifier, previousFolded, usernameFolded];
      for (const statement of handing)
        await tx.execute(statement, statement.text.includes('$4') ? [...values, username] : values);
    },
    async rename(tx: Transaction, renamed: RenamedPerson): Promise<void> {
      for (const statement of atOnce) await tx.execute(statement, [...valuesOf(renamed), null]);
    },
    /** Renames in at most so many rows; answers whether there may be more. */
    async renameLater(tx: Transaction, renamed: OpenRename, limit: number): Promise<boolean> {
      for (const statement of later)
        if ((await tx.execute(statement, [...valuesOf(renamed), limit])) === limit) return true;
      return false;
    },
  };
}

export type OwnedRows = ReturnType<typeof createOwnedRows>;
