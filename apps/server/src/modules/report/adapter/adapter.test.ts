// Proves what is kept of data adapters: their secrets, where they may lead, who may change them, and what their role can do too much.
import type { SvcRToolReportDataAdapterTestResultModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partsOf } from '../../../testing/database-proxy.ts';
import { CERTIFICATE } from '../../../testing/other-side.ts';
import type { Answer } from '../../../testing/sign-in.ts';
import { createTenant, eventually, USER_PASSWORD } from '../../../testing/sign-in.ts';
import { type AdapterServer, offeredBy, query, signInWith, startAdapterServer } from './adapter-server.fixture.ts';
import { hangUp, leadTo, openDoor } from './connection/foreign-database.fixture.ts';

const SECRET = 'four lanterns over a still canal';
const AT = '/report-data-adapters';

let server: AdapterServer;
let viewer: string;
beforeAll(async () => {
  server = await startAdapterServer();
  viewer = await signInWith(server, 'viewer', ['REPORT_ADAPTER_VIEW']);
});
afterAll(() => server?.stop());

const argumentsOf = ({ error }: Answer) => error?.errorArguments.map(({ field, code }) => [field, code]);
const sqlOf = (text: string, values: readonly unknown[] = []) => query<object>(server, text, values);
const codeOf = ({ error }: Answer) => error?.errorCode;
const test = (body: object, token = server.admin) =>
  server.as<SvcRToolReportDataAdapterTestResultModel>(token, 'POST', `${AT}/test`, body);

describe('an adapter that is kept', () => {
  it('report 36: never shows its secret, and keeps it sealed', async () => {
    const saved = await server.save({ secret: SECRET, description: 'Since 2019' });
    const { uuid, code } = saved.body;
    const shown = await Promise.all([
      server.as(server.admin, 'GET', `${AT}/by-code/${code}`),
      server.as(server.admin, 'POST', `${AT}/data/page`, { searchText: 'SINCE' }),
      server.update({ uuid, version: 0, name: 'Other' }),
      server.discover('include-metadata=true'),
      test({ code }),
    ]);
    const rows = await query(server, 'SELECT * FROM report_adapter');
    const events = await sqlOf('SELECT * FROM log_event_audit');
    const texts = shown.map(({ text }) => text);
    const all = [saved.text, ...texts, ...server.logLines, JSON.stringify([rows, events])].join();
    expect(JSON.stringify(events)).toContain('report.adapter-saved');
    expect(all).not.toContain(SECRET);
    expect(all).not.toContain(Buffer.from(SECRET).toString('base64'));
    expect(shown.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(saved.body).toMatchObject({ secretSet: true, description: 'Since 2019', dialect: 'POSTGRESQL' });
    expect(saved.headers.get('location')).toBe(`${AT}/by-code/${code}`);
  });

  it.each([
    ['url', { url: 'postgresql://elsewhere.example/orders' }],
    ['username', { username: 'somebody' }],
    ['caCertificate', { url: 'postgresql://127.0.0.1:1/orders', caCertificate: CERTIFICATE }],
  ])('report 36: whose %s changes needs the secret anew, which would be sent there', async (_name, changes) => {
    const { uuid } = await server.adapter({ secret: SECRET });
    const refused = await server.update({ uuid, version: 0, ...changes });
    expect([refused.status, argumentsOf(refused)]).toEqual([400, [['secret', 'REQUIRED']]]);
    expect((await server.update({ uuid, version: 0, ...changes, secret: 'another one' })).status).toBe(200);
  });

  it('report 36: has its secret cleared by null, and takes it from a setting instead', async () => {
    const { code, uuid } = await server.adapter();
    await server.define({ code: 'demo.reader-secret', type: 'SECRET' });
    const both = await server.update({ uuid, version: 0, secret: SECRET, secretSettingCode: 'demo.reader-secret' });
    expect(argumentsOf(both)).toEqual([['secretSettingCode', 'NOT_ALLOWED']]);
    const { body } = await server.update({ uuid, version: 0, secretSettingCode: 'demo.reader-secret' });
    expect(body).toMatchObject({ secretSet: false, secretSettingCode: 'demo.reader-secret', version: 1 });
    expect(await query(server, 'SELECT secret_sealed AS kept FROM report_adapter WHERE uuid = $1', [uuid])).toEqual([
      { kept: null },
    ]);
    expect((await test({ code })).body).toMatchObject({ available: false, errorCode: 'SECRET_MISSING' });
    await server.change('demo.reader-secret', server.foreign.reader.secret);
    expect((await test({ code })).body).toMatchObject({ available: true, errorCode: null });
    const cleared = await server.update({ uuid, version: 1, secretSettingCode: null, secret: null });
    expect(cleared.body).toMatchObject({ secretSet: false, secretSettingCode: null });
    expect((await test({ code })).body).toMatchObject({ available: false, errorCode: 'SIGN_IN_FAILED' });
  });

  it('report 36: forgets its secret when it is deleted, its code is free, and no report uses it', async () => {
    const { uuid, code } = await server.adapter();
    const query = { dataSetCode: 'sessions' };
    const given = { reportDataSourceType: 'PLATFORM', dataAdapterCode: 'platform', query };
    for (const report of ['uses-it', 'asks-it'])
      await server.as(server.admin, 'POST', '/executable-reports', { code: report, name: report, ...given });
    const asked = [{ name: 'a' }, { name: 'b', optionQuery: { dataAdapterCode: code } }];
    await sqlOf(`UPDATE report_definition SET data_adapter_code = $1 WHERE code = 'uses-it'`, [code]);
    await sqlOf(`UPDATE report_definition SET parameter_list = $1 WHERE code = 'asks-it'`, [JSON.stringify(asked)]);
    const remove = () => server.as(server.admin, 'DELETE', `${AT}/by-code/${code}`);
    const used = await remove();
    expect([used.status, codeOf(used), used.error?.errorArguments]).toEqual([
      409,
      'REPORT_ADAPTER_IN_USE',
      [{ code, count: 2 }],
    ]);
    await sqlOf('UPDATE report_definition SET deleted = true');
    expect((await remove()).status).toBe(200);
    expect(codeOf(await remove())).toBe('REPORT_ADAPTER_NOT_FOUND');
    expect(await sqlOf('SELECT secret_sealed AS kept FROM report_adapter WHERE uuid = $1', [uuid])).toEqual([
      { kept: null },
    ]);
    expect((await server.save({ code })).status).toBe(200);
    const kinds = await sqlOf(
      `SELECT DISTINCT event_name AS kind FROM log_event_audit WHERE event_name LIKE 'report.adapter%' ORDER BY 1`,
    );
    expect(kinds).toEqual([{ kind: 'report.adapter-deleted' }, { kind: 'report.adapter-saved' }]);
  });

  it('report 36: is changed by whoever has read it last, keeps its code, and is one of a hundred at most', async () => {
    const { uuid, code } = await server.adapter();
    expect((await server.update({ uuid, version: 0, name: 'A' })).body).toMatchObject({ version: 1, name: 'A' });
    expect(codeOf(await server.update({ uuid, version: 0, name: 'B' }))).toBe('VERSION_CONFLICT');
    expect(argumentsOf(await server.update({ uuid, version: 1, code: 'other' }))).toEqual([
      ['code', 'FIELD_READ_ONLY'],
    ]);
    expect(codeOf(await server.save({ code }))).toBe('REPORT_ADAPTER_ALREADY_EXISTS');
    const twins = await Promise.all(Array.from({ length: 4 }, () => server.save({ code: 'twin' })));
    expect(twins.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    await query(
      server,
      `INSERT INTO report_adapter (uuid, version, tenant_identifier, code, name, name_folded, report_data_source_type, dialect, url,
         username, allowed_host_list, allowed_function_list, enabled, created_by, updated_by, date_created, date_updated, deleted)
       SELECT gen_random_uuid(), 0, 'default', 'full-' || one, '', '', 'SQL', 'POSTGRESQL', 'postgresql://x/y', 'z', '{}', '{}', false,
         '', '', now(), now(), false
       FROM generate_series(1, 100 - (SELECT count(*)::int FROM report_adapter WHERE NOT deleted)) one`,
    );
    expect(codeOf(await server.save())).toBe('REPORT_LIMIT_REACHED');
    await query(server, `DELETE FROM report_adapter WHERE code LIKE 'full-%'`);
  });

  it('report 36: is told all that does not fit at once', async () => {
    const wrong = {
      code: 'platform',
      reportDataSourceType: 'CSV',
      url: 'postgresql://me:word@db.example/x',
      allowedHostList: ['127.0.0.1', '10.0.0.0/99'],
      secretSettingCode: 'demo.other',
    };
    expect(argumentsOf(await server.save(wrong))).toEqual([
      ['code', 'NOT_ALLOWED'],
      ['reportDataSourceType', 'NOT_ALLOWED'],
      ['url', 'URL_INVALID'],
      ['allowedHostList[1]', 'PATTERN'],
      ['secretSettingCode', 'NOT_ALLOWED'],
    ]);
    expect(argumentsOf(await server.save({ reportDataSourceType: 'PLATFORM', caCertificate: 'x' }))).toEqual([
      ['reportDataSourceType', 'NOT_ALLOWED'],
      ['caCertificate', 'FORMAT'],
    ]);
    expect(argumentsOf(await server.save({ caCertificate: CERTIFICATE }))).toEqual([['caCertificate', 'NOT_ALLOWED']]);
    expect(argumentsOf(await server.save({ headerMap: {} }))).toEqual([['headerMap', 'UNKNOWN_FIELD']]);
    const urls = [
      'mysql://x/y',
      'postgresql:///y',
      'postgresql://x',
      'postgresql://x/y/z',
      'postgresql://x/y?options=-c',
      'postgresql://x/y?sslmode=prefer',
      'postgresql://x/y#z',
      'postgresql://x:0/y',
      'postgresql://x:99999/y',
      'postgresql://x%00/y',
      'postgresql://a b/y',
      `postgresql://x/${'y'.repeat(64)}`,
    ];
    for (const url of urls)
      expect([url, argumentsOf(await server.save({ url }))]).toEqual([url, [['url', 'URL_INVALID']]]);
  });

  it('report 36: is for those who manage adapters, and for those of its tenant', async () => {
    const { code, uuid } = await server.adapter();
    await createTenant(server, 'north');
    const role = {
      code: 'ROLE_NORTH',
      name: 'North',
      tenantIdentifier: 'north',
      authorityList: ['REPORT_ADAPTER_MANAGE'],
    };
    await server.as(server.admin, 'POST', '/roles', role);
    const other = await signInWith(server, 'northern', ['ROLE_NORTH'], 'north');
    for (const [token, expected] of [
      [viewer, 'ACCESS_DENIED'],
      [other, 'REPORT_ADAPTER_NOT_FOUND'],
    ] as const) {
      const answers = await Promise.all([
        server.as(token, 'GET', `${AT}/by-code/${code}`),
        server.as(token, 'DELETE', `${AT}/by-code/${code}`),
        server.update({ uuid, version: 0, name: 'Mine' }, token),
        test({ code }, token),
      ]);
      expect(answers.map(codeOf)).toEqual([expected, expected, expected, expected]);
    }
    expect((await server.as(viewer, 'POST', AT, server.body())).status).toBe(403);
    expect((await server.as<{ totalElements: number }>(other, 'POST', `${AT}/data/page`)).body.totalElements).toBe(0);
    expect((await server.save({ code }, other)).status).toBe(200);
  });
});

it('report 36: goes with its tenant, and no other one does', async () => {
  const tenant = { identifier: 'passing', name: 'Passing' };
  const { body } = await server.as<{ uuid: string }>(server.admin, 'POST', '/tenants', tenant);
  const { uuid } = await server.adapter();
  const kept = await server.adapter();
  await sqlOf('UPDATE report_adapter SET tenant_identifier = $2 WHERE uuid = $1', [uuid, 'passing']);
  await server.as(server.admin, 'POST', `/tenants/deactivate/by-uuid/${body.uuid}`);
  expect((await server.as(server.admin, 'DELETE', `/tenants/by-uuid/${body.uuid}`)).status).toBe(200);
  const left = await eventually(
    () => query<{ uuid: string }>(server, 'SELECT uuid FROM report_adapter WHERE uuid = ANY($1)', [[uuid, kept.uuid]]),
    (rows) => rows.length === 1,
  );
  expect(left).toEqual([{ uuid: kept.uuid }]);
});

describe('where an adapter may lead', () => {
  it('report 15: is refused at save, change and test where it is private and not allowed', async () => {
    const { foreign } = server;
    for (const host of ['127.0.0.1', '0x7f000001', '[::1]', '10.0.0.1', '169.254.169.254', 'localhost']) {
      const url = `postgresql://${host}:${foreign.door.port}/x`;
      const refused = await server.save({ url, allowedHostList: [] });
      expect([host, refused.status, codeOf(refused)]).toEqual([host, 422, 'REPORT_HOST_NOT_ALLOWED']);
      expect(refused.text).not.toContain('127.0.0.1');
    }
    const { uuid, code } = await server.adapter();
    const changed = await server.update({ uuid, version: 0, allowedHostList: null });
    expect(codeOf(changed)).toBe('REPORT_HOST_NOT_ALLOWED');
    await query(server, `UPDATE report_adapter SET allowed_host_list = '{}' WHERE uuid = $1`, [uuid]);
    expect(codeOf(await test({ code }))).toBe('REPORT_HOST_NOT_ALLOWED');
    expect((await server.discover(`code=${code}`)).body).toMatchObject([{ errorCode: 'HOST_NOT_ALLOWED' }]);
    await expect(offeredBy(server).connect({ tenantIdentifier: 'default' }, code)).rejects.toMatchObject({
      code: 'REPORT_ADAPTER_UNAVAILABLE',
      options: { errorArguments: [{ code, reason: 'HOST_NOT_ALLOWED' }] },
    });
  });

  it('report 4, 33: is never the own database, at save, change and test and at each connection', async () => {
    const { database, user: username, password: secret } = partsOf(server.database);
    const door = await openDoor(leadTo(server.database));
    const url = `postgresql://127.0.0.1:${door.port}/${database}?sslmode=disable`;
    const login = { username, secret };
    const saved = await server.save({ url, ...login });
    expect([saved.status, codeOf(saved)]).toEqual([422, 'REPORT_ADAPTER_OWN_DATABASE']);
    expect(codeOf(await test({ adapter: server.body({ url, ...login }) }))).toBe('REPORT_ADAPTER_OWN_DATABASE');
    const { uuid, code } = await server.adapter(server.foreign.owner);
    expect(codeOf(await server.update({ uuid, version: 0, url, ...login }))).toBe('REPORT_ADAPTER_OWN_DATABASE');
    // What the adapter says stays the same; the world around it changes.
    await query(server, 'UPDATE report_adapter SET url = $2 WHERE uuid = $1', [uuid, url]);
    expect(codeOf(await test({ code }))).toBe('REPORT_ADAPTER_OWN_DATABASE');
    expect((await server.discover(`code=${code}&refresh=true`)).body).toMatchObject([
      { available: false, errorCode: 'OWN_DATABASE', entityList: null },
    ]);
    await expect(offeredBy(server).connect({ tenantIdentifier: 'default' }, code)).rejects.toMatchObject({
      code: 'REPORT_ADAPTER_UNAVAILABLE',
      options: { errorArguments: [{ code, reason: 'OWN_DATABASE' }] },
    });
    await door.stop();
  });

  it('report 14: may be a database that does not answer now', async () => {
    const door = await openDoor(hangUp);
    const saved = await server.save({ url: `postgresql://127.0.0.1:${door.port}/x` });
    expect(saved.status).toBe(200);
    expect(door.connections).toBeGreaterThan(0);
    await door.stop();
  });
});

describe('a test of an adapter', () => {
  const findings = async (body: object) => {
    const { body: told } = await test(body);
    return [told.available, told.findingList.map(({ code }) => code)];
  };

  it('report 37: tells what the role can do too much, the version, and that nothing is encrypted', async () => {
    const { code } = await server.adapter();
    const { body } = await test({ code });
    expect(body).toMatchObject({ available: true, errorCode: null, findingList: [{ code: 'TLS_OFF' }] });
    expect(body.serverVersion).toMatch(/^\d+/);
    expect(body.latencyMillis).toBeGreaterThanOrEqual(0);
    const { foreign } = server;
    expect(await findings({ adapter: server.body(foreign.owner) })).toEqual([true, ['ROLE_CAN_WRITE', 'TLS_OFF']]);
    expect(await findings({ adapter: server.body(foreign.superuser) })).toEqual([
      true,
      ['ROLE_IS_SUPERUSER', 'ROLE_READS_SERVER_FILES', 'ROLE_CAN_WRITE', 'TLS_OFF'],
    ]);
    await foreign.run(`GRANT INSERT ON wages TO ${foreign.reader.username}`);
    expect(await findings({ code })).toEqual([true, ['ROLE_CAN_WRITE', 'TLS_OFF']]);
    await foreign.run(`REVOKE INSERT ON wages FROM ${foreign.reader.username};
      GRANT pg_read_server_files TO ${foreign.reader.username}`);
    expect(await findings({ code })).toEqual([true, ['ROLE_READS_SERVER_FILES', 'TLS_OFF']]);
    await foreign.run(`REVOKE pg_read_server_files FROM ${foreign.reader.username}`);
  });

  it('report 37: takes the stored secret of a code, and never to another place', async () => {
    const { code, url, username } = await server.adapter();
    const { secret: _own, ...given } = server.body({ code, name: 'Other' });
    expect((await test({ adapter: given })).body.available).toBe(true);
    const door = await openDoor(leadTo({ settings: server.database.settings }));
    const elsewhere = `postgresql://127.0.0.1:${door.port}/${server.foreign.name}?sslmode=disable`;
    expect((await test({ adapter: { ...given, url: elsewhere } })).body.errorCode).toBe('SIGN_IN_FAILED');
    expect((await test({ adapter: { ...given, url: elsewhere, ...server.foreign.reader } })).body.available).toBe(true);
    await door.stop();
    expect([url, username]).toEqual([given.url, given.username]);
  });

  it('report 37: names exactly one adapter, tells what kept it from opening in the language asked for, and changes nothing', async () => {
    expect((await test({})).status).toBe(400);
    expect((await test({ code: 'a', adapter: server.body() })).status).toBe(400);
    const wrong = { adapter: server.body({ secret: USER_PASSWORD }) };
    const turkish = await server.as(server.admin, 'POST', `${AT}/test`, wrong, { 'accept-language': 'tr' });
    expect(turkish.body).toEqual({
      available: false,
      latencyMillis: null,
      errorCode: 'SIGN_IN_FAILED',
      errorMessage: 'Veritabanı kullanıcıyı ya da parolayı reddediyor.',
      serverVersion: null,
      findingList: [],
    });
    expect(turkish.text).not.toContain(server.foreign.reader.username);
    const [{ count }] = (await query<{ count: number }>(
      server,
      'SELECT count(*)::int AS count FROM report_adapter WHERE code = $1',
      [wrong.adapter.code],
    )) as [{ count: number }];
    expect(count).toBe(0);
  });
});

describe('a connection for others', () => {
  it('report 38: is left alone for thirty seconds after five failures in a row, and tried again by the next one', async () => {
    const { foreign, clock } = server;
    const { code, uuid } = await server.adapter();
    const offered = offeredBy(server);
    const scope = { tenantIdentifier: 'default' };
    const attempt = () =>
      offered.connect(scope, code).then(
        ({ end }) => end(false),
        (error: unknown) => error,
      );
    const { script } = foreign.door;
    foreign.door.script = hangUp;
    for (let failed = 0; failed < 5; failed += 1) {
      expect(await attempt()).toMatchObject({
        code: 'REPORT_ADAPTER_UNAVAILABLE',
        options: { errorArguments: [{ code, reason: 'CONNECTION_FAILED' }], retryAfterSeconds: 5 },
      });
    }
    const before = foreign.door.connections;
    foreign.door.script = script;
    expect(await attempt()).toMatchObject({
      options: { errorArguments: [{ code, reason: 'PAUSED' }], retryAfterSeconds: 30 },
    });
    expect(foreign.door.connections).toBe(before);
    clock.advance(30_000);
    expect(await attempt()).toBeUndefined();
    // One success ends the row.
    foreign.door.script = hangUp;
    for (let failed = 0; failed < 4; failed += 1) await attempt();
    foreign.door.script = script;
    expect(await attempt()).toBeUndefined();
    await server.update({ uuid, version: 0, enabled: false });
    expect(await attempt()).toMatchObject({ options: { errorArguments: [{ code, reason: 'DISABLED' }] } });
    await expect(offered.connect(scope, 'nothing')).rejects.toMatchObject({ code: 'REPORT_ADAPTER_NOT_FOUND' });
  });

  it('report 38: reads as the role of the adapter, within its tenant, and knows which functions are allowed', async () => {
    const { code } = await server.adapter({ allowedFunctionList: ['public.net_price', 'similarity'] });
    const offered = offeredBy(server);
    const { client, end } = await offered.connect({ tenantIdentifier: 'default' }, code);
    const { rows } = await client.query('SELECT current_user AS name, count(*)::int AS orders FROM orders');
    expect(rows).toEqual([{ name: server.foreign.reader.username, orders: 3 }]);
    expect(await offered.describe(client, 'SELECT total FROM orders')).toEqual([
      { name: 'total', sqlType: 'numeric(12,2)' },
    ]);
    await end(false);
    expect(await offered.find({ tenantIdentifier: 'default' }, code)).toMatchObject({
      enabled: true,
      allowedFunctionList: ['public.net_price', 'similarity'],
    });
    expect(await offered.find({ tenantIdentifier: 'north' }, code)).toBeNull();
    await expect(offered.connect({ tenantIdentifier: 'north' }, code)).rejects.toMatchObject({
      code: 'REPORT_ADAPTER_NOT_FOUND',
    });
  });
});
