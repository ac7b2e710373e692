// Proves what a database that hangs, or cannot write, does to those who wait for it, and that it is used again afterwards.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDatabaseProxy } from '../../../testing/database-proxy.ts';
import { doneWithin, plainRequest } from '../../../testing/stretched-bar.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createDatabase, type DatabaseRunner, sql } from '../database.ts';
import { createPulse } from './pulse.ts';
import { createWriteHealth } from './write-health.ts';

let test: TestDatabase;
const opened: { close(): Promise<void> }[] = [];
const ask = sql('t_ask', 'SELECT 1 AS one');
const askDirectly = sql('t_ask_directly', 'SELECT 1');
const unavailable = { code: 'SERVICE_UNAVAILABLE' };
/** Goes to the database without the proxy. */
const asked = plainRequest(() => test.database.rows(ask));

beforeAll(async () => {
  test = await createTestDatabase();
});
afterEach(async () => {
  for (const { close } of opened.splice(0).reverse()) await close();
});
afterAll(() => test.close());

function keep<T extends { close(): Promise<void> }>(part: T): T {
  opened.push(part);
  return part;
}

const refuses = (call: () => Promise<unknown>) => expect(call()).rejects.toMatchObject(unavailable);

describe('connections that carry nothing any more', () => {
  it('hold a statement, a transaction and dedicated connections no longer than the limit of a statement, each once', async () => {
    const proxy = keep(await startDatabaseProxy(test));
    const database = keep(createDatabase({ settings: proxy.settings, statementTimeoutMs: 2_000 }));
    const connection = database.openDedicatedConnection();
    const direct = database.openDirectConnection();
    const calls = [
      { call: () => database.rows(ask) },
      { call: () => database.transaction((tx) => tx.rows(ask)) },
      { call: () => connection.run(ask, []) },
      { call: () => direct.run(askDirectly, []), sent: askDirectly.name },
    ];
    for (const { call, sent } of calls) {
      await call();
      expect(proxy.silence(sent)).toBeGreaterThan(0);
      const began = performance.now();
      // A second wait for the ROLLBACK would be 4 s.
      await doneWithin(3_900, asked, () => refuses(call));
      expect(performance.now() - began).toBeGreaterThan(1_900);
      await call();
    }
  });

  it('are given up when none is answered, and a new one that is answered ends the silence', async () => {
    const proxy = keep(await startDatabaseProxy(test));
    // Whoever is refused at all is so because the others are silent: a statement alone would wait longer than this test.
    const database = keep(createDatabase({ settings: proxy.settings, statementTimeoutMs: 3_600_000 }));
    const direct = database.openDirectConnection();
    await database.rows(ask);
    await direct.run(ask, []);
    const told: (string | null)[] = [];
    database.watch((trouble) => void told.push(trouble));
    await expect.poll(() => proxy.silence('kernel_pulse'), { timeout: 10_000 }).toBe(1);
    proxy.silence();
    await Promise.all([() => database.rows(ask), () => direct.run(ask, [])].map(refuses));
    await expect.poll(() => database.trouble(), { timeout: 10_000 }).toBeNull();
    expect(await database.rows(ask)).toEqual([{ one: 1 }]);
    expect(await direct.run(ask, [])).toEqual([[1]]);
    expect(told).toEqual([expect.stringContaining('not answer'), null]);
  });
});

describe('a pulse', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('tells of a database that answers with a refusal, until it answers well', async () => {
    let refuses = true;
    const pulse = createPulse();
    const stop = pulse.start({ ask: async () => (refuses ? Promise.reject(new Error('refused')) : 1), giveUp() {} });
    await vi.advanceTimersByTimeAsync(1);
    expect([pulse.trouble(), pulse.silent()]).toEqual(['the database does not answer', false]);
    refuses = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(pulse.trouble()).toBeNull();
    stop();
  });

  it.each([
    [{ severity: 'FATAL', code: '53100' }, 'could not write init file', 'the database has no room left on its disk'],
    [{}, 'write failed: No space left on device', 'the database has no room left on its disk'],
    [
      { severity: 'FATAL', code: '57P03' },
      'the database system is starting up',
      'the database is starting up, or repairs itself',
    ],
    [{ code: 'ECONNREFUSED' }, 'connect ECONNREFUSED', 'nobody listens at the address of the database'],
    [{ severity: 'FATAL', code: '28P01' }, 'password authentication failed', 'the database refuses (28P01)'],
  ])(
    'says why no connection can be opened, also where another error stands in front: %j',
    async (fields, message, told) => {
      const pulse = createPulse();
      const cause = Object.assign(new Error(message), fields);
      const stop = pulse.start({ ask: async () => Promise.reject(new Error('no connection', { cause })), giveUp() {} });
      await vi.advanceTimersByTimeAsync(1);
      expect([pulse.trouble(), pulse.silent()]).toEqual([told, false]);
      stop();
    },
  );

  it('goes on waiting while the database answers others, and falls silent when it answers nobody', async () => {
    const givenUp: number[] = [];
    const pulse = createPulse();
    const stop = pulse.start({ ask: () => new Promise(() => {}), giveUp: () => void givenUp.push(1) });
    await vi.advanceTimersByTimeAsync(1_000);
    pulse.heard();
    await vi.advanceTimersByTimeAsync(1_500);
    expect([pulse.silent(), givenUp]).toEqual([false, []]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(pulse.silent()).toBe(true);
    expect(() => pulse.requireAnswers()).toThrow(expect.objectContaining(unavailable));
    stop();
  });
});

describe('a database that cannot write', () => {
  const fillDisk = sql('t_fill', 'SELECT t_raise_full()');
  const failOnce = (database: DatabaseRunner) => refuses(() => database.transaction((tx) => tx.rows(fillDisk)));

  beforeAll(() =>
    test.database.withConnection(({ script }) =>
      script(`CREATE FUNCTION t_raise_full() RETURNS int LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$`),
    ),
  );

  it('is reported with its reason where the connection was lost before the answer', async () => {
    const health = createWriteHealth(async () => {
      throw Object.assign(new Error('write failed: No space left on device'), { severity: 'FATAL', code: 'XX000' });
    });
    health.failed(Object.assign(new Error('the connection was reset'), { code: 'ECONNRESET' }));
    await vi.waitFor(() => expect(health.trouble()).toBe('the database has no room left on its disk'), {
      timeout: 10_000,
    });
    health.stop();
    const silent = createWriteHealth(() => new Promise(() => {}));
    for (let time = 0; time < 3; time += 1) silent.failed(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    expect(silent.trouble()).toBe('what is written to the database fails (ECONNRESET)');
    silent.stop();
  });

  it('is reported after the third failed transaction in a row, and no longer after one that was committed', async () => {
    const database = keep(createDatabase({ settings: test.settings }));
    for (const expected of [null, null, 'the database has no room left on its disk']) {
      await failOnce(database);
      expect(database.trouble()).toBe(expected);
    }
    await database.transaction((tx) => tx.rows(ask));
    expect(database.trouble()).toBeNull();
  });

  it('is reported after the first failure where a write tried on purpose fails, too, until one succeeds', async () => {
    const refusal = Object.assign(new Error('no space'), { severity: 'ERROR', code: '53100' });
    let room = false;
    let tries = 0;
    const writing = async (): Promise<void> => {
      tries += 1;
      if (!room) throw refusal;
    };
    const health = createWriteHealth(writing, { trialIntervalMs: 5 });
    expect([health.trouble(), tries]).toEqual([null, 0]);
    health.failed(refusal);
    await expect.poll(() => health.trouble()).toBe('the database has no room left on its disk');
    room = true;
    await expect.poll(() => health.trouble()).toBeNull();
    const done = tries;
    health.failed(new Error('a name is taken'));
    expect(tries).toBe(done);
    health.stop();
  });

  it('is told where the server is read-only, by a write of its own', async () => {
    const reader = keep(createDatabase({ settings: test.settings, connectionsMax: 1 }));
    const trial = sql('t_trial', 'CREATE TEMPORARY TABLE t_trial ON COMMIT DROP AS SELECT 1 AS one');
    await reader.withConnection(({ script }) => script('SET default_transaction_read_only = on'));
    const error: unknown = await reader.rows(trial).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ ...unavailable, cause: { code: '25006' } });
  });

  it('is not told where the trial itself is not allowed: who may make no tables learns nothing by it', async () => {
    let tries = 0;
    const health = createWriteHealth(async () => {
      tries += 1;
      throw Object.assign(new Error('not allowed'), { severity: 'ERROR', code: '42501' });
    });
    health.failed(Object.assign(new Error('no space'), { severity: 'ERROR', code: '53100' }));
    await expect.poll(() => tries).toBe(1);
    await new Promise(setImmediate);
    expect(health.trouble()).toBeNull();
    health.stop();
  });

  it('comes back without traffic, half a minute after the last failure', () => {
    let now = 0;
    const health = createWriteHealth(async () => undefined, { monotonic: () => now });
    const refusal = Object.assign(new Error('away'), { severity: 'FATAL', code: '58030' });
    for (let count = 0; count < 3; count += 1) health.failed(refusal);
    expect(health.trouble()).toBe('the database cannot write to its disk');
    now = 30_001;
    expect(health.trouble()).toBeNull();
    health.stop();
  });
});
