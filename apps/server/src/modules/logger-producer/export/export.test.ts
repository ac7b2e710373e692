// Tests events taken away as a file: whole, in both formats, within their bounds, and with a record of who did it.
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import {
  createPersonWithRoles,
  createRole,
  type Person,
  signInAdmin,
  TEST_PASSWORD,
} from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let admin: Person;
let taker: Person;
let blind: Person;

beforeAll(async () => {
  server = await startTestServer({ env: { KEELSON_ADMIN_PASSWORD: TEST_PASSWORD } });
  admin = await signInAdmin(server);
  await createRole(admin, 'ROLE_TAKER', ['LOG_EXPORT', 'LOG_VIEW']);
  await createRole(admin, 'ROLE_BLIND', ['LOG_EXPORT']);
  taker = await createPersonWithRoles(admin, server.url, 'taker', ['ROLE_TAKER']);
  blind = await createPersonWithRoles(admin, server.url, 'blind', ['ROLE_BLIND']);
});
afterAll(() => server.stop());

const ask = (body: object, { token }: Person = admin, headers: object = {}) =>
  fetch(`${server.url}/event/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const refusal = async (body: object, who = admin, headers: object = {}) => {
  const answer = await ask(body, who, headers);
  const { errorDetail } = (await answer.json()) as { errorDetail: { errorCode: string } | null };
  return [answer.status, errorDetail?.errorCode];
};
const store = async (events: readonly object[]) => {
  for (let from = 0; from < events.length; from += 1_000) {
    const { body } = await admin.post('/event/batch/sync', events.slice(from, from + 1_000));
    expect(body.rejectedList).toEqual([]);
  }
};
/** A million rows take some seconds, on a busy machine more. */
const MILLION_TIMEOUT_MS = 60_000;
const INDEXES = sql(
  't_indexes',
  `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = 'log_event'::regclass AND NOT indisunique`,
);
const MILLION = sql(
  't_million',
  `INSERT INTO log_event (uuid, tenant_identifier, event_time, retention_class, observed_time, severity_number, level,
     event_name, event_type, key, service, truncated, content_hash)
   SELECT gen_random_uuid(), 'default', $1::timestamptz, 'STANDARD', $1::timestamptz, 9, 'INFO', 'event', 'APPLICATION', 'event',
     'many', false, '' FROM generate_series(1, 1000001)`,
);
const EXPORTS = sql('t_exports', "SELECT detail FROM log_recorded_event WHERE kind = 'log.exported' ORDER BY id");
const exports = async () =>
  (await server.database.database.rows<{ detail: object }>(EXPORTS)).map(({ detail }) => detail);

describe('a file of events', () => {
  it('logger-producer 21: holds every event once, the newest first, as a search shows it', async () => {
    const service = 'taken';
    await store(
      Array.from({ length: 2_500 }, (_, index) => ({
        eventTime: new Date(server.clock.now() - Math.floor(index / 7) * 1_000).toISOString(),
        service,
        message: 'x'.repeat(index % 700),
        attributeMap: { index },
      })),
    );
    const answer = await ask({ query: { service }, format: 'NDJSON' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
    expect(answer.headers.get('content-disposition')).toContain('filename="events.ndjson"');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const lines = (await answer.text()).split('\n');
    expect(lines.pop()).toBe('');
    const events = lines.map((line) => JSON.parse(line));
    expect(new Set(events.map(({ uuid }) => uuid)).size).toBe(2_500);
    expect(events.map(({ eventTime }) => eventTime)).toEqual(
      events
        .map(({ eventTime }) => eventTime)
        .sort()
        .reverse(),
    );
    const { body } = await admin.post('/event/search', { query: { service }, limit: 1_000 });
    expect(events.slice(0, 1_000)).toEqual(body.data);
    expect((await exports()).at(-1)).toEqual({ query: { service }, format: 'NDJSON', count: 2_500 });
  });

  it('is CSV that a spreadsheet reads and runs nothing of', async () => {
    const service = 'cells';
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'];
    const messages = [...formulas, 'a "quoted", word', 'two\nlines', 'İstanbul'];
    const now = server.clock.now();
    await store(
      messages.map((message, index) => ({
        service,
        message,
        eventTime: new Date(now - index * 1_000).toISOString(),
        tagList: ['a,b'],
        attributeMap: { note: '"' },
      })),
    );
    const answer = await ask({ query: { service }, format: 'CSV' }, taker);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const rows = parseCsv(await answer.text());
    const [titles, ...cells] = rows;
    const column = (name: string) => cells.map((row) => row[titles!.indexOf(name)]);
    expect(column('message')).toEqual([...formulas.map((text) => `'${text}`), ...messages.slice(formulas.length)]);
    expect(column('tagList')).toEqual(messages.map(() => '["a,b"]'));
    expect(column('attributeMap')).toEqual(messages.map(() => '{"note":"\\""}'));
    expect(column('sequence')).toEqual(messages.map(() => ''));
    expect(rows.every((row) => row.length === titles!.length)).toBe(true);
  });

  it('holds what its reader may see, and nothing of another tenant', async () => {
    const uuid = randomUUID();
    await admin.post('/event/sync', { uuid, eventType: 'AUDIT' });
    const query = { uuidList: [uuid] };
    expect((await (await ask({ query, format: 'NDJSON' })).text()).split('\n')).toHaveLength(2);
    expect(await (await ask({ query, format: 'NDJSON' }, taker)).text()).toBe('');
    const wanted = { ...query, eventTypeList: ['AUDIT'] };
    expect((await (await ask({ query: wanted, format: 'CSV' }, taker)).text()).split('\r\n')).toHaveLength(2);
    expect(await refusal({ query, format: 'NDJSON' }, blind)).toEqual([403, 'ACCESS_DENIED']);
    const elsewhere = { query: { tenantIdentifier: 'elsewhere' }, format: 'NDJSON' };
    expect(await refusal(elsewhere, taker)).toEqual([403, 'ACCESS_DENIED']);
  });

  it('logger-producer 14: holds no secret', async () => {
    const service = 'secretive';
    await store([{ service, message: 'Bearer abcdefghijklmnop', attributeMap: { deep: { password: 'p4ss' } } }]);
    for (const format of ['NDJSON', 'CSV']) {
      const text = await (await ask({ query: { service }, format })).text();
      expect(text).toContain('***');
      expect(text).not.toMatch(/p4ss|abcdefghijklmnop/);
    }
  });

  it('is refused by its bounds before its first byte', { timeout: MILLION_TIMEOUT_MS }, async () => {
    const from = new Date(server.clock.now() - 40 * DAY_MS).toISOString();
    const wide = { query: { eventTimeFrom: from }, format: 'NDJSON' };
    expect(await refusal(wide)).toEqual([422, 'LOG_QUERY_RANGE_TOO_LARGE']);
    expect(await refusal({ format: 'XLSX' })).toEqual([400, 'VALIDATION_FAILED']);
    expect(await refusal({ format: 'CSV' }, admin, { accept: 'image/png' })).toEqual([406, 'NOT_ACCEPTABLE']);
    const before = (await exports()).length;
    const { database } = server.database;
    const recent = { eventTypeList: ['APPLICATION'] };
    await database.transaction(async (tx) => {
      await tx.execute(sql('t_lock', 'LOCK TABLE log_event IN ACCESS EXCLUSIVE MODE'));
      const query = { ...recent, timeoutMillis: 100 };
      expect(await refusal({ query, format: 'CSV' })).toEqual([422, 'LOG_QUERY_TOO_BROAD']);
    });
    server.settings.set('logger.full-text', 'OFF');
    expect(await refusal({ query: { searchText: 'x' }, format: 'CSV' })).toEqual([409, 'LOG_FULL_TEXT_OFF']);
    // Without indexes a million rows are made in seconds.
    await database.transaction(async (tx) => {
      // Whoever seals or removes events meanwhile has locked other parts of the table first.
      await tx.execute(sql('t_lock_all', 'LOCK TABLE log_event IN ACCESS EXCLUSIVE MODE'));
      for (const [index, { name }] of (await tx.rows<{ name: string }>(INDEXES)).entries())
        await tx.execute(sql(`t_drop_${index}`, `DROP INDEX ${name}`));
      await tx.execute(sql('t_drop_key', 'ALTER TABLE log_event DROP CONSTRAINT log_event_pkey'));
    });
    await database.execute(MILLION, [new Date(server.clock.now()).toISOString()]);
    const many = { ...recent, service: 'many' };
    expect(await refusal({ query: many, format: 'NDJSON' })).toEqual([422, 'RESULT_TOO_LARGE']);
    expect((await exports()).length).toBe(before);
  });
});

/** Reads a file of RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  rows.pop();
  return rows;
}
