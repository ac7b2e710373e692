// Tests the intake of OpenTelemetry logs with the exporters of its own SDK, and what they are told.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { SeverityNumber } from '@opentelemetry/api-logs';
import { OTLPLogExporter as JsonExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtobufExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { sql } from '../../../kernel/database/database.ts';
import { type Person, signInAdmin, TEST_PASSWORD } from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { encodeField, fieldsOf } from './protobuf.ts';

const RECORDS = 10_000;
const TIMEOUT_MS = 60_000;
const JSON_TYPE = 'application/json';
const PROTOBUF = 'application/x-protobuf';
let server: TestServer;
let admin: Person;
beforeAll(async () => {
  // Exporters have the clock of the machine.
  const clock = createManualClock(Date.now());
  server = await startTestServer({ clock, env: { KEELSON_ADMIN_PASSWORD: TEST_PASSWORD } });
  admin = await signInAdmin(server);
  server.settings.set('logger.rate.events', 0);
});
afterAll(() => server.stop());

const rows = <R extends object>(name: string, text: string, values: readonly unknown[] = []) =>
  server.database.database.rows<R>(sql(name, text), values);
const flush = async () =>
  expect((await admin.post('/event/producer/flush', {})).body).toMatchObject({ remainingCount: 0 });

/** Hands requests on, and answers the first of them 503 although it was taken: what an exporter then does is its retry. */
async function losingProxy(): Promise<{ readonly url: string; readonly server: Server; readonly lost: () => number }> {
  let lost = 0;
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.fromEntries(
      ['content-type', 'content-encoding', 'authorization'].flatMap((name) => {
        const value = request.headers[name];
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    );
    const answer = await fetch(server.url + request.url, { method: 'POST', headers, body: Buffer.concat(chunks) });
    if (lost === 0 && answer.status === 200) {
      lost += 1;
      response.writeHead(503, { 'retry-after': '0' }).end();
    } else
      response
        .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
        .end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, server: proxy, lost: () => lost };
}

it.each([
  ['JSON', JsonExporter],
  ['protobuf', ProtobufExporter],
] as const)(
  'logger-producer 22: the %s exporter delivers ten thousand records over a forced retry, each stored once and as it was',
  { timeout: TIMEOUT_MS },
  async (name, Exporter) => {
    const proxy = await losingProxy();
    const exporter = new Exporter({
      url: `${proxy.url}/otlp/v1/logs`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const processor = new BatchLogRecordProcessor({
      exporter,
      maxQueueSize: RECORDS,
      maxExportBatchSize: 512,
    } as never);
    const provider = new LoggerProvider({ processors: [processor] } as never);
    const logger = provider.getLogger('checkout');
    const began = Date.now();
    for (let number = 0; number < RECORDS; number += 1) {
      logger.emit({
        timestamp: [Math.floor(began / 1_000), 123_456_000 + number],
        severityNumber: SeverityNumber.WARN,
        eventName: `otlp.${name}`,
        body: `Record ${number}`,
        attributes: { number, big: 'x', 'exception.type': 'Error', 'exception.message': 'No credit.' },
      } as never);
    }
    await provider.forceFlush();
    await provider.shutdown();
    proxy.server.close();
    expect(proxy.lost()).toBe(1);
    await flush();
    const [stored] = await rows(
      't_otlp',
      `SELECT count(*)::int AS count, count(DISTINCT message)::int AS messages, min(level) AS level, min(logger_name) AS "loggerName",
       min(error_detail ->> 'errorMessage') AS "errorMessage", min(to_char(event_time AT TIME ZONE 'UTC', 'US')) AS micros
     FROM log_event WHERE event_name = $1`,
      [`otlp.${name}`],
    );
    expect(stored).toEqual({
      count: RECORDS,
      messages: RECORDS,
      level: 'WARN',
      loggerName: 'checkout',
      errorMessage: 'No credit.',
      micros: '123456',
    });
  },
);

const TRACE = '5b8efff798038103d269b633813fc60c';
const SPAN = 'eee19b7ec3c1b174';
const post = async (body: Uint8Array | string, type = JSON_TYPE, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${server.url}/otlp/v1/logs`, {
    method: 'POST',
    headers: { 'content-type': type, authorization: `Bearer ${admin.token}`, ...headers },
    body: body as never,
  });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    headers: answer.headers,
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
};
const request = (...logRecords: readonly object[]) =>
  JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
const jsonOf = ({ bytes }: { readonly bytes: Buffer }) => JSON.parse(bytes.toString()) as unknown;

it('logger-producer 22: ids, microseconds, structured bodies and own uids come through; what repeats is stored once', async () => {
  const uid = '0190d3a4-0000-7000-8000-00000000abcd';
  const body = request({
    timeUnixNano: `${Date.now()}123456`,
    severityNumber: 17,
    traceId: TRACE.toUpperCase(),
    spanId: SPAN,
    flags: 1,
    eventName: 'otlp.whole',
    body: { kvlistValue: { values: [{ key: 'order', value: { intValue: '9007199254740993' } }] } },
    attributes: [
      { key: 'log.record.uid', value: { stringValue: uid } },
      { key: 'rate', value: { doubleValue: 'NaN' } },
    ],
    unknown: true,
  });
  for (let time = 0; time < 3; time += 1) expect(await post(body)).toMatchObject({ status: 200 });
  await flush();
  const { body: event } = await admin.get(`/event/by-uuid/${uid}`);
  expect(event).toMatchObject({
    eventTime: expect.stringMatching(/\.\d{3}123Z$/),
    level: 'ERROR',
    severityNumber: 17,
    traceId: TRACE,
    spanId: SPAN,
    traceFlags: 1,
    message: '{"order":"9007199254740993"}',
    attributeMap: { body: { order: '9007199254740993' }, rate: 'NaN' },
  });
});

it('logger-producer 22: 64-bit numbers that come as JSON numbers are kept as they were written', async () => {
  const uid = '0190d3a4-0000-7000-8000-00000000abce';
  const text = request({
    timeUnixNano: 'NANOS',
    body: { kvlistValue: { values: [{ key: 'order', value: { intValue: 'ORDER' } }] } },
    attributes: [{ key: 'log.record.uid', value: { stringValue: uid } }],
  });
  const written = text.replace('"NANOS"', `${Date.now()}123457`).replace('"ORDER"', '9007199254740993');
  expect(await post(written)).toMatchObject({ status: 200 });
  await flush();
  const { body: event } = await admin.get(`/event/by-uuid/${uid}`);
  expect(event).toMatchObject({
    eventTime: expect.stringMatching(/\.\d{3}123Z$/),
    attributeMap: { body: { order: '9007199254740993' } },
  });
});

const textsOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([key, stringValue]) => ({ key, value: { stringValue } }));

it.each([
  ['JSON', JSON_TYPE, request({ eventName: 'otlp.beat-json', body: { stringValue: 'alive' } })],
  [
    'protobuf',
    PROTOBUF,
    encodeField(1, encodeField(2, encodeField(2, Buffer.concat([encodeField(12, 'otlp.beat-protobuf')])))),
  ],
] as const)(
  'logger-producer 33: a heartbeat without a time is stored as often as it is sent, as %s',
  async (name, type, body) => {
    const eventName = `otlp.beat-${name.toLowerCase()}`;
    for (let beat = 0; beat < 3; beat += 1) expect(await post(body, type)).toMatchObject({ status: 200 });
    // Whoever has to send it again says so.
    for (let time = 0; time < 3; time += 1) await post(body, type, { 'idempotency-key': `beat-4-${name}` });
    await flush();
    const counted =
      'SELECT count(*)::int AS count, count(DISTINCT uuid)::int AS uuids FROM log_event WHERE event_name = $1';
    expect(await rows('t_beats', counted, [eventName])).toEqual([{ count: 4, uuids: 4 }]);
    expect((await admin.post('/event/dead-letter/page', {})).body.data).toEqual([]);
  },
);

it('logger-producer 33: records of one request without a time are distinguished, and one with an observed time is stored once', async () => {
  const beat = { eventName: 'otlp.apart' };
  const observed = request({ eventName: 'otlp.observed', observedTimeUnixNano: `${Date.now()}000000` });
  for (let time = 0; time < 2; time += 1) {
    await post(request(beat, beat), JSON_TYPE, { 'idempotency-key': 'apart' });
    await post(observed);
  }
  await flush();
  const counted =
    'SELECT event_name AS name, count(*)::int AS count FROM log_event WHERE event_name = ANY ($1) GROUP BY 1 ORDER BY 1';
  expect(await rows('t_apart', counted, [['otlp.apart', 'otlp.observed']])).toEqual([
    { name: 'otlp.apart', count: 2 },
    { name: 'otlp.observed', count: 1 },
  ]);
});

it('logger-producer 34: no attribute vanishes: neither one that is named as what stands beside it, nor one of another kind', async () => {
  const record = {
    eventName: 'otlp.names',
    body: { kvlistValue: { values: textsOf({ order: '7' }) } },
    attributes: [
      ...textsOf({ resource: 'own', body: 'mine', 'attribute.body': 'third', 'log.record.uid': '4711' }),
      { key: 'exception.type', value: { intValue: 7 } },
      { key: 'exception.message', value: { stringValue: 'No credit.' } },
      { key: 'exception.stacktrace', value: { arrayValue: { values: [{ stringValue: 'at x' }] } } },
    ],
  };
  const resource = {
    attributes: [...textsOf({ 'host.name': 'web-1' }), { key: 'service.name', value: { intValue: 9 } }],
  };
  const body = JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record] }] }] });
  expect(await post(body)).toMatchObject({ status: 200 });
  expect(
    await post(request({ eventName: 'otlp.alone', attributes: textsOf({ resource: 'own', body: 'mine' }) })),
  ).toMatchObject({ status: 200 });
  await flush();
  const read = 'SELECT attribute_map AS attributes, error_detail AS error FROM log_event WHERE event_name = $1';
  expect(await rows('t_names', read, ['otlp.names'])).toEqual([
    {
      attributes: {
        resource: { 'host.name': 'web-1', 'service.name': 9 },
        body: { order: '7' },
        'attribute.resource': 'own',
        'attribute.attribute.body': 'mine',
        'attribute.body': 'third',
        'log.record.uid': '4711',
        'exception.type': 7,
        'exception.stacktrace': ['at x'],
      },
      error: { errorClassName: null, errorMessage: 'No credit.', errorDetail: null },
    },
  ]);
  expect(await rows('t_names', read, ['otlp.alone'])).toEqual([
    { attributes: { resource: 'own', body: 'mine' }, error: null },
  ]);
});

it('logger-producer 29: records that are refused are counted, all of them are 400, and an empty request is taken', async () => {
  expect(jsonOf(await post('{}'))).toEqual({});
  expect((await post(new Uint8Array(), PROTOBUF)).bytes).toHaveLength(0);
  const nothing = ['null', '{"resourceLogs":[null]}', '{"resourceLogs":[{"scopeLogs":[null]}]}', request(null!)];
  for (const body of [...nothing, request({ attributes: [null] })]) {
    const refused = await post(body);
    expect([refused.status, jsonOf(refused)], body).toEqual([400, { code: 3, message: expect.any(String) }]);
  }
  const old = { timeUnixNano: '1000000000000000000', eventName: 'otlp.old' };
  const partly = await post(request(old, { eventName: 'otlp.new' }, old));
  expect(partly).toMatchObject({ status: 200, type: expect.stringContaining(JSON_TYPE) });
  expect(jsonOf(partly)).toEqual({
    partialSuccess: { rejectedLogRecords: '2', errorMessage: expect.stringContaining('LOG_EVENT_TOO_OLD') },
  });
  const none = await post(request(old));
  expect([none.status, jsonOf(none)]).toEqual([400, { code: 3, message: expect.any(String) }]);
});

it('logger-producer 29: failures are google.rpc.Status in the encoding of the request', async () => {
  const wrong = await post('{"resourceLogs": 7}');
  expect([wrong.status, jsonOf(wrong)]).toEqual([400, { code: 3, message: expect.any(String) }]);
  const broken = await post(Buffer.from('0affff', 'hex'), PROTOBUF);
  expect([broken.status, broken.type]).toEqual([400, PROTOBUF]);
  expect([...fieldsOf(broken.bytes, { fields: 10 })].map(({ number, bits }) => [number, Number(bits)])).toEqual([
    [1, 3],
    [2, 0],
  ]);
  const nobody = await post(Buffer.alloc(0), PROTOBUF, { authorization: 'Bearer nobody' });
  expect([nobody.status, nobody.type, Number([...fieldsOf(nobody.bytes, { fields: 10 })][0]?.bits)]).toEqual([
    401,
    PROTOBUF,
    16,
  ]);
  const bomb = await post(gzipSync(Buffer.alloc(21 * 1_048_576)), PROTOBUF, { 'content-encoding': 'gzip' });
  expect([bomb.status, jsonOf(bomb)]).toEqual([413, { code: 8, message: expect.any(String) }]);
  expect((await post('x', 'text/plain')).status).toBe(415);
  expect(
    (await post(gzipSync(request({ eventName: 'otlp.gzip' })), JSON_TYPE, { 'content-encoding': 'gzip' })).status,
  ).toBe(200);
  const many = encodeField(1, encodeField(2, Buffer.concat(Array(10_001).fill(Buffer.from('1200', 'hex')))));
  expect((await post(many, PROTOBUF)).status).toBe(400);
});

it('logger-producer 29: a caller who sent too much learns when to come back, and nothing of the request is stored', async () => {
  server.settings.set('logger.rate.events', 1);
  try {
    await vi.waitFor(
      async () => {
        const refused = await post(
          request(
            ...Array.from({ length: 4 }, (_, number) => ({
              eventName: 'otlp.rated',
              body: { stringValue: `${number}` },
            })),
          ),
        );
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^[1-9]/)]);
      },
      { timeout: 10_000 },
    );
  } finally {
    server.settings.set('logger.rate.events', 0);
  }
});
