// Tests the reading of events over HTTP: what is found, by whom, and within which bounds.
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@keelson/time-zone/units';
import fc from 'fast-check';
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
let viewer: Person;
let person: Person;

beforeAll(async () => {
  server = await startTestServer({ env: { KEELSON_ADMIN_PASSWORD: TEST_PASSWORD } });
  admin = await signInAdmin(server);
  await createRole(admin, 'ROLE_VIEWER', ['LOG_VIEW']);
  viewer = await createPersonWithRoles(admin, server.url, 'viewer', ['ROLE_VIEWER']);
  person = await createPersonWithRoles(admin, server.url, 'person');
});
afterAll(() => server.stop());

const at = (offsetMs: number) => new Date(server.clock.now() + offsetMs).toISOString();
const LOOKS = sql('t_looks', "SELECT detail FROM log_recorded_event WHERE kind = 'log.audit-read' ORDER BY id");
const looks = async () => (await server.database.database.rows<{ detail: object }>(LOOKS)).map(({ detail }) => detail);

async function send(body: object): Promise<string> {
  const answer = await admin.post('/event/sync', body);
  expect(answer.errorDetail).toBeNull();
  return answer.headers.get('x-svc-event-uuid') ?? '';
}

async function found(query: object, who = admin): Promise<string[]> {
  const { body, errorDetail } = await who.post('/event/page', { pageable: { pageSize: 200 }, ...query });
  expect(errorDetail).toBeNull();
  expect(body.totalElements).toBe(body.data.length);
  return body.data.map(({ uuid }: { uuid: string }) => uuid);
}

async function refusal(query: object, who = admin) {
  const { status, errorDetail } = await who.post('/event/page', query);
  return [status, errorDetail?.errorCode];
}

describe('a search', () => {
  it('logger-producer 20: finds words whatever their case and dots, beginnings, and not what is left out', async () => {
    const service = 'words';
    const uuids: string[] = [];
    for (const message of [
      'İSTANBUL yolu',
      'ISTANBUL',
      'ıstanbul Ankara',
      '100%_ ready',
      "it's 'quoted' \\ & | ! <->",
    ]) {
      uuids.push(
        await send({ service, message, tagList: ['Red Hot'], attributeMap: { order: { no: 7 }, list: ['a', 'b'] } }),
      );
    }
    const by = async (query: object) => (await found({ service, ...query })).map((uuid) => uuids.indexOf(uuid)).sort();
    expect(await by({ searchText: 'istanbul' })).toEqual([0, 1, 2]);
    expect(await by({ searchText: 'Ista* -ankara' })).toEqual([0, 1]);
    expect(await by({ searchText: 'İSTANBUL ankara' })).toEqual([2]);
    expect(await by({ searchText: '100%_' })).toEqual([3]);
    expect(await by({ searchText: "'quoted' ') OR 1=1 --" })).toEqual([]);
    expect(await by({ searchText: "it's" })).toEqual([4]);
    expect(await by({ tagList: ['red hot'] })).toHaveLength(5);
    expect(await by({ tagList: ['red'] })).toEqual([]);
    expect(await by({ attributeMap: { 'order.no': 7, list: 'b' } })).toHaveLength(5);
    for (const attributeMap of [{ 'order.no': 8 }, { 'order.no': '7' }, { list: 'c' }, { "a'b": 1 }]) {
      expect(await by({ attributeMap })).toEqual([]);
    }
    expect(await refusal({ searchText: '-- %%' })).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('logger-producer 20: equals a filter that looks at every event', async () => {
    const events = Array.from({ length: 120 }, (_, index) => ({
      uuid: randomUUID(),
      eventTime: at(-index * 60_000),
      service: 'generated',
      level: ['DEBUG', 'INFO', 'WARN', 'ERROR'][index % 4]!,
      eventName: ['order.paid', 'order.sent', 'mail'][index % 3]!,
      username: ['Ali', 'veli'][index % 2]!,
      clientIp: `10.0.${index % 2}.${index}`,
      action: index % 5 === 0 ? 'pay' : 'send',
      tagList: index % 2 === 0 ? ['even'] : ['odd', 'x'],
      message: `word${index % 7} and word${index % 11}`,
    }));
    await Promise.all(events.map(send));
    const levels = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];
    const query = fc.record(
      {
        levelFrom: fc.constantFrom('DEBUG', 'INFO', 'WARN', 'ERROR'),
        eventName: fc.constantFrom('order.paid', 'order.*', 'mail', '*'),
        username: fc.constantFrom('ali', 'VELİ'),
        clientIp: fc.constantFrom('10.0.0.0/24', '10.0.1.7'),
        action: fc.constantFrom('pay', 'send'),
        tagList: fc.constantFrom(['even'], ['odd', 'x']),
        searchText: fc.constantFrom('word1', 'word1*', 'and -word3', 'word2 word5'),
        minutes: fc.integer({ min: 0, max: 130 }),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(query, async ({ minutes, ...asked }) => {
        const limits = minutes === undefined ? {} : { eventTimeFrom: at(-minutes * 60_000) };
        const wanted = events.filter((event, index) => {
          const words = event.message.split(' ');
          const fits = (term: string) => {
            if (term.startsWith('-')) return !words.includes(term.slice(1));
            return term.endsWith('*') ? words.some((word) => word.startsWith(term.slice(0, -1))) : words.includes(term);
          };
          const { levelFrom, eventName, username, clientIp, action, tagList, searchText } = asked;
          return (
            (levelFrom === undefined || levels.indexOf(event.level) >= levels.indexOf(levelFrom)) &&
            (eventName === undefined || event.eventName.startsWith(eventName.replace('*', ''))) &&
            (username === undefined || event.username.toLowerCase() === username.replace('İ', 'i').toLowerCase()) &&
            (clientIp === undefined || (clientIp.endsWith('/24') ? index % 2 === 0 : event.clientIp === clientIp)) &&
            (action === undefined || event.action === action) &&
            (tagList === undefined || tagList.every((tag) => event.tagList.includes(tag))) &&
            (searchText === undefined || searchText.split(' ').every(fits)) &&
            (minutes === undefined || index <= minutes)
          );
        });
        expect(await found({ service: 'generated', ...asked, ...limits })).toEqual(wanted.map(({ uuid }) => uuid));
      }),
      { numRuns: 60 },
    );
  });
});

const PLANS = sql(
  't_plans',
  `SELECT coalesce(sum(custom_plans), 0)::int AS custom, coalesce(sum(generic_plans), 0)::int AS generic
   FROM pg_prepared_statements WHERE name LIKE 'log\\_event\\_page\\_%'`,
);

describe('a query', () => {
  it('is planned each time for what it looks for, as a rare word needs another plan than a frequent one', async () => {
    // The plans are those of one connection of the pool, which has its turn often enough.
    let plans: { readonly custom: number; readonly generic: number } | undefined;
    for (let turn = 0; turn < 200 && !((plans?.custom ?? 0) >= 10); turn += 1) {
      await found({ searchText: `rare${turn}` });
      [plans] = await server.kernel.database.rows<{ custom: number; generic: number }>(PLANS);
    }
    expect(plans?.custom).toBeGreaterThanOrEqual(10);
    expect(plans?.generic).toBe(0);
  });

  it('is within bounds of depth, time and duration', async () => {
    expect(await refusal({ pageable: { pageNumber: 51, pageSize: 200 } })).toEqual([422, 'LOG_QUERY_TOO_DEEP']);
    const year = { eventTimeFrom: at(-365 * DAY_MS) };
    expect(await refusal(year)).toEqual([422, 'LOG_QUERY_RANGE_TOO_LARGE']);
    expect(await found({ ...year, traceId: 'a'.repeat(32) })).toEqual([]);
    expect(await refusal({ clientIp: 'nowhere' })).toEqual([400, 'VALIDATION_FAILED']);
    expect(await refusal({ attributeMap: { a: { b: 1 } } })).toEqual([400, 'VALIDATION_FAILED']);
    const old = await send({ eventTime: at(-2 * DAY_MS), service: 'old' });
    expect(await found({ service: 'old' })).toEqual([]);
    expect(await found({ service: 'old', eventTimeFrom: at(-3 * DAY_MS) })).toEqual([old]);
    expect(await found({ uuidList: [old] })).toEqual([old]);
  });

  it('that takes too long is ended', async () => {
    await server.database.database.transaction(async (tx) => {
      await tx.execute(sql('t_lock', 'LOCK TABLE log_event IN ACCESS EXCLUSIVE MODE'));
      expect(await refusal({ timeoutMillis: 100, eventTypeList: ['APPLICATION'] })).toEqual([
        422,
        'LOG_QUERY_TOO_BROAD',
      ]);
    });
  });
});

describe('events of audit', () => {
  it('are for holders of LOG_AUDIT_VIEW, whose looks are recorded', async () => {
    const service = 'audited';
    const [audit, plain] = [await send({ service, eventType: 'AUDIT' }), await send({ service })];
    const before = (await looks()).length;
    expect(await found({ service }, viewer)).toEqual([plain]);
    expect(await found({ service, eventTypeList: ['AUDIT'] }, viewer)).toEqual([]);
    expect((await viewer.get(`/event/by-uuid/${audit}`)).errorDetail.errorCode).toBe('LOG_EVENT_NOT_FOUND');
    expect((await viewer.get(`/event/by-uuid/${plain}`)).body).toMatchObject({ uuid: plain, eventType: 'APPLICATION' });
    expect(await found({ service, eventTypeList: ['APPLICATION'] })).toEqual([plain]);
    expect(await looks()).toHaveLength(before);
    expect((await found({ service })).sort()).toEqual([audit, plain].sort());
    expect((await admin.get(`/event/by-uuid/${audit}`)).body.uuid).toBe(audit);
    const told = (await looks()).slice(before);
    expect(told).toMatchObject([{ query: { service } }, { uuid: audit }]);
  });

  it('logger-producer 24: and all others are out of reach for strangers and for whoever may not look', async () => {
    const uuid = await send({ tenantIdentifier: 'elsewhere', service: 'theirs' });
    expect(await found({ service: 'theirs' })).toEqual([]);
    expect(await found({ service: 'theirs', tenantIdentifier: 'elsewhere' })).toEqual([uuid]);
    expect((await viewer.get(`/event/by-uuid/${uuid}`)).status).toBe(404);
    expect(await refusal({ tenantIdentifier: 'elsewhere' }, viewer)).toEqual([403, 'ACCESS_DENIED']);
    expect(await refusal({}, person)).toEqual([403, 'ACCESS_DENIED']);
  });
});
