// Proves of a direct connection what is answered, what fails how, and that a lost one never tells of a commit it cannot know of.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createDatabase, sql } from '../database.ts';
import { type ConnectionSettings, clientOptions, runStatement, textParserOf } from '../database-client.ts';
import { isUnavailable } from '../database-errors.ts';
import { WireClient } from './wire-client.ts';
import { startWireProxy, type WireProxy } from './wire-proxy.fixture.ts';

let test: TestDatabase;
const opened: { close(): Promise<unknown> }[] = [];
const insert = sql('t_insert', 'INSERT INTO item (id) VALUES ($1::int)');
const myPid = sql('t_pid', 'SELECT pg_backend_pid()');
const countItems = sql('t_items', 'SELECT count(*)::int AS number FROM item');

beforeAll(async () => {
  test = await createTestDatabase();
  await script(`CREATE TABLE item (id int PRIMARY KEY);
    CREATE TABLE late (id int UNIQUE DEFERRABLE INITIALLY DEFERRED);
    CREATE TABLE shape (name text)`);
});
beforeEach(() => script('TRUNCATE item'));
afterEach(async () => {
  for (const { close } of opened.splice(0).reverse()) await close();
});
afterAll(() => test.close());

function script(text: string): Promise<void> {
  return test.database.withConnection((connection) => connection.script(text));
}

async function connect(settings: ConnectionSettings = test.settings, statementTimeoutMs = 20_000) {
  const client = new pg.Client(clientOptions(settings));
  const losses: unknown[] = [];
  client.on('error', (error) => losses.push(error));
  await client.connect();
  const wire = new WireClient(client, { parserOf: textParserOf, statementTimeoutMs });
  opened.push({ close: () => wire.close() });
  return { wire, losses };
}

async function connectThroughProxy(options?: Parameters<typeof startWireProxy>[1]) {
  const proxy = await startWireProxy(test, options);
  opened.push(proxy);
  return { proxy, ...(await connect(proxy.settings)) };
}

async function items(): Promise<number> {
  return (await test.database.rows<{ number: number }>(countItems))[0]!.number;
}

function failureOf(running: Promise<unknown>): Promise<unknown> {
  return running.then(
    () => expect.unreachable('it did not fail'),
    (error: unknown) => error,
  );
}

/** Waits until another connection of this database runs a statement with these words, and acts on it. */
async function act(does: 'pg_terminate_backend' | 'pg_cancel_backend', words: string, state = 'active'): Promise<void> {
  const statement = sql(
    `t_${does}`,
    `SELECT count(${does}(pid))::int AS number FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE $1 AND state = $2`,
  );
  const acted = async (): Promise<number> =>
    (await test.database.rows<{ number: number }>(statement, [`%${words}%`, state]))[0]!.number;
  await expect.poll(acted, { timeout: 20_000, interval: 10 }).toBe(1);
}

describe('rows', () => {
  it('are the same from the first run, from later ones and from pg, for every kind of value', async () => {
    const { wire } = await connect();
    const client = new pg.Client(clientOptions(test.settings));
    await client.connect();
    opened.push({ close: () => client.end() });
    const instants = [
      'infinity',
      '-infinity',
      '2026-11-26 02:14:14.123456+00',
      '1999-12-31 23:59:59.9995+00',
      '1969-12-31 23:59:59.9995+00',
      '0044-03-15 12:00:00+00 BC',
      '2300-01-01 00:00:00.001999+00',
      '9999-12-31 23:59:59.999999+00',
    ];
    const text = `SELECT ${instants.map((instant) => `'${instant}'::timestamptz`).join(', ')},
      32767::int2, '-2147483648'::int4, 9007199254740991::int8, '-9007199254740991'::int8, true, false, 1.5::float8, 12.340::numeric,
      'ağaç 😀'::text, ''::text, NULL::text, NULL::int, '6b0f4a3e-1d57-4c1c-9b61-51f6c2b9a001'::uuid, '{"a": [1]}'::jsonb,
      ARRAY['u a', NULL, 'g,"b"']::text[], ARRAY[1, NULL]::int8[], '\\x00ff'::bytea, DATE '2026-03-01', 'name'::name`;
    const statement = sql('t_values', text);
    const expected = (await runStatement(client, statement, [], 'array')).rows;
    expect(await wire.run(statement, [])).toEqual(expected);
    expect(await wire.run(statement, [])).toEqual(expected);
    expect(await wire.run({ text }, [])).toEqual(expected);
    expect(expected[0]![7]).toEqual(new Date('9999-12-31T23:59:59.999Z'));
  });

  it('hold what was given: bytes, text of every width, empty values and null; half a character becomes its sign', async () => {
    const { wire } = await connect();
    const echo = sql('t_echo', 'SELECT $1::text, $2::text, $3::text, $4::bytea, $5::bytea, $6::int, \'ğ😀\' AS "ğ"');
    const values = ['a\ud800b', 'ş€😀'.repeat(3_000), '', Buffer.from([0, 255]), new Uint8Array(0), null];
    const expected = ['a\ufffdb', 'ş€😀'.repeat(3_000), '', Buffer.from([0, 255]), Buffer.alloc(0), null, 'ğ😀'];
    for (let count = 0; count < 2; count += 1) expect(await wire.run(echo, values)).toEqual([expected]);
  });

  it('may be huge, as may be what is given, and many', async () => {
    const { wire } = await connect();
    const huge = 'ğ'.repeat(2_000_000);
    expect(await wire.run({ text: 'SELECT $1::text' }, [huge])).toEqual([[huge]]);
    const many = sql('t_many', 'SELECT n, null FROM generate_series(1, 50000) n');
    for (let count = 0; count < 2; count += 1) {
      const rows = await wire.run(many, []);
      expect([rows.length, rows.at(-1)]).toEqual([50_000, [50_000, null]]);
    }
  });

  it('are none where a statement has none, or is none', async () => {
    const { wire } = await connect();
    for (let count = 0; count < 2; count += 1) {
      expect(await wire.run(sql('t_where', 'SELECT 1 WHERE false'), [])).toEqual([]);
      expect(await wire.run(sql('t_empty', ''), [])).toEqual([]);
      expect(await wire.run(insert, [String(count)])).toEqual([]);
    }
    expect(await items()).toBe(2);
  });

  it('arrive between notices, notifications and changed parameters', async () => {
    const { wire, losses } = await connect();
    await wire.run({ text: 'LISTEN wire' }, []);
    await script('NOTIFY wire');
    await script(`CREATE OR REPLACE FUNCTION noisy() RETURNS int LANGUAGE plpgsql AS
      $$ BEGIN RAISE WARNING 'w'; PERFORM set_config('application_name', 'ğ', false); RAISE NOTICE 'n'; RETURN 7; END $$`);
    const noisy = sql('t_noisy', 'SELECT noisy()');
    for (let count = 0; count < 3; count += 1) expect(await wire.run(noisy, [])).toEqual([[7]]);
    expect(losses).toEqual([]);
  });
});

describe('a statement that fails', () => {
  it('fails as with pg, writes nothing, gives no rows, and leaves the connection as it was', async () => {
    const { wire } = await connect();
    const before = await wire.run(myPid, []);
    await wire.run(insert, ['1']);
    const taken = await failureOf(wire.run(insert, ['1']));
    const other = await failureOf(test.database.execute(insert, [1]));
    const told = ['code', 'severity', 'message', 'detail', 'table', 'constraint', 'routine', 'schema', 'file'] as const;
    expect(taken).toBeInstanceOf(pg.DatabaseError);
    for (const field of told) expect((taken as pg.DatabaseError)[field]).toBe((other as pg.DatabaseError)[field]);
    const divided = wire.run({ text: 'SELECT 6 / (3 - n) FROM generate_series(1, 5) n' }, []);
    await expect(divided).rejects.toMatchObject({ code: '22012' });
    await expect(wire.run({ text: 'SELEC' }, [])).rejects.toMatchObject({ code: '42601' });
    await expect(wire.run(sql('t_wrong', 'SELECT $1::int'), ['x'])).rejects.toMatchObject({ code: '22P02' });
    expect(await wire.run(sql('t_wrong', 'SELECT $1::int'), ['5'])).toEqual([[5]]);
    expect(await wire.run(myPid, [])).toEqual(before);
    expect(await items()).toBe(1);
  });

  it('fails where the commit fails, though its own end was told before', async () => {
    const { wire } = await connect();
    const twice = sql('t_twice', 'INSERT INTO late VALUES (1), (1)');
    for (let count = 0; count < 2; count += 1) {
      await expect(wire.run(twice, [])).rejects.toMatchObject({ code: '23505', constraint: 'late_id_key' });
    }
    expect(await wire.run({ text: 'SELECT count(*)::int FROM late' }, [])).toEqual([[0]]);
  });

  it('can be cancelled, or take longer than the server lets it, and the connection goes on', async () => {
    const { wire } = await connect();
    const cancelled = failureOf(wire.run({ text: "SELECT 'cancel me', pg_sleep(20)" }, []));
    await act('pg_cancel_backend', 'cancel me');
    expect(await cancelled).toMatchObject({ code: '57014' });
    await wire.run({ text: 'SET statement_timeout = 50' }, []);
    await expect(wire.run({ text: 'SELECT pg_sleep(20)' }, [])).rejects.toMatchObject({ code: '57014' });
    expect(await wire.run({ text: 'SELECT 1' }, [])).toEqual([[1]]);
  });

  it('fails alone where a value has no place in the protocol or in a number', async () => {
    const { wire } = await connect();
    await expect(wire.run(insert, [1])).rejects.toThrow('$1 is neither bytes nor text nor null but number');
    await expect(wire.run({ text: 'SELECT 1\0' }, [])).rejects.toThrow('zero byte');
    await expect(wire.run(insert, Array(65_536).fill(null))).rejects.toThrow('65535 values at most');
    const beyond = sql('t_beyond', 'SELECT 9007199254740993::int8');
    for (let count = 0; count < 2; count += 1) {
      await expect(wire.run(beyond, [])).rejects.toThrow('9007199254740993 is beyond');
    }
    expect(await wire.run({ text: 'SELECT 1' }, [])).toEqual([[1]]);
  });

  it('is refused while another one is under way, and under the name of another one', async () => {
    const { wire } = await connect();
    const first = wire.run(sql('t_name', 'SELECT 1'), []);
    await expect(wire.run(sql('t_name', 'SELECT 1'), [])).rejects.toThrow('is under way');
    expect(await first).toEqual([[1]]);
    await expect(wire.run(sql('t_name', 'SELECT 2'), [])).rejects.toThrow("is another statement's");
  });
});

describe('a prepared statement', () => {
  it('that is gone, or whose table has changed, is prepared and run once more', async () => {
    const { wire } = await connect();
    const read = sql('t_shape', 'SELECT * FROM shape');
    await script("INSERT INTO shape VALUES ('a')");
    expect(await wire.run(read, [])).toEqual([['a']]);
    await wire.run({ text: 'DEALLOCATE ALL' }, []);
    expect(await wire.run(read, [])).toEqual([['a']]);
    await script('ALTER TABLE shape ADD COLUMN size int DEFAULT 4');
    expect(await wire.run(read, [])).toEqual([['a', 4]]);
    expect(await wire.run(read, [])).toEqual([['a', 4]]);
    await wire.run(insert, ['1']);
    await wire.run({ text: 'DISCARD PLANS' }, []);
    await wire.run({ text: 'DEALLOCATE ALL' }, []);
    await wire.run(insert, ['2']);
    expect(await items()).toBe(2);
  });

  it('that is lost again and again, as behind a pooler, is kept no longer', async () => {
    const { wire, proxy } = await connectThroughProxy();
    let refusals = 0;
    proxy.answer = (bytes, client) => {
      if (bytes.includes('C26000\0')) refusals += 1;
      client.write(bytes);
    };
    for (let count = 1; count <= 20; count += 1) {
      await wire.run(insert, [String(count)]);
      await wire.run({ text: 'DEALLOCATE ALL' }, []);
    }
    expect(await items()).toBe(20);
    expect(refusals).toBe(8);
  });

  it('may have a name that the session knows already', async () => {
    const { wire } = await connect();
    await wire.run({ text: 'PREPARE t_known AS SELECT 1' }, []);
    expect(await wire.run(sql('t_known', 'SELECT 2'), [])).toEqual([[2]]);
  });
});

describe('a connection that is lost', () => {
  it('tells who waits, when an administrator ends it, and the owner when nobody does', async () => {
    const { wire } = await connect();
    const ended = failureOf(wire.run({ text: "SELECT 'end me', pg_sleep(20)" }, []));
    await act('pg_terminate_backend', 'end me');
    const error = await ended;
    expect(error).toMatchObject({ code: '57P01' });
    expect(isUnavailable(error)).toBe(true);
    await expect(wire.run(insert, ['1'])).rejects.toBe(error);
    const idle = await connect();
    await idle.wire.run({ text: "SELECT 'idle one'" }, []);
    await act('pg_terminate_backend', 'idle one', 'idle');
    await expect.poll(() => idle.losses).toEqual([expect.objectContaining({ code: '57P01' })]);
  });

  it('between the write and its answer says that nobody knows, and nothing is written twice', async () => {
    const { wire, proxy } = await connectThroughProxy();
    await wire.run(insert, ['1']);
    proxy.answer = (_, client) => client.destroy();
    expect(isUnavailable(await failureOf(wire.run(insert, ['2'])))).toBe(true);
    expect(await items()).toBe(2);
    expect(isUnavailable(await failureOf(wire.run(insert, ['3'])))).toBe(true);
    expect(await items()).toBe(2);
  });

  it('at any byte of the answer but the last tells of no commit', async () => {
    const { wire, proxy } = await connectThroughProxy();
    await wire.run(insert, ['0']);
    let length = 0;
    proxy.answer = (bytes, client) => {
      length += bytes.length;
      client.write(bytes);
    };
    await wire.run(insert, ['1']);
    expect(length).toBeGreaterThan(20);
    for (let kept = 0; kept < length; kept += 1) {
      proxy.answer = null;
      const { wire: next } = await connect(proxy.settings);
      await next.run(insert, [String(1_000 + kept)]);
      proxy.answer = (bytes, client) => client.end(bytes.subarray(0, kept));
      expect(isUnavailable(await failureOf(next.run(insert, [String(2_000 + kept)])))).toBe(true);
    }
    expect(await items()).toBe(2 + 2 * length);
  });

  it('takes along an error that was told before: its statement was undone', async () => {
    const { wire, proxy } = await connectThroughProxy();
    await wire.run(insert, ['1']);
    proxy.answer = (bytes, client) => {
      const isReady = bytes.at(-6) === 0x5a;
      client.write(isReady ? bytes.subarray(0, -6) : bytes);
      if (isReady) client.end();
    };
    await expect(wire.run(insert, ['1'])).rejects.toMatchObject({ code: '23505' });
    expect(isUnavailable(await failureOf(wire.run(insert, ['2'])))).toBe(true);
  });

  it('has not answered within the time of a statement, or is dropped by its owner', async () => {
    const proxy = await startWireProxy(test);
    opened.push(proxy);
    const { wire } = await connect(proxy.settings, 200);
    await wire.run(insert, ['1']);
    // The time of one statement does not count for the next one.
    await wire.run({ text: 'SELECT pg_sleep(0.15)' }, []);
    await wire.run({ text: 'SELECT pg_sleep(0.15)' }, []);
    proxy.answer = () => undefined;
    const late = await failureOf(wire.run(insert, ['2']));
    expect(late).toMatchObject({ message: 'Query read timeout' });
    expect(isUnavailable(late)).toBe(true);
    proxy.answer = null;
    const { wire: other, losses } = await connect(proxy.settings);
    const dropped = failureOf(other.run({ text: 'SELECT pg_sleep(20)' }, []));
    other.drop();
    expect(isUnavailable(await dropped)).toBe(true);
    expect(isUnavailable(await failureOf(other.run(insert, ['3'])))).toBe(true);
    expect(losses).toEqual([]);
  });
});

describe('what is not the protocol', () => {
  const column = (count: number): Buffer => Buffer.from([0x44, 0, 0, 0, 6, 0, count]);
  const ready = (state: string): Buffer => Buffer.from(`Z\0\0\0\x05${state}`);
  const command = Buffer.from('C\0\0\0\x0dSELECT 0\0');
  const cases: readonly (readonly [string, Buffer, string])[] = [
    ['another protocol', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), 'a message of 1414811695 bytes'],
    ['a message of another kind', Buffer.from('G\0\0\0\x04'), 'was not asked for, with the code 71'],
    ['a row of too few columns', column(0), 'a row of 0 columns instead of 1'],
    ['a row that ends in its middle', column(1), 'does not end in its row'],
    ['an open transaction', Buffer.concat([command, ready('T')]), 'a transaction that was left open'],
    ['an end without a beginning', ready('I'), 'the end of a statement that has not ended'],
    ['an error without its end', Buffer.from('E\0\0\0\x08Mxyz'), 'an error without its end'],
  ];
  it.each(cases)('closes the connection with a clear error: %s', async (_, bytes, words) => {
    const { wire, proxy } = await connectThroughProxy();
    const one = sql('t_one', 'SELECT 1');
    await wire.run(one, []);
    proxy.answer = (_, client) => client.write(bytes);
    const error = await failureOf(wire.run(one, []));
    expect((error as Error).message).toMatch(/^Connection terminated: PostgreSQL sent /);
    expect((error as Error).message).toContain(words);
    expect(isUnavailable(error)).toBe(true);
    proxy.answer = null;
    await expect(wire.run(one, [])).rejects.toBe(error);
  });

  it('is a transaction that a statement opens: it is undone', async () => {
    const { wire } = await connect();
    const error = await failureOf(wire.run({ text: 'BEGIN' }, []));
    expect((error as Error).message).toContain('a transaction that was left open');
  });

  it('is told to the owner when it comes unasked', async () => {
    const { wire, proxy, losses } = await connectThroughProxy();
    let client: { write(bytes: Buffer): void } | undefined;
    proxy.answer = (bytes, socket) => {
      client = socket;
      socket.write(bytes);
    };
    await wire.run(insert, ['1']);
    client?.write(ready('I'));
    await expect.poll(() => losses.map(String)).toEqual([expect.stringContaining('was not asked for')]);
  });
});

describe('a direct connection', () => {
  it('takes another connection after a loss, and none after it is closed', async () => {
    const database = createDatabase({ settings: test.settings });
    opened.push(database);
    const connection = database.openDirectConnection({ enable_seqscan: 'off' });
    expect(await connection.run({ text: "SELECT current_setting('enable_seqscan'), 'my connection'" }, [])).toEqual([
      ['off', 'my connection'],
    ]);
    await act('pg_terminate_backend', 'my connection', 'idle');
    const again = (): Promise<unknown> => connection.run(insert, ['1']).catch(({ code }: { code: string }) => code);
    await expect.poll(again, { timeout: 20_000 }).toEqual([]);
    await connection.close();
    await expect(connection.run(insert, ['2'])).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('goes over an encrypted connection as over a plain one', async () => {
    const proxy: WireProxy = await startWireProxy(test, { tls: true });
    opened.push(proxy);
    const database = createDatabase({ settings: proxy.settings });
    opened.push(database);
    const connection = database.openDirectConnection();
    const huge = '😀'.repeat(300_000);
    for (let count = 0; count < 3; count += 1) {
      expect(await connection.run(sql('t_encrypted', 'SELECT $1::text, 1'), [huge])).toEqual([[huge, 1]]);
    }
  });
});
