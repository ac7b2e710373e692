// Holds the SQL of the menu's records: loaded by revision, saved whole under the lock of the one row of the state.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { MenuRows, ViewTenant } from './menu-record.types.ts';

/** Channel of the revision, which is the whole payload. */
export const MENU_CHANNEL = 'keelson_menu';

const stored = ['uuid', 'version', 'tenant_identifier', 'updated_by', 'date_updated', 'revision'];
const ofRecord = [
  ...stored,
  'name',
  'display_name',
  'display_name_map',
  'description',
  'icon',
  'path',
  'order_number',
  'enabled',
  'authority_list',
  'match_type',
  'system',
  'retired',
  'registered_version',
  'registered_hash',
  'created_by',
  'date_created',
  'deleted',
  'deleted_date',
];
const columns = {
  apps: ofRecord,
  items: [
    ...ofRecord,
    'app_name_uuid',
    'parent_uuid',
    'external_url',
    'target',
    'visible',
    'badge_code',
    'keyword_list',
  ],
  authorities: [...stored, 'menu_item_uuid', 'authority_list', 'match_type', 'removed'],
  overlays: [...stored, 'target_type', 'target_uuid', 'fields'],
} as const;
const tables = {
  apps: 'system_menu_app',
  items: 'system_menu_item',
  authorities: 'system_menu_authority',
  overlays: 'system_menu_overlay',
} as const;
type Kind = keyof typeof tables;
const kinds = Object.keys(tables) as readonly Kind[];

const camelOf = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function ofKinds<T>(make: (kind: Kind) => T): Readonly<Record<Kind, T>> {
  return { apps: make('apps'), items: make('items'), authorities: make('authorities'), overlays: make('overlays') };
}

/** Columns of reads, with the number, which is never written. */
const loadedColumns = ofKinds((kind): readonly string[] => ['id', ...columns[kind]]);
const fieldNames = ofKinds((kind) => loadedColumns[kind].map(camelOf));

/** Makes the upsert of rows in the order of their identifiers, as all transactions lock them. */
function upsertOf(kind: Kind) {
  const names = columns[kind].join(', ');
  const changed = columns[kind].filter((name) => name !== 'uuid').map((name) => `${name} = EXCLUDED.${name}`);
  return sql(
    `system_menu_${kind}_save`,
    `INSERT INTO ${tables[kind]} (${names}) SELECT ${names} FROM jsonb_populate_recordset(NULL::${tables[kind]}, $1::jsonb)
     ORDER BY uuid ON CONFLICT (uuid) DO UPDATE SET ${changed.join(', ')}`,
  );
}
const upserts = ofKinds(upsertOf);

// The statement reads all tables in one snapshot. Each row is a text of its own: the last ones are read while the
// database makes the next.
const loadNewer = sql(
  'system_menu_load_newer',
  `SELECT 'state', json_build_array(revision) FROM system_menu_state WHERE id = 1 ${kinds
    .map((kind) => {
      const row = loadedColumns[kind].map((name) => `r.${name}`).join(', ');
      return `UNION ALL SELECT '${kind}', json_build_array(${row}) FROM ${tables[kind]} r WHERE r.revision > $1`;
    })
    .join(' ')}`,
);
const readRevision = sql('system_menu_revision_read', 'SELECT revision FROM system_menu_state WHERE id = 1');

const rememberVersion = (['apps', 'items'] as const).map((kind) =>
  sql(`system_menu_${kind}_version`, `UPDATE ${tables[kind]} SET registered_version = $2 WHERE uuid = ANY($1::uuid[])`),
);

type LoadedRow = readonly unknown[];

function recordOf(names: readonly string[], row: LoadedRow): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index += 1) record[names[index]!] = row[index];
  return record;
}

/** Makes a row without its number, which the database assigns. */
function rowOf(kind: Kind, record: object): Record<string, unknown> {
  const [names, fields] = [loadedColumns[kind], fieldNames[kind]];
  const row: Record<string, unknown> = {};
  for (let index = 1; index < names.length; index += 1) {
    row[names[index]!] = (record as Readonly<Record<string, unknown>>)[fields[index]!];
  }
  return row;
}

export interface LoadedRows {
  readonly revision: number;
  readonly rows: MenuRows;
  /** Holds the newest revision of the rows of each owner. */
  readonly changed: ReadonlyMap<ViewTenant, number>;
}

function newestByOwner(rows: Readonly<Record<Kind, readonly LoadedRow[]>>): Map<ViewTenant, number> {
  const changed = new Map<ViewTenant, number>();
  for (const kind of kinds) {
    const [ownerAt, revisionAt] = ['tenant_identifier', 'revision'].map((name) => loadedColumns[kind].indexOf(name));
    for (const row of rows[kind]) {
      const owner = row[ownerAt!] as ViewTenant;
      changed.set(owner, Math.max(changed.get(owner) ?? 0, row[revisionAt!] as number));
    }
  }
  return changed;
}

/** Loads everything written after the revision, with deleted records, from one snapshot. */
export async function loadNewerRows(queryable: Queryable, since: number): Promise<LoadedRows> {
  type Read = readonly [kind: Kind | 'state', row: LoadedRow];
  const read = (await queryable.arrays(loadNewer, [since])) as unknown as Read[]; // what the statement selects
  const found = ofKinds((): LoadedRow[] => []);
  let revision = 0;
  for (const [kind, row] of read) {
    if (kind === 'state') revision = row[0] as number;
    else found[kind].push(row);
  }
  // The tables are those of the records: their columns are the fields, in snake case.
  const rows: object = ofKinds((kind) => found[kind].map((row) => recordOf(fieldNames[kind], row)));
  return { revision, rows, changed: newestByOwner(found) };
}

export async function loadRevision(queryable: Queryable): Promise<number> {
  const [row] = await queryable.rows<{ revision: number }>(readRevision);
  return row!.revision;
}

/** Saves by one statement a table, for any number of records. */
export async function saveRows(tx: Transaction, rows: MenuRows, revision: number): Promise<void> {
  for (const kind of kinds) {
    const records = rows[kind] ?? [];
    if (records.length === 0) continue;
    const values = records.map((record) => rowOf(kind, { ...record, revision }));
    await tx.execute(upserts[kind], [JSON.stringify(values)]);
  }
}

/** Stores the version of the program; it raises no revision, as nobody reads it. */
export async function saveRegisteredVersion(tx: Transaction, uuids: readonly string[], version: string): Promise<void> {
  if (uuids.length === 0) return;
  for (const statement of rememberVersion) await tx.execute(statement, [uuids, version]);
}
