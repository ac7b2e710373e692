// Tests the taking in of events over HTTP: what is stored, once, and what is refused.
import { randomBytes, randomUUID } from 'node:crypto';
import { DAY_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import { createPersonWithRoles, type Person, signInAdmin, TEST_PASSWORD } from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { EVENT_LOCK_CLASS } from '../advisory-locks.ts';

let server: TestServer;
let second: TestServer;
let admin: Person;
let person: Person;

beforeAll(async () => {
  const env = {
    KEELSON_ADMIN_PASSWORD: TEST_PASSWORD,
    KEELSON_SECRET_KEYS: `shared:${randomBytes(32).toString('base64url')}`,
  };
  server = await startTestServer({ env });
  second = await startTestServer({ env, clock: server.clock, sharedDatabase: server.database });
  admin = await signInAdmin(server);
  person = await createPersonWithRoles(admin, server.url, 'producer', []);
});
afterAll(async () => {
  await second.stop();
  await server.stop();
});

const ALL = sql('t_events', 'SELECT * FROM log_event WHERE uuid = $1');
const COUNT = sql('t_event_count', 'SELECT count(*)::int AS count FROM log_event');
const stored = (uuid: string) => server.database.database.rows<Record<string, unknown>>(ALL, [uuid]);
const count = async () => (await server.database.database.rows<{ count: number }>(COUNT))[0]?.count;
const send = (body: object, who = admin, headers = {}) => who.post('/event/sync', body, headers);
const at = (offsetMs: number) => new Date(server.clock.now() + offsetMs).toISOString();
/** A UUID of version 7 of this moment. */
const v7 = (offsetMs = 0) => {
  const hex = Math.round(server.clock.now() + offsetMs)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`;
};

async function disposition(body: object, who = admin) {
  const answer = await send(body, who);
  expect(answer.errorDetail).toBeNull();
  expect(answer.body).toEqual({});
  return answer.headers.get('x-svc-event-disposition');
}

async function refusal(body: object, who = admin, headers = {}) {
  const { status, errorDetail } = await send(body, who, headers);
  return [
    status,
    errorDetail?.errorCode,
    ...(errorDetail?.errorArguments ?? []).map(({ code }: { code: string }) => code),
  ];
}

describe('an event', () => {
  it('logger-producer 1: is stored before the answer, with what it does not say filled in', async () => {
    const answer = await send({ message: 'İzmir', attributeMap: { order: { no: 1 } }, tagList: ['a', 'b', 'a'] });
    expect([answer.status, answer.body, answer.headers.get('x-svc-event-disposition')]).toEqual([200, {}, 'stored']);
    const [row] = await stored(answer.headers.get('x-svc-event-uuid') ?? '');
    expect(row).toMatchObject({
      event_name: 'event',
      key: 'event',
      level: 'INFO',
      severity_number: 9,
      event_type: 'APPLICATION',
      retention_class: 'STANDARD',
      service: 'web',
      username: 'admin',
      tenant_identifier: 'default',
      message: 'İzmir',
      tag_list: ['a', 'b'],
      attribute_map: { order: { no: 1 } },
      truncated: false,
      client_ip: null,
    });
    expect(row?.search_vector).toBe("'event' 'izmir' 'order.no=1' 'tag=a' 'tag=b'");
    expect(row?.event_time).toEqual(new Date(server.clock.now()));
  });

  it('says all that it can say, to the microsecond, and the request only where it is asked for', async () => {
    const uuid = v7();
    const event = {
      uuid,
      eventTime: at(-5_000).replace('Z', '123Z'),
      level: 'warning',
      severityNumber: 14,
      eventName: 'order.rejected',
      key: 'order',
      service: 'shop',
      instance: 'shop-1',
      loggerName: 'orders',
      threadName: 'main',
      requestPath: '/orders/7?token=secret',
      captureRequest: true,
      traceFlags: 1,
      action: 'reject',
      outcome: 'FAILURE',
      entityType: 'order',
      entityUuid: '7',
      durationMillis: 12,
      errorDetail: { errorCode: 'NO_CREDIT', errorDetail: 'stack' },
    };
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    expect((await send(event, admin, { traceparent })).status).toBe(200);
    const time = sql(
      't_event_time',
      "SELECT to_char(event_time AT TIME ZONE 'UTC', 'SS.US') AS t FROM log_event WHERE uuid = $1",
    );
    const [row] = await stored(uuid);
    expect(row).toMatchObject({
      level: 'WARN',
      severity_number: 14,
      event_name: 'order.rejected',
      key: 'order',
      request_path: '/orders/7',
      request_method: 'POST',
      client_ip: '127.0.0.1',
      trace_id: '0af7651916cd43dd8448eb211c80319c',
      span_id: 'b7ad6b7169203331',
      trace_flags: 1,
      outcome: 'FAILURE',
      duration_millis: 12,
      error_detail: { errorCode: 'NO_CREDIT', errorDetail: 'stack' },
    });
    expect((await server.database.database.rows<{ t: string }>(time, [uuid]))[0]?.t).toMatch(/\.\d{3}123$/);
  });

  it('keeps what is too long cut, and never half of a character', async () => {
    const uuid = v7();
    expect(
      await disposition({ uuid, message: '😀'.repeat(32_769), errorDetail: { errorDetail: 'x'.repeat(20_000) } }),
    ).toBe('stored');
    const [row] = await stored(uuid);
    expect([row?.truncated, row?.message]).toEqual([true, '😀'.repeat(32_768)]);
    expect(row?.error_detail).toEqual({ errorDetail: 'x'.repeat(16_384) });
  });
});

describe('an event that is sent again', () => {
  it('logger-producer 4: is stored once, whatever its uuid, over two processes and at once', async () => {
    const onTwo = { ...admin, post: (path: string, body?: unknown) => fetchOn(second.url, path, body) };
    const events = [
      { uuid: v7(), message: 'a' },
      { uuid: randomUUID(), message: 'b' },
      { uuid: randomUUID(), eventTime: at(-1_000), message: 'c' },
    ];
    for (const event of events) {
      const answers = await Promise.all(
        [admin, onTwo, admin, onTwo, onTwo, admin].map((who) => who.post('/event/sync', event)),
      );
      const seen = answers.map(({ headers }) => headers.get('x-svc-event-disposition')).sort();
      expect(seen).toEqual([...Array(5).fill('duplicate'), 'stored']);
      server.clock.advance(1_000);
      expect(await disposition(event)).toBe('duplicate');
      expect(await stored(event.uuid)).toHaveLength(1);
    }
  });

  it('waits for whoever stores its uuid at the same moment, where its time is that of the receipt', async () => {
    const lock = sql('t_stripes', 'SELECT pg_advisory_xact_lock($1, s) FROM generate_series(0, 63) s');
    const waiting = sql(
      't_waiting',
      "SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND NOT granted",
    );
    let answer: Promise<unknown> | null = null;
    await server.database.database.transaction(async (tx) => {
      await tx.rows(lock, [EVENT_LOCK_CLASS]);
      // One whose version or date fixes its time does not.
      expect(await disposition({ uuid: v7() })).toBe('stored');
      expect(await disposition({ uuid: randomUUID(), eventTime: at(0) })).toBe('stored');
      answer = disposition({ uuid: randomUUID() });
      await vi.waitFor(async () => {
        expect(await tx.rows(waiting, [EVENT_LOCK_CLASS])).toEqual([{ count: 1 }]);
      }, 5_000);
    });
    expect(await answer).toBe('stored');
  });

  it('with other content or another time is refused, and changes nothing', async () => {
    for (const uuid of [v7(), randomUUID()]) {
      const event = { uuid, eventTime: at(0), message: 'first' };
      expect(await disposition(event)).toBe('stored');
      const conflict = [409, 'LOG_EVENT_UUID_CONFLICT'];
      expect(await refusal({ ...event, message: 'second' })).toEqual(conflict);
      expect(await refusal({ ...event, eventTime: at(-60_000) })).toEqual(conflict);
      expect(await stored(uuid)).toMatchObject([{ message: 'first' }]);
      // What only the server sets is no content.
      expect(await disposition({ ...event, observedTime: at(9_000), truncated: true, level: null })).toBe('duplicate');
    }
  });

  it('at once with other content is stored once', async () => {
    const uuid = v7();
    const answers = await Promise.all(['a', 'b', 'a'].map((message) => send({ uuid, message })));
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 200]);
    expect(await stored(uuid)).toMatchObject([{ message: 'a' }]);
  });

  it('by an Idempotency-Key stands for a uuid', async () => {
    const headers = { 'idempotency-key': `k-${randomUUID()}` };
    const [first, again] = [await send({ message: 'a' }, admin, headers), await send({ message: 'a' }, admin, headers)];
    const uuid = first.headers.get('x-svc-event-uuid') ?? '';
    expect(uuid[14]).toBe('8');
    expect(again.headers.get('x-svc-event-uuid')).toBe(uuid);
    expect(again.headers.get('x-svc-event-disposition')).toBe('duplicate');
    expect(await refusal({ message: 'b' }, admin, headers)).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await stored(uuid)).toHaveLength(1);
    // Somebody else's key is another one.
    expect((await send({ message: 'b' }, person, headers)).headers.get('x-svc-event-disposition')).toBe('stored');
  });
});

describe('an event is refused, and nothing of it stored', () => {
  it('logger-producer 13: that its caller may not tell', async () => {
    const before = await count();
    for (const body of [
      { eventType: 'AUDIT' },
      { eventType: 'SECURITY' },
      { username: 'admin' },
      { sessionIdentifier: 'x' },
      { clientIp: '10.0.0.1' },
      { tenantIdentifier: 'elsewhere' },
    ]) {
      expect((await refusal(body, person)).slice(0, 2)).toEqual([403, 'ACCESS_DENIED']);
    }
    expect(await count()).toBe(before);
    expect(await disposition({ username: 'producer', clientIp: '127.0.0.1' }, person)).toBe('stored');
    expect(await disposition({ eventType: 'AUDIT', username: 'x', sessionIdentifier: 'y', clientIp: 'z' })).toBe(
      'stored',
    );
  });

  it('whose time is too old, or lies ahead', async () => {
    expect(await refusal({ eventTime: at(-31 * DAY_MS) })).toEqual([422, 'LOG_EVENT_TOO_OLD']);
    expect(await refusal({ uuid: v7(-31 * DAY_MS) })).toEqual([422, 'LOG_EVENT_TOO_OLD']);
    expect(await refusal({ eventTime: at(2 * DAY_MS) })).toEqual([422, 'LOG_EVENT_IN_FUTURE']);
    expect(await refusal({ eventTime: at(-2 * DAY_MS), eventType: 'AUDIT' })).toEqual([422, 'LOG_EVENT_TOO_OLD']);
  });

  it('whose level, severity or attributes do not fit, all of it told at once', async () => {
    const deep = (depth: number): object => (depth === 0 ? {} : { below: deep(depth - 1) });
    expect(await refusal({ level: 'loud' })).toEqual([400, 'VALIDATION_FAILED', 'NOT_ALLOWED']);
    const all = { level: 'ERROR', severityNumber: 3, attributeMap: { ...deep(9), x: 'y'.repeat(131_072) } };
    expect(await refusal(all)).toEqual([400, 'VALIDATION_FAILED', 'SEVERITY_MISMATCH', 'TOO_LONG', 'TOO_LONG']);
    expect(await disposition({ level: 'critical', severityNumber: 0, attributeMap: deep(7) })).toBe('stored');
    expect(await refusal({ traceId: '0'.repeat(32), eventName: 'a b' })).toEqual([
      400,
      'VALIDATION_FAILED',
      'PATTERN',
      'PATTERN',
    ]);
  });

  it('that is larger than 256 KiB', async () => {
    expect(await refusal({ message: 'x'.repeat(262_144) })).toEqual([413, 'LOG_EVENT_TOO_LARGE']);
  });
});

it('a caller who sends too many learns when to come back, but for what is audited', async () => {
  server.settings.set('logger.rate.events', 2);
  const sent = async (body: object, who = admin) => {
    const { status, headers } = await send(body, who);
    return [status, headers.get('retry-after')];
  };
  const burst = await Promise.all(Array.from({ length: 11 }, () => sent({})));
  expect(burst.filter(([status]) => status === 200)).toHaveLength(10);
  expect(burst.filter(([status]) => status === 429)).toEqual([[429, '1']]);
  expect(await sent({}, person)).toEqual([200, null]);
  expect(await sent({ eventType: 'AUDIT' })).toEqual([200, null]);
  expect((await admin.post('/event/async', {})).status).toBe(429);
  server.clock.advance(1_000);
  const { body } = await admin.post('/event/batch/sync', [{}, {}, {}, { eventType: 'AUDIT' }]);
  expect([body.acceptedCount, body.rejectedList.length]).toEqual([3, 1]);
  expect(body.rejectedList[0]).toMatchObject({ index: 2, errorCode: 'RATE_LIMITED', retryable: true });
  server.settings.set('logger.rate.events', 0);
  expect(await Promise.all(Array.from({ length: 50 }, async () => (await sent({}))[0]))).toEqual(Array(50).fill(200));
});

it('events of days without a partition find room: of 29 days ago, and after midnight a week later', async () => {
  expect(await disposition({ eventTime: at(-29 * DAY_MS) })).toBe('stored');
  server.clock.advance(30 * DAY_MS);
  admin = await signInAdmin(server);
  const answers = await Promise.all(Array.from({ length: 20 }, () => send({})));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

async function fetchOn(url: string, path: string, body: unknown) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: {}, errorDetail: null, headers: response.headers };
}
