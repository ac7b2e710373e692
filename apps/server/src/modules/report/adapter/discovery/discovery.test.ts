// Proves what discovery finds: the living beside the dead and the slow, in time, once, and to nobody what is not his.
import type { SvcRToolResolvedReportDataAdapterModel } from '@keelson/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { doneWithin, plainRequest } from '../../../../testing/stretched-bar.ts';
import { type AdapterServer, query, signInWith, startAdapterServer } from '../adapter-server.fixture.ts';
import { type Door, hangUp, openDoor, staySilent } from '../connection/foreign-database.fixture.ts';

let server: AdapterServer;
/** Sees adapters, and what everybody sees. */
let viewer: string;
let door: Door;
beforeAll(async () => {
  server = await startAdapterServer();
  viewer = await signInWith(server, 'viewer', ['REPORT_ADAPTER_VIEW']);
  door = await openDoor(staySilent);
});
afterAll(async () => {
  await door?.stop();
  await server?.stop();
});
beforeEach(() => query(server, 'DELETE FROM report_adapter'));

const ANSWERED_MS = 5_500;
const asked = plainRequest(() => fetch(`${server.url}/health/live`));

type Resolved = SvcRToolResolvedReportDataAdapterModel;
const codes = (body: readonly Resolved[]) => body.map(({ code }) => code);
const stored = (body: readonly Resolved[]) => body.filter(({ resolvedFrom }) => resolvedFrom === 'STORED');

/** Stores it without a look at its database, as if that had gone away afterwards. */
async function storedBehindDoor(code: string, port = door.port): Promise<void> {
  await server.adapter({ code });
  const url = `postgresql://127.0.0.1:${port}/${server.foreign.name}?sslmode=disable`;
  await query(server, 'UPDATE report_adapter SET url = $2 WHERE code = $1', [code, url]);
}

describe('discovery', () => {
  it('report 14: answers with a dead, a slow and a healthy adapter within 5.5 s, and no host, URL or secret', async () => {
    const dead = await openDoor(hangUp);
    await storedBehindDoor('b-slow');
    await storedBehindDoor('c-dead', dead.port);
    await server.adapter({ code: 'a-healthy', description: 'Alive' });
    await server.adapter({ code: 'd-off', enabled: false });
    const { body: all, text } = await doneWithin(ANSWERED_MS, asked, () => server.discover('', viewer));
    const body = stored(all);
    expect(body.map(({ code, available, errorCode }) => [code, available, errorCode])).toEqual([
      ['a-healthy', true, null],
      ['b-slow', false, 'TIMED_OUT'],
      ['c-dead', false, 'CONNECTION_FAILED'],
      ['d-off', false, 'DISABLED'],
    ]);
    expect(body[0]).toMatchObject({
      description: 'Alive',
      serviceName: 'report',
      resolvedFrom: 'STORED',
      dialect: 'POSTGRESQL',
      lastCheckTime: '2026-01-01T00:00:00.000Z',
      readOnly: true,
      entityList: null,
      errorMessage: null,
    });
    expect(body[1]).toMatchObject({ latencyMillis: null, errorMessage: 'The database did not answer in time.' });
    const { reader, name } = server.foreign;
    for (const hidden of ['127.0.0.1', 'postgresql:', reader.username, reader.secret, name])
      expect(text).not.toContain(hidden);
    await dead.stop();
  });

  it('report 14: answers within 5.5 s however many are slow, and each is tried once at a time', async () => {
    const { code: _code, ...given } = server.body();
    await server.adapter({ ...given, code: 'slow-0' });
    await query(
      server,
      `INSERT INTO report_adapter (uuid, version, tenant_identifier, code, name, name_folded, report_data_source_type, dialect, url,
         username, allowed_host_list, allowed_function_list, enabled, created_by, updated_by, date_created, date_updated, deleted)
       SELECT gen_random_uuid(), 0, 'default', 'slow-' || one, '', '', 'SQL', 'POSTGRESQL', $1, 'x', '{127.0.0.1}', '{}', true, '', '',
         now(), now(), false FROM generate_series(1, 99) one`,
      [`postgresql://127.0.0.1:${door.port}/x?sslmode=disable`],
    );
    const before = door.connections;
    const answers = await doneWithin(ANSWERED_MS, asked, () =>
      Promise.all([server.discover(), server.discover(), server.discover('refresh=true')]),
    );
    // Nobody waits for another one.
    expect(door.mostOpen).toBeGreaterThanOrEqual(99);
    expect(answers.map(({ body }) => stored(body).length)).toEqual([100, 100, 100]);
    expect(door.connections - before).toBe(99);
    expect(stored((await server.discover('only-available=true')).body).map(({ code }) => code)).toEqual(['slow-0']);
  });

  it('report 14: finds out anew after 30 s, at once where a manager asks for it, and after a change', async () => {
    const { uuid } = await server.adapter({ code: 'kept' });
    const tried = async (query: string) => {
      const before = server.foreign.door.connections;
      await server.discover(query);
      return server.foreign.door.connections - before;
    };
    expect([await tried(''), await tried(''), await tried('refresh=true'), await tried('')]).toEqual([1, 0, 1, 0]);
    server.clock.advance(29_999);
    expect(await tried('')).toBe(0);
    server.clock.advance(1);
    expect(await tried('')).toBe(1);
    expect([await tried('include-metadata=true'), await tried('include-metadata=true'), await tried('')]).toEqual([
      1, 0, 0,
    ]);
    await server.update({ uuid, version: 0, name: 'Changed' });
    expect(await tried('')).toBe(1);
    const refused = await server.discover('refresh=true', viewer);
    expect([refused.status, refused.error?.errorCode]).toEqual([403, 'ACCESS_DENIED']);
  });

  it('report 14: names the types where one is unknown, and takes an empty one as none', async () => {
    await server.adapter({ code: 'only' });
    const refused = await server.discover('report-data-source-type=REST');
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/SQL, CSV, PLATFORM/);
    const of = async (type: string) => codes((await server.discover(`report-data-source-type=${type}`)).body);
    expect(await of('SQL')).toEqual(['only']);
    expect(await of('CSV')).toEqual([]);
    expect(new Set(await of('PLATFORM'))).toEqual(new Set(['platform']));
    expect(new Set(await of(''))).toEqual(new Set(['only', 'platform']));
    expect(codes((await server.discover('code=only')).body)).toEqual(['only']);
    expect(codes((await server.discover('code=nothing')).body)).toEqual([]);
  });

  it('report 14: tells tables and columns to those who may read them, as statements name them', async () => {
    const { foreign } = server;
    await server.adapter({ code: 'orders' });
    await foreign.run(`CREATE SCHEMA "odd names"; GRANT USAGE ON SCHEMA "odd names" TO ${foreign.reader.username};
      CREATE TABLE "odd names"."A table" ("A column" uuid, hidden text, j jsonb, b bytea, t time, f real, d date, o boolean, k inet);
      GRANT SELECT ("A column", j, b, t, f, d, o, k) ON "odd names"."A table" TO ${foreign.reader.username}`);
    const { body } = await server.discover('code=orders&include-metadata=true', viewer);
    // The server of the tests has an extension of its own.
    expect(body[0]?.entityList?.filter(({ name }) => !name.startsWith('pg_stat'))).toEqual([
      {
        name: '"odd names"."A table"',
        label: null,
        columnList: [
          { name: 'A column', type: 'UUID', label: null },
          { name: 'j', type: 'JSON', label: null },
          { name: 'b', type: 'BINARY', label: null },
          { name: 't', type: 'TIME', label: null },
          { name: 'f', type: 'DOUBLE', label: null },
          { name: 'd', type: 'DATE', label: null },
          { name: 'o', type: 'BOOLEAN', label: null },
          { name: 'k', type: 'STRING', label: null },
        ],
      },
      {
        name: 'orders',
        label: 'What was ordered',
        columnList: [
          { name: 'id', type: 'LONG', label: null },
          { name: 'customer', type: 'STRING', label: null },
          { name: 'total', type: 'DECIMAL', label: 'With taxes' },
          { name: 'placed', type: 'DATE_TIME', label: null },
        ],
      },
    ]);
    expect(body[0]?.entityTruncated).toBe(false);
    const manager = await signInWith(server, 'manager', ['REPORT_MANAGE']);
    const unseen = await server.discover('code=orders&include-metadata=true', manager);
    expect(unseen.body).toMatchObject([{ available: true, entityList: null }]);
    await foreign.run(`DO $$ BEGIN FOR one IN 1..2001 LOOP EXECUTE format('CREATE VIEW many_%s AS SELECT 1 AS one', one);
      EXECUTE format('GRANT SELECT ON many_%s TO ${foreign.reader.username}', one); END LOOP; END $$`);
    const many = await server.discover('code=orders&include-metadata=true&refresh=true');
    expect(many.body[0]).toMatchObject({ entityTruncated: true });
    expect(many.body[0]?.entityList).toHaveLength(2_000);
  }, 20_000);

  it('report 14: is an array without doubles, sorted by code, at both addresses', async () => {
    await server.adapter({ code: 'zebra' });
    await server.adapter({ code: 'Alpha' });
    const { body } = await server.discover();
    const keys = body.map(({ serviceName, code }) => `${code} ${serviceName}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toEqual([...keys].sort());
    const prefixed = await server.as(
      server.admin,
      'GET',
      '/report-server/executable-reports/report-data-adapters/discover',
    );
    expect(prefixed.body).toEqual(body);
    expect((await server.discover('', await signInWith(server, 'nobody'))).status).toBe(403);
  });
});

describe('data of the platform', () => {
  it('report 17: is found by those who hold its authority, module by module', async () => {
    const of = async (token: string) => {
      const { body } = await server.discover('report-data-source-type=PLATFORM&include-metadata=true', token);
      return body;
    };
    const servicesOf = async (token: string) => (await of(token)).map(({ serviceName }) => serviceName);
    // Everybody who signs in may see process definitions.
    expect(await servicesOf(viewer)).toEqual(['bpmn-engine']);
    const watcher = await signInWith(server, 'watcher', ['REPORT_ADAPTER_VIEW', 'SESSION_VIEW']);
    expect(await servicesOf(watcher)).toEqual(['bpmn-engine', 'session']);
    const [, found] = await of(watcher);
    expect(found).toMatchObject({
      code: 'platform',
      serviceName: 'session',
      resolvedFrom: 'PLATFORM',
      dialect: 'NONE',
      available: true,
      reportDataSourceType: 'PLATFORM',
      entityList: [{ name: 'sessions' }],
    });
    const columns = found?.entityList?.[0]?.columnList ?? [];
    expect(columns.map(({ name }) => name)).toContain('lastAccessDate');
    const all = await of(server.admin);
    const sets = all.flatMap(({ entityList }) => entityList?.map(({ name }) => name) ?? []);
    expect(sets).toEqual(expect.arrayContaining(['sessions', 'events', 'audit', 'mails']));
    const turkish = await server.as<Resolved[]>(
      watcher,
      'GET',
      '/executable-reports/report-data-adapters/discover?report-data-source-type=PLATFORM',
      undefined,
      { 'accept-language': 'tr' },
    );
    expect(turkish.body[1]).toMatchObject({ name: 'Platformun verileri', serviceName: 'session', entityList: null });
  });
});
