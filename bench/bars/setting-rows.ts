// Puts settings into a database by the thousand: definitions, and values of tenants.
import { type Database, sql } from '../../apps/server/src/kernel/database/database.ts';

/** Names the settings `bench.n1` and so on: numbers whose default is 1. */
export function settingCode(number: number): string {
  return `bench.n${number}`;
}

export function settingTenant(number: number): string {
  return `tenant-${number}`;
}

const insertDefinitions = sql(
  'bench_setting_definitions',
  `INSERT INTO system_setting_definition (uuid, version, code, name, name_map, description, description_map, group_code, owner,
     type, unit, default_value, visibility, tenant_overridable, tenant_editable, user_overridable, reauthentication_required,
     restart_required, enabled, system, retired, aliases, order_number, revision, created_by, updated_by, date_created,
     date_updated)
   SELECT gen_random_uuid(), 1, 'bench.n' || n, 'n', '{}', '', '{}', 'bench', 'custom', 'NUMBER', 'NONE', '1', 'SESSION', true,
     true, false, false, false, true, false, false, '{}', 1, s.revision + 1, 'bench', 'bench', now(), now()
   FROM generate_series(1, $1::int) n, system_setting_state s`,
);
/** The value names setting and tenant: 1001 is that of the first setting and the first tenant. */
const insertValues = sql(
  'bench_setting_values',
  `INSERT INTO system_setting_value (uuid, version, code, scope, tenant_identifier, value, removed, revision, updated_by,
     date_updated)
   SELECT gen_random_uuid(), 1, 'bench.n' || n, 'TENANT', 'tenant-' || t, to_jsonb(1000 * n + t), false, s.revision + 1, 'bench',
     now()
   FROM generate_series(1, $1::int) n, generate_series(1, $2::int) t, system_setting_state s`,
);
const raiseRevision = sql('bench_setting_revision', 'UPDATE system_setting_state SET revision = revision + 1');

/** The database has its tables already, and no process reads it yet. With statistics, as after a minute of use. */
export async function fillSettings(
  database: Database,
  { definitions, tenants }: { readonly definitions: number; readonly tenants: number },
): Promise<void> {
  await database.execute(insertDefinitions, [definitions]);
  await database.execute(insertValues, [definitions, tenants]);
  await database.execute(raiseRevision);
  await database.withConnection(({ script }) => script('ANALYZE system_setting_definition, system_setting_value'));
}
