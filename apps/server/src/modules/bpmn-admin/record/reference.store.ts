// Holds the SQL of references: what the current versions of processes use, and which processes use a key.
import type { processTypes, referenceKinds } from '@keelson/contract';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';

export type ReferenceKind = (typeof referenceKinds)[number];

export interface Reference {
  readonly kind: ReferenceKind;
  readonly key: string;
  /** Null where the element has no id. */
  readonly elementId: string | null;
  /** True where the key is an expression, whose value only an instance knows. */
  readonly computed: boolean;
}

/** Names a process model in a list of others. */
export interface NamedProcess {
  readonly processId: number;
  readonly code: string;
  readonly name: string;
}

/** Names a process by its number within its tenant. */
export interface OwnedProcess {
  readonly id: number;
  readonly tenantIdentifier: string;
}

export interface UsedBy extends Reference, NamedProcess {}

export interface Definer extends NamedProcess {
  readonly type: (typeof processTypes)[number];
  readonly definedKeys: readonly string[];
}

/** Everything derived from a content, beside what people see of the process. */
export interface ContentUses {
  readonly elementTypes: readonly string[];
  readonly definedKeys: readonly string[];
  readonly references: readonly Reference[];
}

const remove = sql('bpa_reference_remove', 'DELETE FROM bpa_reference WHERE process_id = $1');
const inserted = (
  from: string,
  placed: number,
) => `INSERT INTO bpa_reference (process_id, tenant_identifier, position, kind,
     key, element_id, computed)
   SELECT o.id, o.tenant_identifier, u.position, u.kind, u.key, u.element_id, u.computed
   FROM ${from} o, unnest($${placed}::text[], $${placed + 1}::text[], $${placed + 2}::text[], $${placed + 3}::bool[])
     WITH ORDINALITY u(kind, key, element_id, computed, position)`;
const insert = sql('bpa_reference_insert', inserted('(SELECT $1::bigint AS id, $2::text AS tenant_identifier)', 3));
const renew = sql(
  'bpa_reference_renew',
  `WITH owner AS (UPDATE bpa_process SET element_types = $3, defined_keys = $4, facts_version = $5
     WHERE id = $1 AND content = $2 RETURNING id, tenant_identifier),
   gone AS (DELETE FROM bpa_reference r USING owner o WHERE r.process_id = o.id)
   ${inserted('owner', 6)}`,
);
const select = `u.kind, u.key, u.element_id AS "elementId", u.computed`;
const list = sql(
  'bpa_reference_list',
  `SELECT ${select} FROM bpa_reference u WHERE u.process_id = $1 AND u.tenant_identifier = $2 ORDER BY u.position`,
);
const named = `p.id AS "processId", p.code, p.name`;
const listUsers = sql(
  'bpa_reference_users',
  `SELECT ${select}, ${named} FROM bpa_reference u JOIN bpa_process p ON p.id = u.process_id AND NOT p.deleted
   WHERE u.tenant_identifier = $1 AND u.kind = $2 AND u.key = ANY ($3) AND NOT u.computed AND p.id <> $4
   ORDER BY p.code, u.position LIMIT $5`,
);
const listDefiners = sql(
  'bpa_reference_definers',
  `SELECT ${named}, p.type, p.defined_keys AS "definedKeys" FROM bpa_process p
   WHERE p.tenant_identifier = $1 AND NOT p.deleted AND p.defined_keys && $2::text[] ORDER BY p.id LIMIT $3`,
);
const listOutdated = sql(
  'bpa_reference_outdated',
  `SELECT p.id, p.content, p.tenant_identifier AS "tenantIdentifier" FROM bpa_process p
   WHERE p.facts_version < $1 AND p.content IS NOT NULL AND NOT p.deleted AND p.id > $2 ORDER BY p.id LIMIT $3`,
);

const columnsOf = (references: readonly Reference[]) => [
  references.map(({ kind }) => kind),
  references.map(({ key }) => key),
  references.map(({ elementId }) => elementId),
  references.map(({ computed }) => computed),
];

/** Replaces the references of the version before, along with the commit. */
export function keepReferences(
  tx: Transaction,
  { id, tenantIdentifier }: OwnedProcess,
  references: readonly Reference[],
): void {
  tx.beforeCommit(() => ({ statement: remove, values: [id] }));
  if (references.length === 0) return;
  tx.beforeCommit(() => ({ statement: insert, values: [id, tenantIdentifier, ...columnsOf(references)] }));
}

export interface OutdatedProcess extends OwnedProcess {
  readonly content: Buffer;
}

/** Lists processes of every tenant with references of an older reading, by id after the given one. */
export function listOutdatedProcesses(
  queryable: Queryable,
  factsVersion: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<OutdatedProcess[]> {
  return queryable.rows<OutdatedProcess>(listOutdated, [factsVersion, after, limit]);
}

/** Stores a newer reading of the content, unless the content has changed meanwhile. The record is not changed. */
export async function renewUses(
  queryable: Queryable,
  { id, content }: Pick<OutdatedProcess, 'id' | 'content'>,
  { elementTypes, definedKeys, references }: ContentUses,
  factsVersion: number,
): Promise<void> {
  const values = [id, content, elementTypes, definedKeys, factsVersion, ...columnsOf(references)];
  await queryable.execute(renew, values);
}

/** Lists the references of a process, in the order of its file. */
export function listReferences(queryable: Queryable, { id, tenantIdentifier }: OwnedProcess): Promise<Reference[]> {
  return queryable.rows<Reference>(list, [id, tenantIdentifier]);
}

/** Lists the references to these keys by other processes of the tenant, by their codes. */
export function listUsesOf(
  queryable: Queryable,
  { id, tenantIdentifier, definedKeys }: OwnedProcess & Pick<Definer, 'definedKeys'>,
  kind: ReferenceKind,
  limit: number,
): Promise<UsedBy[]> {
  return queryable.rows<UsedBy>(listUsers, [tenantIdentifier, kind, definedKeys, id, limit]);
}

/** Lists the processes of the tenant that define one of these keys, the oldest first. */
export function listDefinersOf(
  queryable: Queryable,
  tenantIdentifier: string,
  keys: readonly string[],
  limit: number,
): Promise<Definer[]> {
  return queryable.rows<Definer>(listDefiners, [tenantIdentifier, keys, limit]);
}
