// Tests the limits of what every process holds in memory: definitions, values, and the text of values.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query, type SettingServer, startSettingServer } from '../../../testing/setting-server.ts';

let server: SettingServer;
beforeAll(async () => {
  server = await startSettingServer();
  await server.define({ code: 'demo.text', type: 'STRING' });
  await server.define({ code: 'demo.json', type: 'JSON' });
});
afterAll(() => server.stop());

/** Inserts rows that nobody wrote by an operation; this process has taken them in when it resolves. */
async function insert(statement: string, parameters: readonly unknown[]): Promise<void> {
  await query(server, statement, [...parameters]);
  const [state] = await query<{ revision: number }>(
    server,
    'UPDATE system_setting_state SET revision = revision + 1 RETURNING revision',
  );
  await server.kernel.notify.send('keelson_setting', String(state?.revision));
  expect(await server.apis.systemSetting.waitForRevision(state?.revision ?? 0, 60_000)).toBe(true);
}

const insertDefinitions = (count: number) =>
  insert(
    `INSERT INTO system_setting_definition (uuid, version, code, name, name_map, description, description_map, group_code,
       owner, type, unit, visibility, tenant_overridable, tenant_editable, user_overridable, reauthentication_required,
       restart_required, enabled, system, retired, aliases, order_number, revision, created_by, updated_by, date_created,
       date_updated)
     SELECT gen_random_uuid(), 1, 'many.n' || n, 'n', '{}', '', '{}', 'many', 'custom', 'BOOLEAN', 'NONE', 'SESSION', true,
       true, false, false, false, true, false, false, '{}', 1, s.revision + 1, 'test', 'test', now(), now()
     FROM generate_series(1, $1) n, system_setting_state s`,
    [count],
  );
const insertValues = (code: string, count: number, value: unknown) =>
  insert(
    `INSERT INTO system_setting_value (uuid, version, code, scope, tenant_identifier, value, removed, revision, updated_by,
       date_updated)
     SELECT gen_random_uuid(), 1, $1, 'TENANT', 't' || n, $3::jsonb, false, s.revision + 1, 'test', now()
     FROM generate_series(1, $2) n, system_setting_state s`,
    [code, count, JSON.stringify(value)],
  );
const removeValues = (code: string) =>
  insert(
    `UPDATE system_setting_value SET removed = true, value = NULL,
       revision = (SELECT revision + 1 FROM system_setting_state) WHERE code = $1`,
    [code],
  );

describe('the limit', () => {
  it('the limit of 64 MiB of text refuses what adds to it, and takes what does not', async () => {
    // With its quotes and its name each is 64 KiB.
    await insertValues('demo.json', 1_024, { a: 'x'.repeat(65_536 - 8) });
    const refused = await server.put('demo.json', { a: 'xx' });
    expect([refused.status, refused.error?.errorCode]).toEqual([409, 'SETTING_LIMIT_REACHED']);
    const first = { tenantIdentifier: 't1', version: 1 };
    const smaller = await server.put('demo.json', { a: 'x'.repeat(100) }, first);
    expect(smaller.status).toBe(200);
    expect((await server.put('demo.text', 'x'.repeat(100))).status).toBe(200);
    const larger = await server.put('demo.json', { a: 'x'.repeat(65_528) }, { ...first, version: 2 });
    expect(larger.error?.errorCode).toBe('SETTING_LIMIT_REACHED');
    await removeValues('demo.json');
    expect((await server.put('demo.json', { a: 'xx' })).status).toBe(200);
  }, 120_000);

  it('the limit of values refuses one more, and takes a change and a removal', async () => {
    const value = { scope: 'TENANT' };
    await server.put('demo.text', 'x', value);
    await server.put('demo.text', null, { ...value, version: 1 });
    const history = await server.as<{ data: { uuid: string }[] }>(server.admin, 'POST', '/settings/history/data/page', {
      code: 'demo.text',
      actionList: ['REVERT'],
    });
    await insertValues('demo.text', 199_998, 'x');
    const rollback = `/settings/history/rollback/by-uuid/${history.body.data[0]?.uuid}`;
    const refusals = [
      await server.put('demo.text', 'x', value),
      await server.as(server.admin, 'PUT', '/settings/values', [{ code: 'demo.text', value: 'x', ...value }]),
      await server.as(server.admin, 'POST', rollback),
    ];
    for (const { status, error } of refusals) {
      expect([status, error?.errorCode]).toEqual([409, 'SETTING_LIMIT_REACHED']);
    }
    const changed = await server.put('demo.text', 'y', { tenantIdentifier: 't7', version: 1 });
    expect(changed.status).toBe(200);
    const path = '/settings/value/by-code/demo.text?tenant=t7&version=2';
    expect((await server.as(server.admin, 'DELETE', path)).status).toBe(200);
    expect((await server.put('demo.text', 'x', value)).status).toBe(200);
  }, 120_000);

  it('the limit of definitions refuses one more, also in the middle of a document', async () => {
    const held = [...server.kernel.settings.definitions()].length + 2;
    await insertDefinitions(4_998 - held);
    const models = [1, 2, 3].map((at) => ({ code: `more.n${at}`, name: 'x', type: 'BOOLEAN' }));
    const document = { formatVersion: 1, definitionList: models, valueList: [] };
    const taken = await server.as(server.admin, 'POST', '/settings/import', document);
    expect([taken.status, taken.error?.errorArguments[0]]).toMatchObject([
      422,
      { problemList: [{ field: 'definitionList[2]', errorCode: 'SETTING_LIMIT_REACHED' }] },
    ]);
    for (const model of models.slice(0, 2)) await server.define(model);
    const refused = await server.as(server.admin, 'POST', '/settings', models[2]);
    expect([refused.status, refused.error?.errorCode]).toEqual([409, 'SETTING_LIMIT_REACHED']);
  }, 120_000);
});
