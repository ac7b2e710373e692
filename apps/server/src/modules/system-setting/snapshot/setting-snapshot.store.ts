// Holds the SQL of the snapshot: everything, or what a newer revision changed, each from one snapshot of the database.
import { type Database, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { LocaleTexts, SettingUnit, SettingVisibility } from '../../../kernel/settings/setting-definition.ts';
import type { SettingType } from '../../../kernel/settings/setting-value.ts';
import type { Definition, SettingGroup, StoredScope, StoredValue } from '../system-setting.types.ts';
import type { EndedRevision, SettingRows } from './entry-table.ts';

/** Rows of values read at a time: the load of 200,000 holds no answer of many megabytes. */
const VALUES_BATCH = 5_000;

/** A row from `to_jsonb`, in which dates are texts. */
export interface DefinitionRow {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly code: string;
  readonly name: string;
  readonly name_map: LocaleTexts;
  readonly description: string;
  readonly description_map: LocaleTexts;
  readonly group_code: string;
  readonly owner: string;
  readonly type: SettingType;
  readonly unit: SettingUnit;
  readonly default_value: unknown;
  readonly min_value: number | null;
  readonly max_value: number | null;
  readonly pattern: string | null;
  readonly allowed_values: readonly unknown[] | null;
  readonly visibility: SettingVisibility;
  readonly tenant_overridable: boolean;
  readonly tenant_editable: boolean;
  readonly user_overridable: boolean;
  readonly reauthentication_required: boolean;
  readonly restart_required: boolean;
  readonly enabled: boolean;
  readonly system: boolean;
  readonly retired: boolean;
  readonly aliases: readonly string[];
  readonly order_number: number;
  readonly registered_version: string | null;
  readonly registered_hash: string | null;
  readonly revision: number;
  readonly created_by: string;
  readonly updated_by: string;
  readonly date_created: string;
  readonly date_updated: string;
  readonly deleted: boolean;
}

export interface ValueRow {
  readonly uuid: string;
  readonly version: number;
  readonly code: string;
  readonly scope: StoredScope;
  readonly tenant_identifier: string | null;
  readonly value: unknown;
  readonly sealed: string | null;
  readonly removed: boolean;
  readonly expiry_date: string | null;
  readonly revision: number;
  readonly updated_by: string;
  readonly date_updated: string;
}

interface GroupRow {
  readonly code: string;
  readonly name: string;
  readonly name_map: LocaleTexts;
  readonly order_number: number;
}

export function definitionOf(row: DefinitionRow): Definition {
  return {
    id: row.id,
    uuid: row.uuid,
    version: row.version,
    code: row.code,
    name: row.name,
    nameMap: row.name_map,
    description: row.description,
    descriptionMap: row.description_map,
    groupCode: row.group_code,
    owner: row.owner,
    type: row.type,
    unit: row.unit,
    defaultValue: row.default_value,
    minValue: row.min_value,
    maxValue: row.max_value,
    pattern: row.pattern,
    allowedValueList: row.allowed_values,
    visibility: row.visibility,
    tenantOverridable: row.tenant_overridable,
    tenantEditable: row.tenant_editable,
    userOverridable: row.user_overridable,
    reauthenticationRequired: row.reauthentication_required,
    restartRequired: row.restart_required,
    enabled: row.enabled,
    system: row.system,
    retired: row.retired,
    aliasList: row.aliases,
    orderNumber: row.order_number,
    registeredVersion: row.registered_version,
    registeredHash: row.registered_hash,
    revision: row.revision,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    dateCreated: new Date(row.date_created),
    dateUpdated: new Date(row.date_updated),
    deleted: row.deleted,
  };
}

export function storedValueOf(row: ValueRow): StoredValue {
  return {
    uuid: row.uuid,
    version: row.version,
    code: row.code,
    scope: row.scope,
    tenantIdentifier: row.tenant_identifier,
    value: row.value,
    sealed: row.sealed,
    removed: row.removed,
    expiryDate: row.expiry_date === null ? null : new Date(row.expiry_date),
    revision: row.revision,
    updatedBy: row.updated_by,
    dateUpdated: new Date(row.date_updated),
  };
}

const groupOf = (row: GroupRow): SettingGroup => ({
  code: row.code,
  name: row.name,
  nameMap: row.name_map,
  orderNumber: row.order_number,
});

const readState = sql(
  'system_setting_state_read',
  'SELECT revision, forgotten_revision AS "forgottenRevision" FROM system_setting_state WHERE id = 1',
);
const oneSnapshot = sql('system_setting_one_snapshot', 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
const readDefinitions = sql(
  'system_setting_definition_load',
  'SELECT to_json(d) AS row FROM system_setting_definition d WHERE NOT d.deleted',
);
const readGroups = sql('system_setting_group_load', 'SELECT to_jsonb(g) AS row FROM system_setting_group g');
// Columns and numbers, because a hundred thousand rows as JSON with dates take a second longer.
const readValues = sql(
  'system_setting_value_load',
  `SELECT id, uuid, version, code, scope, tenant_identifier, value, sealed,
     (extract(epoch FROM expiry_date) * 1000)::float8, revision, updated_by,
     (extract(epoch FROM date_updated) * 1000)::float8
   FROM system_setting_value WHERE id > $1 AND NOT removed ORDER BY id LIMIT ${VALUES_BATCH}`,
);
const readNewer = sql(
  'system_setting_load_newer',
  `SELECT s.revision, s.forgotten_revision AS "forgottenRevision",
     (SELECT coalesce(jsonb_agg(to_jsonb(d)), '[]') FROM system_setting_definition d WHERE d.revision > $1) AS definitions,
     (SELECT coalesce(jsonb_agg(to_jsonb(v)), '[]') FROM system_setting_value v WHERE v.revision > $1) AS values,
     (SELECT coalesce(jsonb_agg(to_jsonb(g)), '[]') FROM system_setting_group g WHERE g.revision > $1) AS groups
   FROM system_setting_state s WHERE s.id = 1`,
);

// Forgotten revisions count for everybody, since it is unknown whose they were.
const readEnded = sql(
  'system_setting_ended_load',
  `SELECT tenant_identifier AS "tenantIdentifier", max(revision) AS revision
   FROM system_setting_value WHERE removed GROUP BY tenant_identifier
   UNION ALL SELECT NULL, max(revision) FROM system_setting_definition WHERE deleted HAVING max(revision) IS NOT NULL
   UNION ALL SELECT NULL, forgotten_revision FROM system_setting_state WHERE id = 1`,
);

export async function loadRevision(database: Database): Promise<number> {
  const [row] = await database.rows<{ revision: number }>(readState);
  return row!.revision;
}

type ValueArray = readonly [
  id: number,
  uuid: string,
  version: number,
  code: string,
  scope: StoredScope,
  tenantIdentifier: string | null,
  value: unknown,
  sealed: string | null,
  expiryMs: number | null,
  revision: number,
  updatedBy: string,
  dateMs: number,
];

function valueOfArray(row: ValueArray): StoredValue {
  const [, uuid, version, code, scope, tenantIdentifier, value, sealed, expiryMs, revision, updatedBy, dateMs] = row;
  const expiryDate = expiryMs === null ? null : new Date(expiryMs);
  return {
    uuid,
    version,
    code,
    scope,
    tenantIdentifier,
    value,
    sealed,
    removed: false,
    expiryDate,
    revision,
    updatedBy,
    dateUpdated: new Date(dateMs),
  };
}

async function loadValues(tx: Transaction): Promise<StoredValue[]> {
  const values: StoredValue[] = [];
  for (let last = 0; ; ) {
    // The columns stand in the order of the select list.
    const rows = (await tx.arrays(readValues, [last])) as unknown as readonly ValueArray[];
    for (const row of rows) values.push(valueOfArray(row));
    if (rows.length < VALUES_BATCH) return values;
    last = rows.at(-1)![0];
  }
}

export function loadAllRows(database: Database): Promise<{ readonly revision: number; readonly rows: SettingRows }> {
  return database.transaction(async (tx) => {
    await tx.execute(oneSnapshot);
    const [state] = await tx.rows<{ revision: number }>(readState);
    const definitions = (await tx.rows<{ row: DefinitionRow }>(readDefinitions)).map(({ row }) => definitionOf(row));
    const groups = (await tx.rows<{ row: GroupRow }>(readGroups)).map(({ row }) => groupOf(row));
    const ended = await tx.rows<EndedRevision>(readEnded);
    return { revision: state!.revision, rows: { definitions, groups, ended, values: await loadValues(tx) } };
  });
}

/**
 * Loads the changes since a revision; null where they are not all known: tombstones are gone, or the database is older.
 */
export async function loadNewerRows(
  database: Database,
  since: number,
): Promise<{ readonly revision: number; readonly rows: SettingRows } | null> {
  const [found] = await database.rows<{
    revision: number;
    forgottenRevision: number;
    definitions: DefinitionRow[];
    values: ValueRow[];
    groups: GroupRow[];
  }>(readNewer, [since]);
  const { revision, forgottenRevision, definitions, values, groups } = found!;
  if (revision < since || forgottenRevision > since) return null;
  return {
    revision,
    rows: {
      definitions: definitions.map(definitionOf),
      values: values.map(storedValueOf),
      groups: groups.map(groupOf),
    },
  };
}
