// Puts report groups into a database: ten levels, lists of rights on some of them, reports in all; and people who hold some of the roles.
import { type Database, sql } from '../../apps/server/src/kernel/database/database.ts';
import { plantTree } from '../../apps/server/src/modules/report/group/tree.store.ts';

/** Each level has so many groups: 10,000 together. */
const LEVELS = [10, 40, 160, 400, 800, 1_300, 1_800, 1_900, 1_900, 1_690] as const;
export const GROUPS = LEVELS.reduce<number>((sum, count) => sum + count, 0);
/** Every so many groups have a list: 500 of them. */
const LIST_EVERY = 20;
export const LISTS = GROUPS / LIST_EVERY;
export const REPORTS = 10_000;
/** A list names the next of these roles, so that whoever holds one of them sees a part of the tree. */
export const ROLES = 4;

const insertGroups = sql(
  'bench_report_groups_insert',
  `INSERT INTO report_group (uuid, version, tenant_identifier, code, name, name_folded, parent_uuid, display_order, enabled,
     authority_list, path, created_by, updated_by, date_created, date_updated, deleted)
   SELECT n.uuid, 0, 'default', 'group-' || n.number, 'Group ' || n.number, 'group ' || n.number, n.parent, n.number % 7, true,
     n.list, '{}', 'bench', 'bench', now(), now(), false
   FROM jsonb_to_recordset($1::jsonb) n (uuid uuid, number int, parent uuid, list jsonb)`,
);

const insertReports = sql(
  'bench_reports_insert',
  `INSERT INTO report_definition (uuid, version, tenant_identifier, code, name, name_folded, report_group_uuid, status, enabled,
     report_data_source_type, data_adapter_code, query, parameter_list, column_list, row_group_list, chart_list, layout,
     output_format_list, default_output_format, row_limit, timeout_seconds, truncate_mode, csv_bom, csv_formula_escape,
     csv_number_style, authority_list, created_by, updated_by, date_created, date_updated, deleted)
   SELECT gen_random_uuid(), 0, 'default', 'report-' || n, 'Report ' || n, 'report ' || n, u.uuid, 'PUBLISHED', true,
     'PLATFORM', 'platform', '{"dataSetCode":"sessions"}', '[]', '[]', '[]', '[]', '{}', '["CSV"]', 'CSV', 100, 300, 'FAIL', true, true,
     'PLAIN', CASE WHEN n % 20 = 0 THEN '[{"role":"ROLE_BENCH_1","authority":null,"permission":"READ"}]'::jsonb ELSE '[]' END,
     'bench', 'bench', now(), now(), false
   FROM unnest($1::uuid[]) WITH ORDINALITY u (uuid, n)`,
);

const grantRoles = sql(
  'bench_report_roles_grant',
  `WITH r AS (
     INSERT INTO auth_role (uuid, tenant_identifier, code, name, created_by, updated_by, date_created, date_updated)
     SELECT gen_random_uuid(), 'default', 'ROLE_BENCH_' || n, 'ROLE_BENCH_' || n, 'bench', 'bench', now(), now()
     FROM generate_series(0, $1::int - 1) n RETURNING id, code),
   a AS (INSERT INTO auth_role_authority (role_id, authority) SELECT id, 'REPORT_GROUP_VIEW' FROM r)
   INSERT INTO auth_user_role (user_id, role_id)
   SELECT u.id, r.id FROM auth_user u JOIN r ON r.code = 'ROLE_BENCH_' || (substr(u.username, 5)::int % $1::int)
   WHERE u.username LIKE 'user%'`,
);

function makeGroups() {
  let number = 0;
  let above: string[] = [];
  return LEVELS.flatMap((count) => {
    const parents = above;
    const made = Array.from({ length: count }, (_, index) => {
      number += 1;
      const right = { role: `ROLE_BENCH_${(number / LIST_EVERY) % ROLES}`, authority: null, permission: 'WRITE' };
      const parent = parents.length === 0 ? null : parents[Math.floor((index * parents.length) / count)]!;
      return { uuid: crypto.randomUUID(), number, parent, list: number % LIST_EVERY === 0 ? [right] : [] };
    });
    above = made.map(({ uuid }) => uuid);
    return made;
  });
}

/** Makes groups and reports, and gives one of the roles to each user made so far. */
export async function saveGroups(database: Database): Promise<void> {
  const groups = makeGroups();
  const uuids = Array.from({ length: REPORTS }, (_, index) => groups[(index * 7) % groups.length]!.uuid);
  await database.transaction(async (tx) => {
    await tx.execute(insertGroups, [JSON.stringify(groups)]);
    await tx.execute(insertReports, [uuids]);
    await tx.execute(grantRoles, [ROLES]);
    await plantTree(tx, 'default');
  });
  await database.withConnection(({ script }) => script('ANALYZE report_group, report_definition'));
}
