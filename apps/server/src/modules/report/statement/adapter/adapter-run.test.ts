// Tests how runs over an adapter end: cancelled in its database, too long, cut off, answered with what cannot be read.
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { Transform } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partsOf } from '../../../../testing/database-proxy.ts';
import { offeredBy } from '../../adapter/adapter-server.fixture.ts';
import { eventually, query, type SqlServer, startSqlServer } from './sql-server.fixture.ts';

let server: SqlServer;
beforeAll(async () => {
  server = await startSqlServer();
  await server.foreign.run(`CREATE VIEW endless AS SELECT sum(a.n) AS n FROM generate_series(1, 1000000) a(n), generate_series(1, 1000000) b;
    CREATE VIEW many AS SELECT n, 'row ' || n || repeat(' ğ', 60) AS text FROM generate_series(1, 60000) n;
    CREATE VIEW slow AS SELECT n, pg_sleep(0.002)::text || repeat('x', 40000) AS text FROM generate_series(1, 100000) n;
    GRANT SELECT ON endless, many, slow TO PUBLIC`);
});
afterAll(() => server?.stop());

const cancel = (uuid: string) => server.as(server.admin, 'POST', `/report-executions/cancel/by-uuid/${uuid}`);
/** Are connections of the adapter that are at something. */
const working = async () =>
  (
    await server.foreign.run(
      `SELECT query FROM pg_stat_activity WHERE usename = '${server.foreign.reader.username}' AND state = 'active'`,
    )
  ).rows;
const connected = async () =>
  (await server.foreign.run(`SELECT FROM pg_stat_activity WHERE usename = '${server.foreign.reader.username}'`)).rows;
const tables = () =>
  query(server, "SELECT FROM pg_class WHERE relname ~ '^snapshot_[0-9]+$'").then(({ length }) => length);
const failure = ({ status, errorDetail }: Awaited<ReturnType<SqlServer['ran']>>) => [
  status,
  errorDetail?.errorCode,
  errorDetail?.errorDetail ?? null,
];

type Change = (bytes: Buffer, incoming: Socket) => Buffer;
const asIs: Change = (bytes) => bytes;

/** Replaces letters of a message by as many others. */
const replacing =
  (text: string, other: string): Change =>
  (bytes) =>
    Buffer.from(bytes.toString('latin1').replace(text, other), 'latin1');

/** Hands on what the database answers, and what it is asked, as somebody on the way makes them. */
async function whileChanged<T>(answers: Change, work: () => Promise<T>, questions: Change = asIs): Promise<T> {
  const { host, port } = partsOf(server.database);
  const { script } = server.foreign.door;
  server.foreign.door.script = (incoming) => {
    const outgoing = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    const through = (change: Change) =>
      new Transform({ transform: (chunk, _encoding, done) => done(null, change(chunk, incoming)) });
    incoming.pipe(through(questions)).pipe(outgoing).pipe(through(answers)).pipe(incoming);
    for (const socket of [incoming, outgoing]) {
      socket.on('error', () => socket.destroy());
      socket.on('close', () => [incoming, outgoing].forEach((one) => void one.destroy()));
    }
  };
  return work().finally(() => {
    server.foreign.door.script = script;
  });
}

describe('a run over an adapter', () => {
  it('report 5: that is cancelled before its first row ends in the database of the adapter, and leaves nothing', async () => {
    const uuid = await server.saved('SELECT n FROM endless');
    const before = await tables();
    const { uuid: run } = await server.execute(uuid, { outputFormat: 'CSV' });
    await eventually(working, ({ length }) => length === 1);
    // The query never ends by itself.
    await cancel(run);
    await eventually(connected, ({ length }) => length === 0);
    expect(await server.ended(run)).toMatchObject({ status: 'CANCELLED' });
    server.jobs.find(({ name }) => name === 'report-snapshots')?.wake();
    expect(await eventually(tables, (count) => count <= before)).toBe(before);
  });

  it('report 5: that is cancelled in the middle of its rows ends, and has told how many there were', async () => {
    const uuid = await server.saved('SELECT n, text FROM slow');
    const { uuid: run } = await server.execute(uuid, { outputFormat: 'CSV' });
    const going = await eventually(
      () => server.execution(run),
      ({ rowCount }) => (rowCount ?? 0) > 0,
    );
    expect(going).toMatchObject({ status: 'RUNNING', progressPercent: null });
    await cancel(run);
    await eventually(connected, ({ length }) => length === 0);
    expect(await server.ended(run)).toMatchObject({ status: 'CANCELLED' });
  });

  it('report 38: that never ends is ended by its own time, in both databases', async () => {
    const uuid = await server.saved('SELECT n FROM endless', { timeoutSeconds: 1 });
    expect(failure(await server.ran(uuid))).toEqual(['TIMED_OUT', 'REPORT_TIMEOUT', null]);
    expect(await eventually(connected, ({ length }) => length === 0)).toEqual([]);
    const adapter = {
      code: 'shop',
      revision: '',
      attributeNames: [],
      commonNames: [],
      allowedFunctionList: [],
      isSensitive: false,
    };
    const query = { text: 'SELECT n FROM endless', settings: [], adapter };
    const terms = { timeZone: 'UTC', timeoutMs: 300 };
    const opened = await offeredBy(server).open({ tenantIdentifier: 'default' }, { query, terms });
    await expect(opened.rows('SELECT q.n::text FROM endless AS q LIMIT $1', [1])).rejects.toMatchObject({
      kind: 'TIMED_OUT',
    });
    await opened.close();
    expect(await eventually(connected, ({ length }) => length === 0)).toEqual([]);
    // Whoever stops reading before the first row has not been told by the database that it is over.
    const left = await offeredBy(server).open(
      { tenantIdentifier: 'default' },
      { query, terms: { ...terms, timeoutMs: 60_000 } },
    );
    await left.openRows(await left.describe(), 10);
    await eventually(working, ({ length }) => length === 1);
    await left.close();
    expect(await eventually(connected, ({ length }) => length === 0)).toEqual([]);
  });

  it('report 38: copies rows in their order, however many, and holds no transaction open while it waits for them', async () => {
    const uuid = await server.saved('SELECT n, text FROM many ORDER BY n DESC', { rowLimit: 60_000 });
    const ended = await server.ran(uuid, { outputFormat: 'CSV' });
    expect(ended).toMatchObject({ errorDetail: null, rowCount: 60_000, truncated: false });
    const { uuid: run } = ended;
    const lines = (await server.output(run)).bytes.toString().split('\r\n');
    expect([lines[1]?.slice(0, 20), lines[60_000]?.slice(0, 8)]).toEqual(['60000,row 60000 ğ ğ ', '1,row 1 ']);
    const slow = await server.saved('SELECT n, text FROM slow');
    const { uuid: going } = await server.execute(slow, { outputFormat: 'CSV' });
    const copiedBeyond = async (count: number) =>
      (await eventually(
        () => server.execution(going),
        ({ rowCount }) => (rowCount ?? 0) > count,
      ).then(({ rowCount }) => rowCount))!;
    const open = () =>
      query<{ began: string }>(
        server,
        `SELECT xact_start::text AS began FROM pg_stat_activity
         WHERE datname = current_database() AND state <> 'idle' AND query LIKE 'COPY keelson_report%'`,
      );
    const first = await copiedBeyond(0);
    const before = (await open()).map(({ began }) => began);
    await copiedBeyond(first + 1_000);
    const after = (await open()).map(({ began }) => began);
    expect(after.filter((began) => before.includes(began))).toEqual([]);
    await cancel(going);
    await server.ended(going);
  }, 60_000);

  it('report 38: whose database goes away in the middle of its rows fails, and the next one works', async () => {
    const uuid = await server.saved('SELECT n, text FROM slow');
    const { uuid: run } = await server.execute(uuid, { outputFormat: 'CSV' });
    await eventually(
      () => server.execution(run),
      ({ rowCount }) => (rowCount ?? 0) > 0,
    );
    await server.foreign.run(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${server.foreign.reader.username}'`,
    );
    expect(failure(await server.ended(run))).toEqual(['FAILED', 'REPORT_ADAPTER_UNAVAILABLE', 'CONNECTION_FAILED']);
    expect(await server.rowsOf(await server.saved('SELECT id FROM orders WHERE id = 1'))).toEqual([[1]]);
  });

  it('report 6: whose own connection goes away is begun once more, and what it was at elsewhere has ended', async () => {
    const uuid = await server.saved('SELECT n, text FROM slow');
    const { uuid: run } = await server.execute(uuid, { outputFormat: 'CSV' });
    const copied = () =>
      eventually(
        () => server.execution(run),
        ({ rowCount }) => (rowCount ?? 0) > 0,
      );
    await copied();
    const killed = await query<{ gone: boolean }>(
      server,
      "SELECT pg_terminate_backend(pid) AS gone FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY keelson_report%'",
    );
    expect(killed).toEqual([{ gone: true }]);
    await eventually(connected, ({ length }) => length === 0);
    expect((await server.execution(run)).status).toBe('RUNNING');
    server.clock.advance(60_000);
    server.jobs.find(({ name }) => name === 'report_execution')?.wake();
    await eventually(working, ({ length }) => length === 1);
    await cancel(run);
    expect(await server.ended(run)).toMatchObject({ status: 'CANCELLED', errorDetail: null });
  });

  it('report 38: whose answers hold what their type does not read, more rows than asked for or fewer than sent fails, and says so', async () => {
    const numbers = await server.saved('SELECT total AS "Tutar" FROM orders');
    const run = (uuid: string) => () => server.ran(uuid, { outputFormat: 'CSV' });
    const spoilt = await whileChanged(replacing('20.00\n', '2o.00\n'), run(numbers));
    expect(failure(spoilt)).toEqual([
      'FAILED',
      'REPORT_ADAPTER_RESPONSE_INVALID',
      'invalid input syntax for type numeric: "2o.00" (Tutar)',
    ]);
    const short = await whileChanged(replacing('COPY 3', 'COPY 4'), run(numbers));
    expect(failure(short)[1]).toBe('REPORT_ADAPTER_RESPONSE_INVALID');
    const one = await server.saved('SELECT total FROM orders', { rowLimit: 1 });
    const greedy = await whileChanged(asIs, run(one), replacing('LIMIT 2', 'LIMIT 9'));
    expect(failure(greedy).slice(1)).toEqual([
      'REPORT_ADAPTER_RESPONSE_INVALID',
      'More rows came than were asked for.',
    ]);
    expect(await run(one)()).toMatchObject({ rowCount: 1, truncated: true });
  });

  it('report 38: a preview whose server sends without end is cut off, and the process lives', async () => {
    const uuid = await server.saved('SELECT customer FROM orders');
    const filler = Buffer.alloc(65_536, 'N');
    const shown = await whileChanged(
      (answer, incoming) => {
        if (!answer.includes('customer 1')) return answer;
        // DataRow of a gigabyte, which never ends.
        const head = Buffer.from([0x44, 0x40, 0, 0, 0, 0, 1, 0x3f, 0xff, 0, 0]);
        const send = (): void => {
          while (!incoming.destroyed && incoming.write(filler));
        };
        incoming.on('drain', send);
        setImmediate(send);
        return head;
      },
      () => server.preview({ uuid }),
    );
    expect([shown.status, shown.error?.errorCode]).toEqual([503, 'REPORT_ADAPTER_UNAVAILABLE']);
  });
});

describe('values of a run over an adapter', () => {
  const hostile = [
    "'; DROP TABLE orders; --",
    "' OR '1'='1",
    '\\',
    '$1',
    '{a,"b"}',
    'NULL',
    ':p',
    '${inOrAll(id, :p)}',
    '1) TO STDOUT --',
    'ı',
    'I',
    'İ',
  ];

  it('report 2: are compared as they are, in every type, list and clause function', async () => {
    await server.foreign.run(`CREATE TABLE words (word text, n int, big bigint, amount numeric, yes boolean, day date, hour time, at timestamptz, id uuid);
      GRANT SELECT ON words TO PUBLIC`);
    await server.foreign.run(`INSERT INTO words SELECT w, 7, 7, 7.5, true, '2026-02-28', '14:30', '2026-02-28T12:00:00Z',
      '00000000-0000-4000-8000-000000000000' FROM unnest(ARRAY[${hostile.map((word) => `$$${word}$$`).join(', ')}]) w`);
    const texts = await server.saved(
      'SELECT word FROM words WHERE word = :p AND ${eqOrAll(word, :p)} AND ${inOrAll(word, :list)} AND word = ANY(:list) AND ${between(word, :p, :after)}',
      {
        parameterList: [
          { name: 'p', type: 'STRING' },
          { name: 'list', type: 'STRING', multiple: true },
          { name: 'after', type: 'STRING' },
        ],
      },
    );
    for (const word of hostile) {
      const parameterMap = { p: word, list: [word, 'x'], after: `${word}\u0001` };
      const { body } = await server.preview({ uuid: texts, parameterMap });
      expect(body?.rowList, word).toEqual([[word]]);
    }
    const types = [
      ['INTEGER', 'n', 7],
      ['LONG', 'big', '7'],
      ['DECIMAL', 'amount', '7.50'],
      ['BOOLEAN', 'yes', true],
      ['DATE', 'day', '2026-02-28'],
      ['TIME', 'hour', '14:30'],
      ['DATE_TIME', 'at', '2026-02-28T15:00:00+03:00'],
      ['UUID', 'id', '00000000-0000-4000-8000-000000000000'],
    ] as const;
    for (const [type, column, value] of types) {
      const uuid = await server.saved(`SELECT count(*) FROM words WHERE ${column} = :p AND ${column} = ANY(:list)`, {
        parameterList: [
          { name: 'p', type },
          { name: 'list', type, multiple: true },
        ],
      });
      expect(await server.rowsOf(uuid, { parameterMap: { p: value, list: [value] } }), type).toEqual([
        [hostile.length],
      ]);
      for (const wrong of hostile.slice(0, 4)) {
        const path = `/executable-reports/execute/by-uuid/${uuid}`;
        expect(
          await server.refusal(server.admin, 'POST', path, { parameterMap: { p: wrong, list: [wrong] } }),
          type,
        ).toEqual([422, 'REPORT_PARAMETER_INVALID', 'parameterMap.p TYPE', 'parameterMap.list TYPE']);
      }
    }
    expect((await server.foreign.run('SELECT count(*)::int AS count FROM orders')).rows).toEqual([{ count: 3 }]);
  }, 60_000);

  it('report 13: a list of a hundred thousand is refused before anybody is asked, and a hidden person is set by the server', async () => {
    const uuid = await server.saved('SELECT id, :who AS who FROM orders WHERE id = ANY(:list)', {
      parameterList: [
        { name: 'list', type: 'LONG', multiple: true },
        { name: 'who', type: 'STRING', control: 'HIDDEN', defaultExpression: 'CURRENT_USER' },
      ],
    });
    const before = server.foreign.door.connections;
    const path = `/executable-reports/execute/by-uuid/${uuid}`;
    const list = (length: number) => Array.from({ length }, (_, index) => index);
    expect(await server.refusal(server.admin, 'POST', path, { parameterMap: { list: list(100_000) } })).toEqual([
      400,
      'VALIDATION_FAILED',
      'parameterMap.list TOO_LONG',
    ]);
    expect(await server.refusal(server.admin, 'POST', path, { parameterMap: { list: list(1_001), who: 'x' } })).toEqual(
      [422, 'REPORT_PARAMETER_INVALID', 'parameterMap.list TOO_LONG', 'parameterMap.who FIELD_READ_ONLY'],
    );
    expect(server.foreign.door.connections).toBe(before);
    expect(await server.rowsOf(uuid, { parameterMap: { list: list(1_000).map((index) => index * 2) } })).toEqual([
      [2, 'admin'],
    ]);
  });
});
