// Tests walking through events, counting them and their values, and what the suite says that it can emit.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DAY_MS, HOUR_MS } from '@keelson/time-zone/units';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverModules } from '../../../app-modules.ts';
import { sql } from '../../../kernel/database/database.ts';
import { createPersonWithRoles, type Person, signInAdmin, TEST_PASSWORD } from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const isKind = (one: unknown): one is { readonly name: string } =>
  typeof one === 'object' && one !== null && 'name' in one && 'level' in one;

let server: TestServer;
let admin: Person;
let person: Person;

beforeAll(async () => {
  server = await startTestServer({ env: { KEELSON_ADMIN_PASSWORD: TEST_PASSWORD } });
  admin = await signInAdmin(server);
  person = await createPersonWithRoles(admin, server.url, 'person');
});
afterAll(() => server.stop());

const at = (offsetMs: number) => new Date(server.clock.now() + offsetMs).toISOString();
const refusal = async (path: string, body: object, who = admin) => {
  const { status, errorDetail } = await who.post(path, body);
  const codes = (errorDetail?.errorArguments ?? []).map(
    ({ field, code }: { field: string; code: string }) => `${field} ${code}`,
  );
  return [status, errorDetail?.errorCode, ...codes];
};
const store = async (events: readonly object[]) => {
  for (let from = 0; from < events.length; from += 1_000) {
    const { body } = await admin.post('/event/batch/sync', events.slice(from, from + 1_000));
    expect(body.rejectedList).toEqual([]);
  }
};

interface Walked {
  readonly data: readonly { readonly uuid: string }[];
  readonly nextCursor: string | null;
}

describe('a walk', () => {
  it('logger-producer 21: sees every event once, the newest first, whatever comes meanwhile', async () => {
    const service = 'walked';
    const events = Array.from({ length: 2_500 }, (_, index) => ({
      uuid: String(randomUUID()),
      // Many share their time.
      eventTime: at(-Math.floor(index / 7) * 1_000),
      service,
    }));
    await store(events);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const body: object = { query: { service }, limit: 300, ...(cursor === null ? {} : { cursor }) };
      const answer: Walked = (await admin.post('/event/search', body)).body;
      seen.push(...answer.data.map(({ uuid }: { uuid: string }) => uuid));
      cursor = answer.nextCursor;
      server.clock.advance(1_000);
      await store([{ service }, { service, eventTime: at(HOUR_MS) }]);
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
    expect([...seen].sort()).toEqual(events.map(({ uuid }) => uuid).sort());
    const times = new Map(events.map(({ uuid, eventTime }) => [uuid, eventTime]));
    expect(seen.map((uuid) => times.get(uuid))).toEqual(
      seen
        .map((uuid) => times.get(uuid)!)
        .toSorted()
        .reverse(),
    );
  });

  it('goes on only with its own cursor', async () => {
    const query = { service: 'walked' };
    const { nextCursor } = (await admin.post('/event/search', { query, limit: 1 })).body;
    const wrong = [400, 'VALIDATION_FAILED', 'cursor CURSOR_INVALID'];
    for (const cursor of ['x', nextCursor.slice(1), Buffer.from('[1,2,3,4,5]').toString('base64url')]) {
      expect(await refusal('/event/search', { query, cursor })).toEqual(wrong);
    }
    expect(await refusal('/event/search', { query: { service: 'other' }, cursor: nextCursor })).toEqual(wrong);
    expect((await admin.post('/event/search', { query, cursor: nextCursor, limit: 1 })).body.data).toHaveLength(1);
  });
});

describe('a histogram', () => {
  it('logger-producer 21: equals a count by hand, with days of 23 and 25 hours, empty buckets among them', async () => {
    // In Berlin the clock went back on 26 October 2025 and forward on 29 March 2026.
    for (const [zone, from, hours] of [
      ['Europe/Berlin', '2025-10-25T10:00:00Z', [24, 25, 24]],
      ['Europe/Istanbul', '2025-10-25T10:00:00Z', [24, 24, 24]],
    ] as const) {
      const body = {
        query: { eventTimeFrom: from, eventTimeTo: '2025-10-27T10:00:00Z' },
        intervalSeconds: 86_400,
        timeZone: zone,
      };
      const { bucketList } = (await admin.post('/event/histogram', body)).body;
      const lengths = bucketList.map(
        (bucket: { from: string; to: string }) => (Date.parse(bucket.to) - Date.parse(bucket.from)) / HOUR_MS,
      );
      expect(lengths).toEqual(hours);
    }
    const service = 'counted';
    const events = Array.from({ length: 400 }, (_, index) => ({
      service,
      level: ['INFO', 'WARN', 'ERROR'][index % 3]!,
      eventTime: at(-((index * 7_919) % (3 * DAY_MS))),
    }));
    await store(events);
    const asked = fc.record({
      interval: fc.constantFrom(600, 3_600, 7_200, 86_400),
      fromHours: fc.integer({ min: 1, max: 72 }),
      level: fc.constantFrom('INFO', 'WARN', 'ERROR'),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ interval, fromHours, level }) => {
        const query = { service, levelFrom: level, eventTimeFrom: at(-fromHours * HOUR_MS), eventTimeTo: at(0) };
        const answer = (await admin.post('/event/histogram', { query, intervalSeconds: interval })).body;
        const levels = ['INFO', 'WARN', 'ERROR'];
        const fitting = events.filter(
          (event) =>
            levels.indexOf(event.level) >= levels.indexOf(level) &&
            event.eventTime >= query.eventTimeFrom &&
            event.eventTime < query.eventTimeTo,
        );
        for (const { from, to, count, levelMap } of answer.bucketList) {
          const inside = fitting.filter(({ eventTime }) => eventTime >= from && eventTime < to);
          expect(count).toBe(inside.length);
          for (const name of levels)
            expect(levelMap[name] ?? 0).toBe(inside.filter((one) => one.level === name).length);
        }
        const starts = answer.bucketList.map(({ from }: { from: string }) => from);
        expect(answer.bucketList.slice(0, -1).map(({ to }: { to: string }) => to)).toEqual(starts.slice(1));
        expect(answer.bucketList.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(
          fitting.length,
        );
      }),
      { numRuns: 25 },
    );
  });

  it('chooses an interval, and refuses what nobody could look at', async () => {
    expect((await admin.post('/event/histogram', {})).body.intervalSeconds).toBe(1_800);
    const long = { query: { traceId: 'a'.repeat(32), eventTimeFrom: '1990-01-01T00:00:00Z' } };
    for (const [body, code] of [
      [{ intervalSeconds: 1 }, 'intervalSeconds OUT_OF_RANGE'],
      [{ intervalSeconds: 100_000 }, 'intervalSeconds OUT_OF_RANGE'],
      [{ ...long, intervalSeconds: 86_400 }, 'intervalSeconds OUT_OF_RANGE'],
      [{ timeZone: 'Mars/Olympus' }, 'timeZone FORMAT'],
    ] as const) {
      expect(await refusal('/event/histogram', body)).toEqual([400, 'VALIDATION_FAILED', code]);
    }
  });
});

it('values of a field are counted, the most frequent first, with how many have another one', async () => {
  const service = 'valued';
  await store(
    Array.from({ length: 60 }, (_, index) => ({
      service,
      action: ['pay', 'pay', 'send', 'hold'][index % 4],
      ...(index % 2 === 0 ? { clientIp: '10.0.0.1' } : {}),
      tagList: index % 3 === 0 ? ['a', 'b'] : ['a'],
    })),
  );
  const values = async (field: string, limit = 2) =>
    (await admin.post('/event/field-values', { query: { service }, field, limit })).body;
  expect(await values('action')).toEqual({
    field: 'action',
    valueList: [
      { value: 'pay', count: 30 },
      { value: 'hold', count: 15 },
    ],
    otherCount: 15,
  });
  expect(await values('clientIp')).toMatchObject({ valueList: [{ value: '10.0.0.1', count: 30 }], otherCount: 0 });
  expect(await values('tagList', 1)).toEqual({
    field: 'tagList',
    valueList: [{ value: 'a', count: 60 }],
    otherCount: 20,
  });
  expect(await values('outcome')).toEqual({ field: 'outcome', valueList: [], otherCount: 0 });
});

it('what takes too long, is too wide or too deep is refused by each of them', async () => {
  const events = { query: { eventTimeFrom: at(-32 * DAY_MS) } };
  const range = [422, 'LOG_QUERY_RANGE_TOO_LARGE'];
  const types = { timeoutMillis: 100, eventTypeList: ['APPLICATION'] };
  for (const path of ['/event/search', '/event/histogram']) expect(await refusal(path, events)).toEqual(range);
  expect(await refusal('/event/field-values', { ...events, field: 'level' })).toEqual(range);
  expect(await refusal('/event/page/user', events.query)).toEqual(range);
  expect(await refusal('/event/page/user', { pageable: { pageNumber: 51, pageSize: 200 } })).toEqual([
    422,
    'LOG_QUERY_TOO_DEEP',
  ]);
  await server.database.database.transaction(async (tx) => {
    await tx.execute(sql('t_lock', 'LOCK TABLE log_event IN ACCESS EXCLUSIVE MODE'));
    const broad = [422, 'LOG_QUERY_TOO_BROAD'];
    for (const path of ['/event/search', '/event/histogram'])
      expect(await refusal(path, { query: types })).toEqual(broad);
    expect(await refusal('/event/field-values', { query: types, field: 'level' })).toEqual(broad);
    expect(await refusal('/event/page/user', types)).toEqual(broad);
  });
});

it('without an index of words a search for them is refused, and tags and attributes are found all the same', async () => {
  const service = 'unindexed';
  const event = { service, message: 'plain words', tagList: ['Red'], attributeMap: { order: { no: 7 } } };
  const found = async (query: object) => (await admin.post('/event/page', { service, ...query })).body.totalElements;
  for (const [mode, byWord] of [
    ['MESSAGE', 1],
    ['OFF', null],
  ] as const) {
    server.settings.set('logger.full-text', mode);
    await store([event]);
    const count = byWord === null ? 2 : 1;
    expect(await found({ tagList: ['Red'], attributeMap: { 'order.no': 7 } })).toBe(count);
    expect(await found({ attributeMap: { 'order.no': 8 } })).toBe(0);
    if (byWord !== null) expect(await found({ searchText: 'words' })).toBe(byWord);
  }
  const words = { searchText: 'words' };
  const off = [409, 'LOG_FULL_TEXT_OFF'];
  for (const path of ['/event/page', '/event/page/user']) expect(await refusal(path, words)).toEqual(off);
  for (const path of ['/event/search', '/event/histogram']) expect(await refusal(path, { query: words })).toEqual(off);
  expect(await refusal('/event/field-values', { query: words, field: 'level' })).toEqual(off);
  const tail = await admin.get('/event/tail?searchText=words');
  expect([tail.status, tail.errorDetail.errorCode]).toEqual(off);
  server.settings.set('logger.full-text', 'ALL');
  expect(await found({ searchText: 'words' })).toBe(1);
});

it('looks at the audit by any of them are recorded, and nobody else’s type is counted', async () => {
  const looks = sql('t_looks', "SELECT count(*)::int AS count FROM log_recorded_event WHERE kind = 'log.audit-read'");
  const count = async () => (await server.database.database.rows<{ count: number }>(looks))[0]!.count;
  const before = await count();
  const query = { eventTypeList: ['SECURITY'] };
  await admin.post('/event/search', { query });
  await admin.post('/event/histogram', { query });
  await admin.post('/event/field-values', { query, field: 'eventName' });
  expect(await count()).toBe(before + 3);
  expect((await refusal('/event/search', { query }, person)).slice(0, 2)).toEqual([403, 'ACCESS_DENIED']);
});

it('logger-producer 26: every kind that the program can record is in the catalogue', async () => {
  const { body } = await person.get('/event/catalogue');
  const listed = new Set(body.map(({ eventName }: { eventName: string }) => eventName));
  const source = fileURLToPath(new URL('../../../', import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test|\.fixture)\.ts$/.test(name),
  );
  const declared: string[] = [];
  for (const file of files) {
    if (!/ defineEvents\(/.test(readFileSync(source + file, 'utf8'))) continue;
    const exported = Object.values((await import(source + file)) as Record<string, unknown>);
    for (const kinds of exported.filter((one) => typeof one === 'object' && one !== null)) {
      for (const kind of Object.values(kinds as object)) if (isKind(kind)) declared.push(kind.name);
    }
  }
  // Nothing else makes a kind: only what is defined so can be recorded.
  expect(declared.length).toBeGreaterThan(80);
  expect(declared.filter((name) => !listed.has(name))).toEqual([]);
});

it('logger-producer 26: the catalogue lists every kind that a module declares, in the language asked for', async () => {
  const { body } = await person.get('/event/catalogue', { 'accept-language': 'tr' });
  const declared = serverModules.flatMap(({ contract, events }) =>
    Object.values(events).map(({ name, type, level, description }) => ({
      eventName: name,
      eventType: type,
      level,
      module: contract.name,
      description: description.tr,
    })),
  );
  const byName = (left: { eventName: string }, right: { eventName: string }) =>
    left.eventName < right.eventName ? -1 : 1;
  expect(body).toEqual(declared.sort(byName));
  const some = (await person.get('/event/catalogue?eventName=log.*')).body;
  expect(some.map(({ eventName }: { eventName: string }) => eventName)).toContain('log.audit-read');
  expect(some.every(({ eventName }: { eventName: string }) => eventName.startsWith('log.'))).toBe(true);
});
