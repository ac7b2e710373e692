// Proves that messages arrive, that losses are told, and that the clock follows the probe.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { partsOf, startDatabaseProxy } from '../../testing/database-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createDatabaseClock, type DatabaseClock, startDatabaseClock } from '../database/clock.ts';
import { createDatabase, type Database, sql } from '../database/database.ts';
import { createNotify, type NotifyOptions, type NotifyRunner } from './notify.ts';

let test: TestDatabase;
let clock: DatabaseClock;
const started: NotifyRunner[] = [];
const warnings: string[] = [];
const log = { warn: (_: object, message: string) => void warnings.push(message), error: () => undefined };

beforeAll(async () => {
  test = await createTestDatabase();
  clock = await startDatabaseClock(test.database);
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((notify) => notify.stop()));
  warnings.length = 0;
});
afterAll(() => test.close());

function create(changes: Partial<NotifyOptions> = {}): NotifyRunner {
  const { database, settings } = test;
  const notify = createNotify({ database, settings, mode: 'listen', clock, log, ...changes });
  started.push(notify);
  return notify;
}

const poll = { timeout: 20_000, interval: 5 };
const findListeners = sql(
  't_listeners',
  `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
);
const kill = sql('t_kill', 'SELECT pg_terminate_backend($1)');

async function killListener(): Promise<void> {
  const [row] = await test.database.rows<{ pid: number }>(findListeners);
  await test.database.rows(kill, [row!.pid]);
}

/** Lets the queries before and behind pass, without one's own database connections counting. */
function countingDatabase(): { database: Database; statements: unknown[][] } {
  const statements: unknown[][] = [];
  const database: Database = {
    ...test.database,
    arrays(statement, values = []) {
      statements.push([...values]);
      return test.database.arrays(statement, values);
    },
  };
  return { database, statements };
}

describe('notify', () => {
  it('reaches every process that listens, the sender too, on its channel only', async () => {
    const [one, two] = [create(), create()];
    const heard: string[] = [];
    one.listen('first', (payload) => heard.push(`one ${payload}`));
    two.listen('first', (payload) => heard.push(`two ${payload}`));
    two.listen('second', (payload) => heard.push(`other ${payload}`));
    await Promise.all([one.start(), two.start()]);
    expect(one.alive).toBe(true);
    one.send('first', 'hello');
    await expect.poll(() => [...heard].sort(), poll).toEqual(['one hello', 'two hello']);
  });

  it('hears a channel that is added while it runs', async () => {
    const notify = create();
    await notify.start();
    const heard: string[] = [];
    notify.listen('late', (payload) => heard.push(payload));
    await expect
      .poll(async () => {
        notify.send('late', 'x');
        return heard.length;
      }, poll)
      .toBeGreaterThan(0);
  });

  it('sends what comes together in one statement, the same message once, in order', async () => {
    const { database, statements } = countingDatabase();
    const notify = create({ database });
    const heard: string[] = [];
    notify.listen('many', (payload) => heard.push(payload));
    await notify.start();
    for (const payload of ['a', 'b', 'a', 'c', '']) notify.send('many', payload);
    await expect.poll(() => heard, poll).toEqual(['a', 'b', 'c', '']);
    expect(statements).toEqual([
      [
        ['many', 'many', 'many', 'many'],
        ['a', 'b', 'c', ''],
      ],
    ]);
  });

  it('refuses a payload that PostgreSQL would refuse, counted in bytes, and a channel that is no name', async () => {
    const notify = create();
    expect(() => notify.send('c', 'ü'.repeat(4_000))).toThrow('7999 bytes');
    expect(() => notify.listen('x; DROP TABLE y', () => undefined)).toThrow('no name for a channel');
    const heard: number[] = [];
    notify.listen('c', (payload) => heard.push(Buffer.byteLength(payload)));
    await notify.start();
    notify.send('c', 'x'.repeat(7_999));
    await expect.poll(() => heard, poll).toEqual([7_999]);
  });

  it('tells when its connection is lost, comes back, tells that too, and hears again', async () => {
    const notify = create();
    const story: string[] = [];
    notify.onDown(() => story.push(`down ${notify.alive}`));
    notify.onReconnect(() => story.push(`back ${notify.alive}`));
    notify.listen('c', (payload) => story.push(payload));
    await notify.start();
    await killListener();
    await expect.poll(() => story, poll).toEqual(['down false', 'back true']);
    notify.send('c', 'after');
    await expect.poll(() => story, poll).toEqual(['down false', 'back true', 'after']);
  });

  it('starts without a database and says so when it finds one', async () => {
    const name = `${partsOf(test).database}_late`;
    const notify = create({ settings: { ...partsOf(test), database: name } });
    let back = 0;
    notify.onReconnect(() => {
      back += 1;
    });
    await notify.start();
    expect(notify.alive).toBe(false);
    const script = (text: string) => test.database.withConnection((connection) => connection.script(text));
    await script(`CREATE DATABASE "${name}"`);
    await expect.poll(() => notify.alive, poll).toBe(true);
    expect(back).toBe(1);
    await script(`DROP DATABASE "${name}" WITH (FORCE)`);
  });

  it('survives a listener that throws', async () => {
    const notify = create();
    const heard: string[] = [];
    notify.listen('c', () => {
      throw new Error('bug');
    });
    notify.listen('c', (payload) => heard.push(payload));
    await notify.start();
    notify.send('c', 'x');
    await expect.poll(() => heard, poll).toEqual(['x']);
  });

  it('logs a message that could not be sent, and sends the next', async () => {
    const broken = createDatabase({ settings: { ...partsOf(test), port: 1 } });
    const notify = create({ database: broken });
    await notify.start();
    notify.send('c', 'lost');
    await expect.poll(() => warnings, poll).toEqual(['messages to other processes were lost']);
    await broken.close();
  });

  it('in mode poll opens no connection, hears nothing and still sends', async () => {
    const polling = create({ mode: 'poll' });
    polling.listen('c', () => {
      throw new Error('heard');
    });
    await polling.start();
    expect(polling.alive).toBe(false);
    expect(await test.database.rows(findListeners)).toEqual([]);
    const listening = create();
    const heard: string[] = [];
    listening.listen('c', (payload) => heard.push(payload));
    await listening.start();
    polling.send('c', 'x');
    await expect.poll(() => heard, poll).toEqual(['x']);
  });

  it('sends what waits before it stops', async () => {
    const listening = create();
    const heard: string[] = [];
    listening.listen('c', (payload) => heard.push(payload));
    await listening.start();
    const sender = create();
    sender.send('c', 'last words');
    await sender.stop();
    await expect.poll(() => heard, poll).toEqual(['last words']);
  });

  it.each(['listen', 'poll'] as const)('corrects the clock with each probe, in mode %s', async (mode) => {
    const wrong = createDatabaseClock({ databaseMs: 1_000, askedAt: performance.now(), answeredAt: performance.now() });
    const notify = create({ clock: wrong, mode, probeIntervalMs: 20 });
    await notify.start();
    await expect.poll(() => Math.abs(wrong.now() - clock.now()) < 1_000, poll).toBe(true);
  });

  it('counts a connection that answers no probe as lost, and finds a new one', async () => {
    const proxy = await startDatabaseProxy(test);
    const notify = create({ settings: proxy.settings, probeIntervalMs: 50 });
    const story: string[] = [];
    notify.onDown(() => story.push('down'));
    notify.onReconnect(() => story.push('back'));
    await notify.start();
    proxy.silence();
    await expect.poll(() => story, poll).toEqual(['down', 'back']);
    await notify.stop();
    await proxy.close();
  });

  it('counts a connection as lost that answers but listens no more, as a pooler between makes one', async () => {
    const proxy = await startDatabaseProxy(test);
    const notify = create({ settings: proxy.settings, probeIntervalMs: 50 });
    const heard: string[] = [];
    notify.listen('c', (payload) => heard.push(payload));
    notify.onReconnect(() => heard.push('back'));
    await notify.start();
    await proxy.inject('UNLISTEN *');
    await expect.poll(() => heard, poll).toEqual(['back']);
    notify.send('c', 'after');
    await expect.poll(() => heard, poll).toEqual(['back', 'after']);
    await notify.stop();
    await proxy.close();
  });
});
