// Holds that every table with rows of a tenant says what becomes of them when the tenant is deleted, as the migrated database has them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moduleMigrations, serverModules } from '../../apps/server/src/app-modules.ts';
import { createOwnedRows } from '../../apps/server/src/kernel/directory/owned-rows.store.ts';
import { createTestDatabase, type TestDatabase } from '../../apps/server/src/testing/test-database.ts';

/** Rows of a tenant that no declaration names, and why. */
const exceptions: readonly (readonly [reason: string, tables: readonly string[]])[] = [
  ['is the work that is left of a deleted tenant', ['kernel_directory_change', 'bpm_directory_change']],
  [
    'goes with its age, whoever it is of',
    ['auth_directory_event', 'auth_directory_event_untold', 'auth_released_name'],
  ],
  ['goes with its age, whoever it is of', ['session_activity', 'session_bulk_close', 'session_entry']],
  ['is summed up and removed by a job', ['session_count_delta']],
  ['a tenant with users is not deleted', ['auth_user']],
  ['stays beside the tenant, which stays as deleted, and opens nothing', ['auth_api_key', 'auth_role']],
  ['says what happened, and goes with its age', ['log_event', 'system_setting_history']],
  ['is kept to be looked at, and goes with its age', ['log_dead_letter']],
  ['proves that nothing was taken out of the events', ['log_audit_checkpoint', 'log_audit_cut', 'log_audit_seal']],
  ['says until when a name was whose in events that stay', ['log_username_change']],
  ['is ended by a hook, as a change that every process hears of', ['log_producer_cache']],
  [
    'goes with its instance, which the engine ends first: modules/bpmn-engine/directory/tenant.store.ts',
    [
      'bpm_external_done',
      'bpm_external_task',
      'bpm_hi_instance',
      'bpm_hi_task',
      'bpm_hi_total',
      'bpm_history_event',
      'bpm_instance',
      'bpm_task',
      'bpm_task_link',
    ],
  ],
  [
    'is removed up to when the tenant was deleted: modules/bpmn-engine/directory/tenant.store.ts',
    [
      'bpm_condition_held',
      'bpm_decision',
      'bpm_definition',
      'bpm_deployment',
      'bpm_event_untold',
      'bpm_form',
      'bpm_held_tenant',
      'bpm_incident',
      'bpm_incident_raised',
      'bpm_job',
      'bpm_message',
      'bpm_message_id',
      'bpm_pending_start',
      'bpm_subscription',
      'bpm_unique_key',
      'bpm_variable',
    ],
  ],
  ['goes with its run, which is cancelled and not kept', ['report_export', 'report_process_call', 'report_snapshot']],
  ['is told to other modules, and goes then', ['report_run_event', 'report_run_event_untold']],
];

const excepted = exceptions.flatMap(([, tables]) => tables);
const declared = serverModules.flatMap(({ tables = [] }) => tables);

describe('tables with rows of tenants', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase(moduleMigrations);
  });
  afterAll(() => test?.close());

  const tablesWith = async (column: string): Promise<readonly string[]> => {
    const text = `SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND NOT a.attisdropped AND a.attname = $1 ORDER BY 1`;
    return (await test.database.rows<{ name: string }>({ name: '', text }, [column])).map(({ name }) => name);
  };

  it('are declared by their modules, or excepted with a reason, and never both', async () => {
    const named = declared.flatMap(({ table, tenant }) => (typeof tenant === 'object' ? [] : [table]));
    expect([...named, ...excepted].toSorted()).toEqual(await tablesWith('tenant_identifier'));
  });

  it('say what becomes of a person’s own rows, where they have any', async () => {
    const own = declared.flatMap(({ table, own: rows }) => (rows === undefined ? [] : [table]));
    const named = declared.flatMap(({ table, naming }) => (naming?.folded === 'username_folded' ? [table] : []));
    // Versions outlive the person, by a hook.
    const kept = ['system_menu_user_state', 'auth_user', ...excepted];
    const all = await tablesWith('username_folded');
    expect(all.filter((table) => ![...own, ...named, ...kept].includes(table))).toEqual([]);
  });

  it('have the columns and conditions of their declarations', async () => {
    const person = { tenantIdentifier: 'nowhere', previousFolded: 'a', usernameFolded: 'b', username: 'B' };
    const renamed = { ...person, userUuid: '', previousUsername: 'A', id: 0, module: '' };
    for (const { tables = [] } of serverModules) {
      const rows = createOwnedRows(tables);
      await rows.empty(test.database, 'nowhere', 1);
      await test.database.transaction(async (tx) => {
        await rows.endPerson(tx, 'nowhere', 'a');
        await rows.handOver(tx, renamed);
        await rows.rename(tx, renamed);
        expect(await rows.renameLater(tx, renamed, 1)).toBe(false);
      });
    }
  });
});
