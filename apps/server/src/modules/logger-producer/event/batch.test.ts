// Tests batches of events over HTTP: each event is answered for itself, in every form that a batch comes in.
import { randomBytes, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import { createPersonWithRoles, type Person, signInAdmin, TEST_PASSWORD } from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { splitJsonList } from './json-list.ts';

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

const COUNT = sql('t_batch_count', 'SELECT count(*)::int AS count FROM log_event WHERE uuid = ANY ($1::uuid[])');
const countOf = async (uuids: readonly string[]) =>
  (await server.database.database.rows<{ count: number }>(COUNT, [uuids]))[0]?.count;
const uuidsOf = (count: number) => Array.from({ length: count }, () => randomUUID());

interface Sent {
  readonly who?: Person;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Rejection {
  readonly index: number;
  readonly errorCode: string;
}

interface Answer {
  readonly body: {
    readonly acceptedCount: number;
    readonly duplicateCount: number;
    readonly rejectedList: readonly Rejection[];
  };
  readonly errorDetail: { readonly errorCode: string } | null;
}

async function send(
  body: string | Uint8Array<ArrayBuffer>,
  { who = admin, url = server.url, headers = {} }: Sent = {},
) {
  const response = await fetch(`${url}/event/batch/sync`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json', ...headers },
    body,
  });
  const { body: result, errorDetail } = (await response.json()) as Answer;
  return { status: response.status, result, errorDetail };
}
const sendAll = (events: readonly unknown[], how: Sent = {}) => send(JSON.stringify(events), how);
const refusals = (result: Answer['body']) => result.rejectedList.map(({ index, errorCode }) => [index, errorCode]);

/** Makes each of these events wrong in its own way; the text of the last one is broken where it comes as a line. */
const SPOILT: readonly (readonly [code: string, text: (uuid: string) => string])[] = [
  ['VALIDATION_FAILED', (uuid) => `{"uuid":"${uuid}","message":"a\\u0000b"}`],
  ['VALIDATION_FAILED', (uuid) => `{"uuid":"${uuid}","message":"\\ud800"}`],
  ['LOG_EVENT_TOO_LARGE', (uuid) => `{"uuid":"${uuid}","message":"${'x'.repeat(262_144)}"}`],
  ['VALIDATION_FAILED', (uuid) => `{"uuid":"${uuid}","colour":"red"}`],
  ['LOG_EVENT_TOO_OLD', (uuid) => `{"uuid":"${uuid}","eventTime":"2001-01-01T00:00:00Z"}`],
  ['VALIDATION_FAILED', (uuid) => `{"uuid":"${uuid}","message":"a","message":"b"}`],
  ['MALFORMED_BODY', (uuid) => `{"uuid":"${uuid}",}`],
  ['VALIDATION_FAILED', () => '7'],
];

describe('a batch', () => {
  it('logger-producer 5: stores all that are right, and says of each other one where it stands and why', async () => {
    for (const isLines of [false, true]) {
      const uuids = uuidsOf(500);
      const texts = uuids.map((uuid) => `{"uuid":"${uuid}","tagList":["a,b]","\\"}"]}`);
      for (const [index, [, text]] of SPOILT.entries()) texts[index * 50] = text(uuids[index * 50]!);
      const body = isLines ? `\n${texts.join('\r\n')}\n\n` : ` [${texts.join(' , ')}] `;
      const type = isLines ? 'application/x-ndjson' : 'application/json';
      const { status, result } = await send(body, { headers: { 'content-type': type } });
      expect(status).toBe(200);
      expect(result).toMatchObject({ acceptedCount: 492, duplicateCount: 0, filteredCount: 0 });
      expect(refusals(result)).toEqual(SPOILT.map(([code], index) => [index * 50, code]));
      expect(result.rejectedList[3]).toMatchObject({
        uuid: uuids[150],
        errorMessage: 'The request is not valid.',
        errorArguments: [{ field: 'colour', code: 'UNKNOWN_FIELD' }],
        retryable: false,
      });
      expect(await countOf(uuids)).toBe(492);
    }
  });

  it('logger-producer 4: that is sent again stores nothing twice, and its numbers add up', async () => {
    await admin.post('/cache', { key: 'batch.quiet', value: false });
    const uuids = uuidsOf(20);
    const events = [
      ...uuids.map((uuid) => ({ uuid, message: 'once' })),
      { uuid: uuids[3], message: 'other' },
      { eventName: 'batch.quiet' },
    ];
    const [first, again] = [await sendAll(events), await sendAll([...events].reverse(), { url: second.url })];
    expect(first.result).toMatchObject({ acceptedCount: 20, duplicateCount: 0, filteredCount: 1 });
    expect(refusals(first.result)).toEqual([[20, 'LOG_EVENT_UUID_CONFLICT']]);
    expect(again.result).toMatchObject({ acceptedCount: 0, duplicateCount: 20, filteredCount: 1 });
    expect(refusals(again.result)).toEqual([[1, 'LOG_EVENT_UUID_CONFLICT']]);
    const headers = { 'idempotency-key': randomUUID() };
    const keyed = [{ message: 'a' }, { message: 'b' }];
    expect((await sendAll(keyed, { headers })).result.acceptedCount).toBe(2);
    const changed = await sendAll([{ message: 'a' }, { message: 'c' }], { headers });
    expect([changed.result.duplicateCount, refusals(changed.result)]).toEqual([1, [[1, 'IDEMPOTENCY_KEY_REUSED']]]);
  });

  it('logger-producer 6: with the same uuids in opposite order, over two processes at once, stores each once', async () => {
    for (let round = 0; round < 10; round++) {
      const events = uuidsOf(200).map((uuid) => ({ uuid }));
      const opposite = [...events].reverse();
      const answers = await Promise.all([sendAll(events), sendAll(opposite, { url: second.url }), sendAll(opposite)]);
      const counts = answers.map(({ result }) => [result.acceptedCount, result.duplicateCount]);
      expect([0, 1].map((at) => counts.reduce((sum, count) => sum + count[at]!, 0))).toEqual([200, 400]);
      expect(await countOf(events.map(({ uuid }) => uuid))).toBe(200);
    }
  });

  it('logger-producer 13: tells of each event that its caller may not send, and stores the others', async () => {
    const uuid = randomUUID();
    const { result } = await sendAll([{ eventType: 'AUDIT' }, { uuid }, { username: 'admin' }], { who: person });
    expect(refusals(result)).toEqual([
      [0, 'ACCESS_DENIED'],
      [2, 'ACCESS_DENIED'],
    ]);
    expect(await countOf([uuid])).toBe(1);
  });

  it('comes packed, within bounds, and is refused as a whole only where nothing can be read', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const uuid = randomUUID();
    expect((await send(gzipSync(JSON.stringify([{ uuid }])), { headers })).result.acceptedCount).toBe(1);
    expect((await send(JSON.stringify({ uuid }))).result.duplicateCount).toBe(1);
    const code = async (...given: Parameters<typeof send>) => (await send(...given)).errorDetail?.errorCode;
    expect(await code(gzipSync(Buffer.alloc(21 * 1024 * 1024)), { headers })).toBe('PAYLOAD_TOO_LARGE');
    expect(await code('x'.repeat(5_242_881))).toBe('PAYLOAD_TOO_LARGE');
    for (const body of ['', '[', '[] x', '{', '"x"', '[{"a":"]']) expect(await code(body), body).toBe('MALFORMED_BODY');
    expect(await code(Buffer.from([0x5b, 0xff, 0x5d]))).toBe('MALFORMED_BODY');
    expect(await code('[]')).toBe('VALIDATION_FAILED');
    expect(await code(JSON.stringify(Array(1_001).fill({})))).toBe('VALIDATION_FAILED');
    expect(await code('{}', { headers: { 'content-type': 'text/plain' } })).toBe('UNSUPPORTED_MEDIA_TYPE');
  });
});

it('a list is cut where its entries end, whatever stands in them', () => {
  const entries = ['{"a":[1,{"b":"],\\"}"}]}', '[]', '"\\\\"', ' 7 ', 'true'];
  expect(splitJsonList(`[${entries.join(',')}]`)).toEqual(entries);
  expect(splitJsonList('[1,]')).toEqual(['1', '']);
  for (const text of ['', '{}', '[', '[1', '["]', '[1]]', '[1] 2']) expect(splitJsonList(text)).toBeNull();
});
