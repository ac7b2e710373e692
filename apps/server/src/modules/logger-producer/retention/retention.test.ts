// Tests that events go when they are past: at once for who reads, by whole partitions or by tenant on disk, and that nobody waits.
import { DAY_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { sql } from '../../../kernel/database/database.ts';
import { createLogger } from '../../../kernel/process/logger.ts';
import { createMetrics } from '../../../kernel/process/metrics.ts';
import { listPartitions } from '../../../kernel/schema/drop-partitions.ts';
import { ensurePartitions } from '../../../kernel/schema/partitions.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createTestEvents, emptyEvents } from '../../../testing/test-events.ts';
import { type Person, signInAdmin, TEST_PASSWORD } from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import type { RetentionDays } from '../record/event.types.ts';
import { createRetention } from './feature.ts';

const WAIT = { timeout: 10_000, interval: 10 };
const STANDARD = { table: 'log_event_standard', keyType: 'timestamptz', unit: 'day' } as const;
const AUDIT = { table: 'log_event_audit', keyType: 'timestamptz', unit: 'month' } as const;

const FILL = sql(
  't_fill',
  `INSERT INTO log_event (uuid, tenant_identifier, event_time, observed_time, retention_class, severity_number, level, event_name, key,
     event_type, service, truncated, content_hash)
   SELECT gen_random_uuid(), tenant, $1::timestamptz - days * interval '1 day', $1, $2, 9, 'INFO', 'x', 'x',
     CASE $2 WHEN 'AUDIT' THEN 'AUDIT' ELSE 'APPLICATION' END, 'x', false, 'h'
   FROM unnest($3::text[]) tenant, unnest($4::int[]) days`,
);
const OLDEST = sql(
  't_oldest',
  `SELECT tenant_identifier AS tenant, round(extract(epoch FROM $1::timestamptz - min(event_time)) / 86400)::int AS days
   FROM log_event WHERE service = 'x' AND retention_class = $2 GROUP BY 1 ORDER BY 1`,
);
const CUTS = sql(
  't_cuts',
  `SELECT tenant_identifier AS tenant, detail ->> 'retentionClass' AS class FROM log_recorded_event WHERE kind = 'log.retention-cut' ORDER BY id`,
);

describe('a pass', () => {
  let test: TestDatabase;
  const clock = createManualClock(Date.UTC(2026, 5, 15, 12));
  const now = () => new Date(clock.now());
  const log = createLogger('fatal');
  const signed: string[] = [];
  const cut = async (_tx: unknown, tenant: string, before: Date) => {
    signed.push(`${tenant} ${before.toISOString().slice(0, 10)}`);
  };
  const daysOf: RetentionDays = (retentionClass, tenant) =>
    retentionClass === 'AUDIT' ? 60 : tenant === 'short' ? 7 : 30;

  beforeAll(async () => {
    test = await createTestDatabase(moduleMigrations);
    await ensurePartitions(test.database, STANDARD, clock.now() - 45 * DAY_MS, clock.now() + DAY_MS);
    await ensurePartitions(test.database, AUDIT, clock.now() - 150 * DAY_MS, clock.now() + DAY_MS);
  });
  afterAll(() => test.close());
  beforeEach(() => emptyEvents(test.database));

  const fill = (retentionClass: string, tenants: readonly string[], days: readonly number[]) =>
    test.database.execute(FILL, [now(), retentionClass, tenants, days]);
  const pass = () => {
    const { events } = createTestEvents({ database: test.database, clock });
    return createRetention(
      { clock, database: test.database, events, log, metrics: createMetrics() },
      daysOf,
      cut,
    ).run();
  };

  it('logger-producer 19: leaves each tenant what it keeps, drops what is past for all, and tells it once', async () => {
    await fill('STANDARD', ['long', 'short'], [0, 1, 6, 7, 8, 20, 29, 30, 31, 40]);
    await fill('AUDIT', ['long'], [1, 59, 61, 100]);
    await pass();
    expect(await test.database.rows(OLDEST, [now(), 'STANDARD'])).toEqual([
      { tenant: 'long', days: 30 },
      { tenant: 'short', days: 7 },
    ]);
    expect(await test.database.rows(OLDEST, [now(), 'AUDIT'])).toEqual([{ tenant: 'long', days: 59 }]);
    const [oldest] = await listPartitions(test.database, STANDARD);
    expect(oldest?.name).toBe('log_event_standard_2026_05_16');
    const [oldestAudit] = await listPartitions(test.database, AUDIT);
    expect(oldestAudit?.name).toBe('log_event_audit_2026_04');
    const cuts = await test.database.rows<{ class: string }>(CUTS);
    expect(new Set(cuts.map((cut) => JSON.stringify(cut)))).toEqual(
      new Set([
        '{"tenant":"long","class":"STANDARD"}',
        '{"tenant":"short","class":"STANDARD"}',
        '{"tenant":"long","class":"AUDIT"}',
      ]),
    );
    // Where what is audited ends is signed for the chain over it.
    expect(new Set(signed)).toEqual(new Set(['long 2026-04-16']));
    await pass();
    expect(await test.database.rows(CUTS)).toHaveLength(cuts.length);
  });

  it('logger-producer 31: of which a detach was cut off half-way is finished by the next one, and no writer waits', async () => {
    const { database } = test;
    await ensurePartitions(database, STANDARD, clock.now() - 45 * DAY_MS, clock.now() - 45 * DAY_MS);
    const stateOf = async () => (await listPartitions(database, STANDARD))[0];
    expect(await stateOf()).toMatchObject({ name: 'log_event_standard_2026_05_01', state: 'attached' });
    const detaching = sql(
      't_detaching',
      "SELECT pid FROM pg_stat_activity WHERE query LIKE 'ALTER TABLE log_event_standard DETACH%' AND pid <> pg_backend_pid() AND datname = current_database()",
    );
    await database.transaction(async (reader) => {
      await reader.rows(sql('t_read', 'SELECT uuid FROM log_event LIMIT 1'));
      const cut = pass();
      await vi.waitFor(async () => expect((await stateOf())?.state).toBe('pending'), WAIT);
      await fill('STANDARD', ['long'], [0]);
      const [row] = await database.rows<{ pid: number }>(detaching);
      await database.rows(sql('t_cancel', 'SELECT pg_cancel_backend($1)'), [row?.pid]);
      await cut;
      expect((await stateOf())?.state).toBe('pending');
    });
    await pass();
    expect((await stateOf())?.name).toBe('log_event_standard_2026_05_16');
    // One that was detached, and whose process ended before it was dropped, goes as well.
    await database.execute(sql('t_loose', 'CREATE TABLE log_event_standard_2026_05_01 (LIKE log_event_standard)'));
    await pass();
    expect((await stateOf())?.name).toBe('log_event_standard_2026_05_16');
  });

  it('is made by several processes at once as by one', async () => {
    const { database } = test;
    await fill('STANDARD', ['long', 'short'], [5, 10]);
    const days = [40, 41, 42];
    for (const ago of days) {
      const time = clock.now() - ago * DAY_MS;
      await ensurePartitions(database, STANDARD, time, time);
    }
    await fill('STANDARD', ['long'], days);
    await Promise.all([pass(), pass(), pass()]);
    expect(await database.rows(OLDEST, [now(), 'STANDARD'])).toEqual([
      { tenant: 'long', days: 10 },
      { tenant: 'short', days: 5 },
    ]);
    expect((await listPartitions(database, STANDARD))[0]?.name).toBe('log_event_standard_2026_05_16');
  });
});

describe('who reads and writes', () => {
  let server: TestServer;
  let admin: Person;
  beforeAll(async () => {
    server = await startTestServer({ env: { KEELSON_ADMIN_PASSWORD: TEST_PASSWORD } });
    admin = await signInAdmin(server);
  });
  afterAll(() => server.stop());

  it('logger-producer 19: sees nothing older than what is kept, from the moment on at which it is lowered', async () => {
    const at = (days: number) => new Date(server.clock.now() - days * DAY_MS).toISOString();
    const send = (days: number) => admin.post('/event/sync', { eventTime: at(days), service: 'kept' });
    const old = await send(20);
    const uuid = old.headers.get('x-svc-event-uuid');
    const query = { service: 'kept', eventTimeFrom: at(30) };
    const seen = async () => [
      (await admin.post('/event/page', query)).body.totalElements,
      (await admin.post('/event/search', { query })).body.data.length,
      (await admin.post('/event/field-values', { query, field: 'service' })).body.valueList.length,
      (await admin.get(`/event/by-uuid/${uuid}`)).status,
    ];
    expect(await seen()).toEqual([1, 1, 1, 200]);
    server.settings.set('logger.retention.standard', 7);
    expect(await seen()).toEqual([0, 0, 0, 404]);
    expect((await send(8)).errorDetail.errorCode).toBe('LOG_EVENT_TOO_OLD');
    server.settings.set('logger.retention.standard', 90);
    expect(await seen()).toEqual([1, 1, 1, 200]);
    expect((await send(80)).status).toBe(200);
  });
});
