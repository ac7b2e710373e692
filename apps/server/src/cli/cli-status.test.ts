// Proves that `status` tells where the program runs and how it is, on its own database and on one named by its address.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { startTestServer } from '../testing/test-server.ts';
import { createPrograms, run, START_TIMEOUT_MS, urlOf } from './cli-command.fixture.ts';

const programs = createPrograms();
afterEach(() => {
  vi.unstubAllEnvs();
  programs.killAll();
});
afterAll(() => programs.remove());

const runs = (url: string, how: string) => `Keelson ${packageFile.version} runs at ${url}, ${how}`;
const KEYS = { KEELSON_SECRET_KEYS: `test:${randomBytes(32).toString('base64url')}` };
/** A program without a mail server warns of it. */
const CAPTURES = expect.stringMatching(/^warning: mail: mails .*are captured/);
/** An address where nobody listens. */
const NOWHERE = { KEELSON_LISTEN: '127.0.0.1:1' };

it('tells address, version and readiness of a program beside its embedded database, and that none runs', {
  timeout: START_TIMEOUT_MS,
}, async () => {
  const data = join(programs.directory, 'data');
  const environment = { KEELSON_DATA: data, ...NOWHERE };
  const database = `database: embedded, in "${data}"`;
  expect(await run(['status'], environment)).toEqual({
    status: 1,
    printed: ['Keelson does not run.', database],
    explained: '',
  });
  const program = await programs.start(data);
  expect(await run(['status'], environment)).toEqual({
    status: 0,
    printed: [runs(program.url, 'ready'), CAPTURES, database],
    explained: '',
  });
  await program.stop();
  expect((await run(['status'], environment)).status).toBe(1);
});

it('tells every process of a database, why one is not ready, and what its address is without the password', async () => {
  const first = await startTestServer({ env: KEYS });
  const second = await startTestServer({ env: KEYS, sharedDatabase: first.database });
  try {
    second.kernel.readiness.register('test', () => 'the moon is not full');
    const url = urlOf(first.database.settings);
    const environment = { DATABASE_URL: url, ...KEYS, ...NOWHERE };
    const { status, printed, explained } = await run(['status'], environment);
    expect([status, explained]).toEqual([3, '']);
    const sick = [runs(second.url, 'not ready'), 'not ready: test: the moon is not full'];
    expect([...printed.slice(0, -1)].sort()).toEqual([
      ...[runs(first.url, 'ready'), ...sick].sort(),
      CAPTURES,
      CAPTURES,
    ]);
    expect(printed.at(-1)).toMatch(/^database: PostgreSQL at /);
    const { password } = first.database.settings as { password: string };
    expect(printed.join()).not.toContain(password);
    await second.stop();
    expect(await run(['status'], environment)).toMatchObject({
      status: 0,
      printed: [runs(first.url, 'ready'), CAPTURES, expect.anything()],
    });
    await first.kernel.database.rows({ name: '', text: FORGET_LISTENERS });
    // Its name is back with its connection.
    await expect.poll(async () => (await run(['status'], environment)).status).toBe(0);
  } finally {
    await second.stop();
    await first.stop();
  }
});

const FORGET_LISTENERS =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'keelson %'";

it('asks the configured address where the database cannot be asked, and believes nobody who is not this program', async () => {
  const answers = {
    status: 'not-ready',
    version: '0.0.9',
    notReady: { database: 'the database does not answer' },
    warnings: {},
  };
  let body: object = answers;
  const program = createServer((_request, response) => void response.end(JSON.stringify(body)));
  await new Promise<void>((resolve) => void program.listen(0, '127.0.0.1', resolve));
  const listen = `127.0.0.1:${(program.address() as AddressInfo).port}`;
  const environment = {
    DATABASE_URL: 'postgresql://keelson:secret@127.0.0.1:1/keelson',
    ...KEYS,
    KEELSON_LISTEN: listen,
  };
  try {
    expect(await run(['status'], environment)).toEqual({
      status: 3,
      printed: [
        `Keelson 0.0.9 runs at http://${listen}, not ready`,
        'not ready: database: the database does not answer',
        'database: PostgreSQL at 127.0.0.1:1, "keelson"',
      ],
      explained: expect.stringContaining('The database at "127.0.0.1:1" cannot be used: nobody listens there'),
    });
    body = { status: 'ok' };
    expect((await run(['status'], environment)).printed[0]).toBe('Keelson does not run.');
  } finally {
    program.close();
  }
});
