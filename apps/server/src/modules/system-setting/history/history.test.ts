// Tests the history: every kind of write has its row and its event with it or not at all, and nothing takes a row away.
import { modules } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import { query, type SettingServer, startSettingServer } from '../../../testing/setting-server.ts';
import { eventually } from '../../../testing/sign-in.ts';

let server: SettingServer;

beforeAll(async () => {
  server = await startSettingServer();
  for (const code of ['kept.number', 'kept.other', 'kept.mine']) {
    await server.define({ code, type: 'NUMBER', defaultValue: 1, userOverridable: code === 'kept.mine' });
  }
  await server.define({ code: 'kept.secret', type: 'SECRET' });
});
afterAll(() => server.stop());

const count = async (table: string): Promise<number> =>
  (await query<{ n: number }>(server, `SELECT count(*)::int AS n FROM ${table}`))[0]!.n;
const footprint = async () => ({
  history: await count('system_setting_history'),
  events: await count(`log_recorded_event WHERE kind LIKE 'setting.%'`),
  revision: (await query<{ revision: number }>(server, 'SELECT revision FROM system_setting_state'))[0]!.revision,
  rows: JSON.stringify([
    await query(
      server,
      'SELECT code, version, value, sealed IS NULL AS plain, removed FROM system_setting_value ORDER BY code',
    ),
    await query(server, 'SELECT code, version, name, deleted FROM system_setting_definition ORDER BY code'),
  ]),
});
const versionOf = async (code: string): Promise<number> =>
  (
    await query<{ version: number }>(
      server,
      'SELECT version FROM system_setting_value WHERE code = $1 AND NOT removed',
      [code],
    )
  )[0]?.version ?? 0;
const definitionOf = async (code: string) =>
  (await server.as<{ uuid: string; version: number; name: string }>(server.admin, 'GET', `/settings/by-code/${code}`))
    .body;
const send = (method: string, path: string, body?: unknown) => server.as(server.admin, method, path, body);

/** Lists each kind of write, with the rows of history that it makes. */
const writes: readonly (readonly [string, number, () => ReturnType<typeof send>])[] = [
  [
    'setValue',
    1,
    async () =>
      send('PUT', '/settings/value', { code: 'kept.number', value: 5, version: await versionOf('kept.number') }),
  ],
  [
    'setValues',
    2,
    async () =>
      send('PUT', '/settings/values', [
        { code: 'kept.number', value: 6, version: await versionOf('kept.number') },
        { code: 'kept.other', value: 6, version: await versionOf('kept.other') },
      ]),
  ],
  ['a secret', 1, async () => send('PUT', '/settings/value', { code: 'kept.secret', value: 'hunter2', version: 0 })],
  [
    'revertValue',
    1,
    async () =>
      send('DELETE', `/settings/value/by-code/kept.other?scope=GLOBAL&version=${await versionOf('kept.other')}`),
  ],
  [
    'rollback',
    1,
    async () => {
      const page = await server.as<{ data: { uuid: string }[] }>(server.admin, 'POST', '/settings/history/data/page', {
        code: 'kept.number',
        actionList: ['SET'],
      });
      const path = `/settings/history/rollback/by-uuid/${page.body.data[0]?.uuid}`;
      return send('POST', path, { version: await versionOf('kept.number') });
    },
  ],
  [
    'importAll',
    1,
    () =>
      send('POST', '/settings/import', {
        formatVersion: 1,
        definitionList: [],
        valueList: [{ code: 'kept.other', scope: 'GLOBAL', value: 9 }],
      }),
  ],
  ['save', 1, () => send('POST', '/settings', { code: 'kept.new', name: 'New', type: 'BOOLEAN' })],
  [
    'update',
    1,
    async () => {
      const { uuid, version } = await definitionOf('kept.new');
      return send('PUT', '/settings', { uuid, version, name: 'Newer' });
    },
  ],
  ['deactivate', 1, async () => send('POST', `/settings/deactivate/by-uuid/${(await definitionOf('kept.new')).uuid}`)],
  [
    'delete',
    1,
    async () => {
      const { uuid, version } = await definitionOf('kept.new');
      return send('DELETE', `/settings/by-uuid/${uuid}?version=${version}`);
    },
  ],
];

describe('system-setting 22: the history', () => {
  it.each(writes)(
    'a history of %s holds %i rows with as many events, or nothing of it is written',
    async (_name, rows, write) => {
      const before = await footprint();
      await query(
        server,
        `ALTER TABLE log_event ADD CONSTRAINT no_more CHECK (event_name NOT LIKE 'setting.%') NOT VALID`,
      );
      const failed = await write();
      await query(server, 'ALTER TABLE log_event DROP CONSTRAINT no_more');
      expect(failed.status).toBe(500);
      expect(await footprint()).toEqual(before);
      const done = await write();
      expect([done.status, done.text]).toEqual([200, expect.any(String)]);
      const after = await footprint();
      expect([after.history - before.history, after.events - before.events]).toEqual([rows, rows]);
      expect(after.revision).toBe(before.revision + 1);
    },
  );

  it('is written by no operation, and only read and rolled back', () => {
    const touching = modules
      .filter(({ name }) => name === 'system-setting')
      .flatMap(({ operations }) => Object.values(operations))
      .filter(({ path }) => path.includes('/history'))
      .map(({ method, path }) => `${method} ${path}`);
    expect(touching.sort()).toEqual([
      'POST /settings/history/data/page',
      'POST /settings/history/rollback/by-uuid/{uuid}',
    ]);
  });

  it('keeps every row whatever is done to the setting afterwards', async () => {
    const uuids = async () =>
      (
        await query<{ uuid: string; row: string }>(
          server,
          'SELECT uuid, to_jsonb(h)::text AS row FROM system_setting_history h',
        )
      )
        .map(({ uuid, row }) => `${uuid} ${row}`)
        .sort();
    await server.define({ code: 'kept.short', type: 'NUMBER' });
    await server.put('kept.short', 1);
    const before = await uuids();
    await server.put('kept.short', 2, { version: 1 });
    await server.put('kept.short', null, { version: 2 });
    const { uuid, version } = await definitionOf('kept.short');
    expect((await send('DELETE', `/settings/by-uuid/${uuid}?version=${version}`)).status).toBe(200);
    await server.define({ code: 'kept.short', type: 'NUMBER' });
    expect(await uuids()).toEqual(expect.arrayContaining(before));
  });
});

it('a rollback that waits while its setting is switched off elsewhere finds no setting', async () => {
  await server.define({ code: 'kept.ended', type: 'NUMBER', defaultValue: 1 });
  await server.put('kept.ended', 2);
  const [row] = await query<{ uuid: string }>(
    server,
    `SELECT uuid FROM system_setting_history WHERE code = 'kept.ended' AND scope = 'GLOBAL'`,
  );
  const path = `/settings/history/rollback/by-uuid/${row?.uuid}`;
  const lock = sql('test_history_lock', 'SELECT revision FROM system_setting_state WHERE id = 1 FOR UPDATE');
  const switchOff = sql(
    'test_history_switch_off',
    `WITH raised AS (UPDATE system_setting_state SET revision = revision + 1 RETURNING revision)
     UPDATE system_setting_definition d SET enabled = false, revision = raised.revision FROM raised
     WHERE d.code = 'kept.ended'`,
  );
  const countWaiting = async (): Promise<number> =>
    count(`pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
  const rolling = await server.database.database.transaction(async (tx) => {
    await tx.rows(lock);
    const answer = send('POST', path, { version: 1 });
    expect(await eventually(countWaiting, (waiting) => waiting > 0)).toBe(1);
    await tx.execute(switchOff);
    return { answer };
  });
  expect((await rolling.answer).error?.errorCode).toBe('SETTING_NOT_FOUND');
});
