// Holds the SQL of definitions and groups; writers have a turn of the revision.

import { type Queryable, sql } from '../../../kernel/database/database.ts';
import { type DefinitionRow, definitionOf } from '../snapshot/setting-snapshot.store.ts';
import type { Definition, DefinitionFields } from '../system-setting.types.ts';
import { SETTING_REGISTRATION_LOCK } from './setting-locks.ts';

/** A definition with all fields to be written. */
export interface DefinitionWrite extends DefinitionFields {
  readonly uuid: string;
  readonly owner: string;
  readonly enabled: boolean;
  readonly system: boolean;
  readonly retired: boolean;
  readonly registeredVersion: string | null;
  readonly registeredHash: string | null;
  readonly revision: number;
  readonly updatedBy: string;
  readonly now: Date;
}

const columns = [
  ['code', 'text'],
  ['name', 'text'],
  ['name_map', 'jsonb'],
  ['description', 'text'],
  ['description_map', 'jsonb'],
  ['group_code', 'text'],
  ['owner', 'text'],
  ['type', 'text'],
  ['unit', 'text'],
  ['default_value', 'jsonb'],
  ['min_value', 'float8'],
  ['max_value', 'float8'],
  ['pattern', 'text'],
  ['allowed_values', 'jsonb'],
  ['visibility', 'text'],
  ['tenant_overridable', 'boolean'],
  ['tenant_editable', 'boolean'],
  ['user_overridable', 'boolean'],
  ['reauthentication_required', 'boolean'],
  ['restart_required', 'boolean'],
  ['enabled', 'boolean'],
  ['system', 'boolean'],
  ['retired', 'boolean'],
  ['aliases', 'text[]'],
  ['order_number', 'integer'],
  ['registered_version', 'text'],
  ['registered_hash', 'text'],
  ['revision', 'bigint'],
  ['updated_by', 'text'],
  ['date_updated', 'timestamptz'],
] as const;
const names = columns.map(([name]) => name).join(', ');
const parameters = columns.map(([, type], index) => `$${index + 2}::${type}`).join(', ');

const insertDefinition = sql(
  'system_setting_definition_insert',
  `INSERT INTO system_setting_definition AS d (uuid, version, created_by, date_created, ${names})
   VALUES ($1, 1, $${columns.length}, $${columns.length + 1}, ${parameters}) RETURNING to_jsonb(d) AS row`,
);
/** Takes an array of objects with the names of the columns. */
const insertDefinitions = sql(
  'system_setting_definition_insert_many',
  `INSERT INTO system_setting_definition (uuid, version, created_by, date_created, ${names})
   SELECT r.uuid, 1, r.updated_by, r.date_updated, ${columns.map(([name]) => `r.${name}`).join(', ')}
   FROM jsonb_to_recordset($1::jsonb) AS r(uuid uuid, ${columns.map(([name, type]) => `${name} ${type}`).join(', ')})`,
);
const updateDefinition = sql(
  'system_setting_definition_update',
  `UPDATE system_setting_definition d SET version = d.version + 1, (${names}) = ROW(${parameters})
   WHERE d.uuid = $1 AND NOT d.deleted RETURNING to_jsonb(d) AS row`,
);
const deleteDefinition = sql(
  'system_setting_definition_delete',
  `UPDATE system_setting_definition SET version = version + 1, deleted = true, deleted_date = $2, date_updated = $2,
     revision = $3, updated_by = $4 WHERE uuid = $1`,
);
const selectLive = sql(
  'system_setting_definition_live',
  'SELECT to_json(d) AS row FROM system_setting_definition d WHERE NOT d.deleted',
);
const selectByUuid = sql(
  'system_setting_definition_by_uuid',
  'SELECT to_jsonb(d) AS row FROM system_setting_definition d WHERE d.uuid = $1 AND NOT d.deleted',
);
const rememberVersion = sql(
  'system_setting_definition_version',
  'UPDATE system_setting_definition SET registered_version = $2 WHERE uuid = ANY($1::uuid[])',
);
const insertGroups = sql(
  'system_setting_group_insert',
  `INSERT INTO system_setting_group (code, name, revision) SELECT DISTINCT c, c, $2::bigint FROM unnest($1::text[]) AS c
   ON CONFLICT (code) DO NOTHING`,
);
const selectClashes = sql(
  'system_setting_definition_clash',
  `SELECT d.code FROM system_setting_definition d WHERE NOT d.deleted AND d.uuid IS DISTINCT FROM $2::uuid
     AND (lower(d.code) = ANY($1::text[]) OR (d.aliases <> '{}' AND EXISTS (SELECT 1 FROM unnest(d.aliases) a WHERE lower(a) = ANY($1::text[])))) LIMIT 1`,
);

function json(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** Answers the values in the order of the columns. */
function fieldsOf(write: DefinitionWrite): readonly unknown[] {
  const { code, name, nameMap, description, descriptionMap, groupCode, owner, type, unit } = write;
  const { minValue, maxValue, pattern, allowedValueList, visibility, tenantOverridable, tenantEditable } = write;
  const { userOverridable, reauthenticationRequired, restartRequired, enabled, system, retired } = write;
  return [
    code,
    name,
    nameMap,
    description,
    descriptionMap,
    groupCode,
    owner,
    type,
    unit,
    write.defaultValue,
    minValue,
    maxValue,
    pattern,
    allowedValueList,
    visibility,
    tenantOverridable,
    tenantEditable,
    userOverridable,
    reauthenticationRequired,
    restartRequired,
    enabled,
    system,
    retired,
    write.aliasList,
    write.orderNumber,
    write.registeredVersion,
    write.registeredHash,
    write.revision,
    write.updatedBy,
    write.now,
  ];
}

function valuesOf(write: DefinitionWrite): readonly unknown[] {
  return fieldsOf(write).map((field, index) => (columns[index]![1] === 'jsonb' ? json(field) : field));
}

export async function insertOne(queryable: Queryable, write: DefinitionWrite): Promise<Definition> {
  const [found] = await queryable.rows<{ row: DefinitionRow }>(insertDefinition, [write.uuid, ...valuesOf(write)]);
  return definitionOf(found!.row);
}

export async function insertMany(queryable: Queryable, writes: readonly DefinitionWrite[]): Promise<void> {
  const rows = writes.map((write) => {
    const fields = fieldsOf(write);
    return Object.fromEntries([['uuid', write.uuid], ...columns.map(([name], index) => [name, fields[index]])]);
  });
  await queryable.rows(insertDefinitions, [JSON.stringify(rows)]);
}

/** Writes a definition, perhaps under another code, which renames it. */
export async function updateOne(queryable: Queryable, write: DefinitionWrite): Promise<Definition> {
  const [found] = await queryable.rows<{ row: DefinitionRow }>(updateDefinition, [write.uuid, ...valuesOf(write)]);
  return definitionOf(found!.row);
}

export async function deleteOne(
  queryable: Queryable,
  gone: { readonly uuid: string; readonly now: Date; readonly revision: number; readonly updatedBy: string },
): Promise<void> {
  await queryable.execute(deleteDefinition, [gone.uuid, gone.now, gone.revision, gone.updatedBy]);
}

export async function listLive(queryable: Queryable): Promise<readonly Definition[]> {
  return (await queryable.rows<{ row: DefinitionRow }>(selectLive)).map(({ row }) => definitionOf(row));
}

export async function findByUuid(queryable: Queryable, uuid: string): Promise<Definition | null> {
  const [found] = await queryable.rows<{ row: DefinitionRow }>(selectByUuid, [uuid]);
  return found === undefined ? null : definitionOf(found.row);
}

/** Stores the version of the program; it raises no revision, as nobody reads it. */
export async function saveRegisteredVersion(
  queryable: Queryable,
  uuids: readonly string[],
  version: string,
): Promise<void> {
  if (uuids.length > 0) await queryable.execute(rememberVersion, [uuids, version]);
}

export async function saveGroups(queryable: Queryable, codes: readonly string[], revision: number): Promise<void> {
  if (codes.length > 0) await queryable.execute(insertGroups, [codes, revision]);
}

/** Finds another definition that has one of these codes or aliases, in whatever case. */
export async function findClash(
  queryable: Queryable,
  codes: readonly string[],
  exceptUuid: string | null,
): Promise<string | null> {
  const folded = codes.map((code) => code.toLowerCase());
  const [found] = await queryable.rows<{ code: string }>(selectClashes, [folded, exceptUuid]);
  return found?.code ?? null;
}

const selectRevisions = sql(
  'system_setting_definition_revisions',
  'SELECT code, revision FROM system_setting_definition WHERE code = ANY($1::text[]) AND NOT deleted',
);

/** Finds the revisions of definitions by code; a deleted one has none. */
export async function findDefinitionRevisions(
  queryable: Queryable,
  codes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await queryable.rows<{ code: string; revision: number }>(selectRevisions, [codes]);
  return new Map(rows.map(({ code, revision }) => [code, revision]));
}

const lockRegistration = sql('system_setting_registration_lock', 'SELECT pg_advisory_xact_lock($1, $2)');

/** Takes the lock of registration until the end of the transaction, after other processes. */
export async function takeRegistration(queryable: Queryable): Promise<void> {
  const { class: lockClass, key } = SETTING_REGISTRATION_LOCK;
  await queryable.execute(lockRegistration, [lockClass, key]);
}
