// Tests that no road into the log carries a secret: one that is marked goes along each, and is looked for in the whole database.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { loggerProducerModule, SvcEventLogModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import { readEvents } from '../../../kernel/http/streams/streams.fixture.ts';
import { defineEvents } from '../../../kernel/records/event-definition.ts';
import { type Person, signInAdmin, TEST_PASSWORD } from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { chained, deployed, END, START } from '../../bpmn-engine/testing/driven-process.ts';
import { startPath } from '../../bpmn-engine/testing/engine-server.ts';
import { encodeField } from '../otlp/protobuf.ts';

/** Is looked for; it stands in every secret below. */
const MARK = 'M4rkedQ7';
const TOKEN = `svc_key_${MARK}${'a'.repeat(35)}`;
const SHORT = `pwd=${MARK}`;
/** A busy machine takes its time to tell some twenty events. */
const TAIL_WAIT_MS = 10_000;
const NDJSON = 'application/x-ndjson';
const PROTOBUF = 'application/x-protobuf';

let directory: string;
let server: TestServer;
let admin: Person;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'keelson-roads-test-'));
  const env = {
    KEELSON_ADMIN_PASSWORD: TEST_PASSWORD,
    KEELSON_LOGGER_SPOOL_DIR: directory,
    KEELSON_LOG_LEVEL: 'debug',
  };
  server = await startTestServer({ env });
  admin = await signInAdmin(server);
});
afterAll(async () => {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
});

interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly readOnly?: boolean;
  readonly anyOf?: readonly FieldSchema[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
}

/** Levels are one of a few words. */
const WORDS: readonly string[] = ['level'];

/** Gives each field that takes any text a secret, and each that is ignored. */
function secretsOf({ properties = {} }: FieldSchema): Record<string, unknown> {
  const entries = Object.entries(properties).flatMap(([name, field]) => {
    const isText = [field.type].flat().includes('string') && !('enum' in field) && !('format' in field);
    if (field.readOnly !== true && (!isText || WORDS.includes(name))) return [];
    if (field.pattern !== undefined && !new RegExp(field.pattern).test(TOKEN)) return [];
    return [[name, (field.maxLength ?? TOKEN.length) < TOKEN.length ? SHORT : TOKEN]];
  });
  return Object.fromEntries(entries);
}

const errorModel = (SvcEventLogModel.properties.errorDetail as FieldSchema).anyOf?.find(({ properties }) => properties);
const values = {
  password: MARK,
  'Yeni Şifre': [MARK],
  [TOKEN]: `Basic ${Buffer.from(`ali:${MARK}`).toString('base64')}`,
  list: [{ address: `postgres://keelson:${MARK}@db/keelson`, json: JSON.stringify({ token: { a: [MARK] } }) }],
};

/** Is an event with a secret in every place; `road` names how it comes. */
const eventOf = (road: string): object => ({
  ...secretsOf(SvcEventLogModel as FieldSchema),
  errorDetail: secretsOf(errorModel ?? {}),
  tagList: ['plain', TOKEN],
  attributeMap: { ...values, road },
  captureRequest: true,
});

/** Is the same in the tenant of the caller, who hears of it. */
const ownOf = (road: string): object => ({ ...eventOf(road), tenantIdentifier: null });

const anyValue = (value: unknown): object =>
  typeof value === 'string'
    ? { stringValue: value }
    : Array.isArray(value)
      ? { arrayValue: { values: value.map(anyValue) } }
      : { kvlistValue: { values: keyValues(value as object) } };
const keyValues = (value: object): object[] =>
  Object.entries(value).map(([key, below]) => ({ key, value: anyValue(below) }));

/** Each record once with a body of text and once with a structured one. */
const otlpOf = (road: string): string =>
  JSON.stringify({
    resourceLogs: [
      {
        resource: { attributes: keyValues({ 'service.name': `${'x'.repeat(225)} ${TOKEN}`, ...values }) },
        scopeLogs: [
          {
            scope: { name: `${'x'.repeat(225)} ${TOKEN}` },
            logRecords: [anyValue(values), { stringValue: `sent ${TOKEN}` }].map((body) => ({
              body,
              eventName: `Bearer ${MARK}`,
              severityText: TOKEN,
              attributes: keyValues({
                ...values,
                road,
                'log.record.uid': TOKEN,
                'exception.type': `${'x'.repeat(225)} ${TOKEN}`,
                'exception.message': SHORT,
                'exception.stacktrace': `at ${TOKEN}`,
              }),
            })),
          },
        ],
      },
    ],
  });

const message = (...fields: readonly (readonly [number, string | Uint8Array])[]): Uint8Array =>
  Buffer.concat(fields.map(([number, value]) => encodeField(number, value)));
const protobufValue = (value: unknown): Uint8Array => {
  if (typeof value === 'string') return message([1, value]);
  if (Array.isArray(value)) return message([5, message(...value.map((one) => [1, protobufValue(one)] as const))]);
  return message([6, message(...protobufValues(value as object).map((one) => [1, one] as const))]);
};
const protobufValues = (value: object): Uint8Array[] =>
  Object.entries(value).map(([key, below]) => message([1, key], [2, protobufValue(below)]));

const protobufOf = (road: string): Uint8Array => {
  const attributes = protobufValues({ ...values, road }).map((one) => [6, one] as const);
  const record = message([3, TOKEN], [5, protobufValue(values)], [12, `Bearer ${MARK}`], ...attributes);
  const resource = message(...protobufValues({ 'service.name': TOKEN, ...values }).map((one) => [1, one] as const));
  return message([1, message([1, resource], [2, message([1, message([1, TOKEN])], [2, record])])]);
};

const HEADERS = { 'user-agent': `agent ${TOKEN}`, 'x-request-id': TOKEN, 'idempotency-key': TOKEN };
async function post(path: string, body: unknown, type = 'application/json', headers: Record<string, string> = HEADERS) {
  const bytes = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const authorization = `Bearer ${admin.token}`;
  const init = { method: 'POST', headers: { authorization, 'content-type': type, ...headers }, body: bytes as never };
  const answer = await fetch(server.url + path, init);
  expect([path, answer.status]).toEqual([path, 200]);
}
const OPERATION_ROADS: Readonly<Record<string, (road: string) => Promise<void>>> = {
  produceSync: async (road) => {
    await post('/event/sync', eventOf(road));
    await post('/event/sync', ownOf(road), undefined, { ...HEADERS, 'idempotency-key': `${TOKEN}3` });
    // What is captured of the request stands where the event says nothing.
    const captured = { captureRequest: true, attributeMap: { road } };
    await post('/event/sync', captured, undefined, { ...HEADERS, 'idempotency-key': `${TOKEN}2` });
  },
  produceAsync: async (road) => {
    for (const event of [eventOf(road), ownOf(road)]) {
      await post('/event/async', event, undefined, { 'user-agent': TOKEN });
    }
  },
  produceBatchSync: async (road) => {
    await post('/event/batch/sync', [eventOf(road), ownOf(road)]);
    const lines = gzipSync(`${JSON.stringify(eventOf(road))}\n`);
    await post('/event/batch/sync', lines, NDJSON, { 'content-encoding': 'gzip', 'user-agent': TOKEN });
  },
  produceBatchAsync: async (road) => {
    await post('/event/batch/async', [eventOf(road)]);
    const lines = [eventOf(road), ownOf(road)].map((event) => JSON.stringify(event)).join('\n');
    await post('/event/batch/async', lines, NDJSON, {});
  },
  otlpLogs: async (road) => {
    await post('/otlp/v1/logs', otlpOf(road));
    await post('/otlp/v1/logs', protobufOf(road), PROTOBUF);
  },
};

/** Of the other operations that write none takes an event. */
const NO_ROADS = [
  'flushProducer',
  'retryDeadLetters',
  'deleteDeadLetter',
  'saveCache',
  'updateCache',
  'deleteCache',
  'resetCache',
];

const { happened } = defineEvents({
  happened: { name: 'road.happened', type: 'AUDIT', level: 'INFO', description: { en: 'It did.', tr: 'Oldu.' } },
});
const actor = { username: TOKEN, tenantIdentifier: 'default', ipAddress: null, requestId: TOKEN };

const OTHER_ROADS: Readonly<Record<string, (road: string) => Promise<void>>> = {
  'an event that a process writes': async (road) => {
    // The model itself does not hold what it makes.
    const withs = [
      ['eventName', 'road.process'],
      ['message', `pwd=M4rk\${'edQ7'}`],
      ['attributeMap', '${facts}'],
    ].map(([name, value]) => `<keelson:with name="${name}" value="${value}"/>`);
    const write = `<serviceTask id="write" keelson:call="event.write"><extensionElements>${withs.join('')}</extensionElements></serviceTask>`;
    const { key } = await deployed(admin, chained([START, write, END]));
    const { errorDetail } = await admin.post(`${startPath}/${key}`, { variables: { facts: { road } } });
    expect(errorDetail).toBeNull();
  },
  'an event that a module records in its transaction': (road) =>
    server.database.database.transaction((tx) =>
      server.kernel.events.record(tx, happened, actor, SHORT, { ...values, road }),
    ),
  'an event that a module records in a change set': async (road) => {
    const { events, groupCommit } = server.kernel;
    const changes = groupCommit.createChangeSet();
    events.add(changes, happened, actor, TOKEN, { ...values, road });
    await groupCommit.commit(changes);
  },
  'an event that is buried': async (road) => {
    const uuid = randomUUID();
    await post('/event/sync', { uuid, message: 'First.', attributeMap: { road } });
    await post('/event/async', { ...eventOf(road), uuid, tenantIdentifier: null }, undefined, {});
  },
};

/** Says by which statement each road ends: a new one has to name its roads here. */
const STATEMENTS: Readonly<Record<string, readonly string[]>> = {
  'event/event.store.ts': Object.keys(OPERATION_ROADS),
  'process-action/event-row.store.ts': ['an event that a process writes'],
  'recorded/recorded-events.store.ts': Object.keys(OTHER_ROADS).filter((road) => road.includes('records')),
  'dead-letters/dead-letter.store.ts': ['an event that is buried'],
};

const rows = <R extends object>(name: string, text: string, given: readonly unknown[] = []) =>
  server.database.database.rows<R>(sql(name, text), given);

/** Answers the tables that hold a text in any column, as it is, in small letters, or as bytes. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    't_tables',
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'm') AND n.nspname <> 'pg_catalog' AND n.nspname <> 'information_schema'`,
  );
  expect(tables.length).toBeGreaterThan(100);
  const needles = [text, Buffer.from(text).toString('hex'), Buffer.from(text.toLowerCase()).toString('hex')];
  const patterns = needles.map((needle) => `%${needle}%`);
  const found: string[] = [];
  for (const { name } of tables) {
    const select = `SELECT count(*)::int AS count FROM ${name} t WHERE t::text ILIKE ANY ($1::text[])`;
    const [row] = await rows<{ count: number }>(`t_look_${found.length}_${name}`, select, [patterns]);
    if (row!.count > 0) found.push(name);
  }
  return found;
}

const spooled = (): string =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('\n');

/** Answers what a person can take out of the log again: files of both formats, pages of what was found and of dead letters. */
async function takenOut(): Promise<Readonly<Record<string, string>>> {
  const query = { eventTypeList: ['APPLICATION', 'AUDIT', 'SECURITY'] };
  const asked = {
    NDJSON: ['/event/export', { query, format: 'NDJSON' }],
    CSV: ['/event/export', { query, format: 'CSV' }],
    page: ['/event/page', { pageable: { pageSize: 200 } }],
    dead: ['/event/dead-letter/page', { pageable: { pageSize: 200 } }],
  } as const;
  const taken: Record<string, string> = {};
  for (const [name, [path, body]] of Object.entries(asked)) {
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' };
    const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect([name, answer.status]).toEqual([name, 200]);
    taken[name] = await answer.text();
  }
  return taken;
}

it('logger-producer 14: a secret that goes along every road is nowhere in the database, in the spool, in the process log, or in what streams, files and pages tell', async () => {
  const roads = { ...OPERATION_ROADS, ...OTHER_ROADS };
  const tail = await readEvents(`${server.url}/event/tail`, { authorization: `Bearer ${admin.token}` });
  await tail.until((one) => one.lastEventId() !== '');
  for (const [road, send] of Object.entries(roads)) await send(road);
  // While nothing can be stored, what is accepted lies in the spool.
  await server.database.database.transaction(async (tx) => {
    await tx.execute(sql('t_lock', 'LOCK TABLE log_event IN ACCESS EXCLUSIVE MODE'));
    for (const road of ['produceAsync', 'produceBatchAsync', 'otlpLogs']) await roads[road]?.(road);
    expect(spooled()).toContain('produceBatchAsync');
    expect(spooled()).not.toContain(MARK);
  });
  expect((await admin.post('/event/producer/flush', {})).body).toMatchObject({ remainingCount: 0 });

  const arrived = await rows<{ road: string }>(
    't_arrived',
    "SELECT DISTINCT attribute_map ->> 'road' AS road FROM log_event WHERE attribute_map ? 'road'",
  );
  expect(arrived.map(({ road }) => road).sort()).toEqual(Object.keys(roads).sort());
  // Whoever looks finds what is there: in a column of JSON, in one of bytes, and among the words of the search.
  expect(await tablesWith('an event that is buried')).toEqual(
    expect.arrayContaining(['log_dead_letter', expect.stringMatching(/^log_event_standard/)]),
  );
  expect(await tablesWith(MARK)).toEqual([]);
  expect(Object.keys(eventOf(''))).toEqual(expect.arrayContaining(['message', 'username', 'requestMethod', 'hash']));
  expect(server.logLines.join()).not.toContain(MARK);

  const stored = Object.keys(roads).filter((road) => road !== 'an event that is buried');
  const told = () => JSON.stringify(tail.events);
  await vi.waitFor(() => expect(stored.filter((road) => !told().includes(JSON.stringify(road)))).toEqual([]), {
    timeout: TAIL_WAIT_MS,
  });
  tail.close();
  const taken = await takenOut();
  for (const road of stored) for (const format of ['NDJSON', 'CSV']) expect(taken[format]).toContain(road);
  expect(taken.dead).toContain('an event that is buried');
  for (const [name, text] of Object.entries({ ...taken, tail: told() }))
    expect([name, text.includes(MARK)]).toEqual([name, false]);
});

it('logger-producer 14: these are all roads: each operation that writes and each statement that inserts is named', () => {
  const writing = Object.entries(loggerProducerModule.operations).filter(([, { effect }]) => effect === 'write');
  expect(writing.map(([name]) => name).sort()).toEqual([...Object.keys(OPERATION_ROADS), ...NO_ROADS].sort());
  const source = fileURLToPath(new URL('../../../', import.meta.url));
  const inserting = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      /(?<!\.test|\.fixture)\.ts$/.test(name) &&
      /INSERT INTO (?:log_event|log_dead_letter)/.test(readFileSync(join(source, name), 'utf8')),
  );
  const named = Object.keys(STATEMENTS).map((name) => join('modules/logger-producer', name));
  expect(inserting.sort()).toEqual(named.sort());
  expect(new Set(Object.values(STATEMENTS).flat())).toEqual(
    new Set([...Object.keys(OPERATION_ROADS), ...Object.keys(OTHER_ROADS)]),
  );
});
