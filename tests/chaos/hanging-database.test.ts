// Stops the database in the middle (SIGSTOP): it refuses nothing and answers nothing, and nobody waits for it for long.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doneWithin, plainRequest } from '../../apps/server/src/testing/stretched-bar.ts';
import { createService, type Person, personOf, signInAdmin } from '../support/people.ts';
import { familyOf } from '../support/process-group.ts';
import {
  makeDataDirectory,
  removeDataDirectory,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.ts';
import { until } from '../support/until.ts';

/** Who asks before anybody knows waits less than a request may take. */
const FIRST_ANSWER_MS_MAX = 10_000;
/** A probe is sent each second and has two for its answer; the rest is for a busy machine. */
const KNOWN_MS_MAX = 6_000;
/** Once it is known nobody waits for the database any more. */
const QUICK_MS_MAX = 1_000;
/** For so long memory vouches for a session; what comes afterwards is answered, too. */
const TRUST_MS = 10_000;
const BACK_MS_MAX = 60_000;

let directory: string;
let server: ServerProcess;
let admin: Person;
let stranger: Person;
let stopped: readonly number[] = [];

function resume(): void {
  for (const pid of stopped) process.kill(pid, 'SIGCONT');
  stopped = [];
}

beforeAll(async () => {
  directory = makeDataDirectory();
  server = await startServerProcess({ directory });
  admin = await signInAdmin(server.url);
  // Nobody's memory knows the key: finding out whose it is asks the database.
  const { username, token } = await createService(admin, server.url, 'stranger', ['SESSION_VIEW']);
  stranger = personOf(server.url, username, token);
});
afterAll(async () => {
  resume();
  await server?.stop();
  removeDataDirectory(directory);
});

/** Needs no database. */
const asked = plainRequest(() => fetch(`${server.url}/health/live`));
/** Answers the status, which must come in time. */
const statusWithin = (barMs: number, ask: () => Promise<{ readonly status: number }>): Promise<number> =>
  doneWithin(barMs, asked, async () => (await ask()).status);

const ready = (): Promise<Response> => fetch(`${server.url}/health/ready`);

describe('a database whose processes are stopped', () => {
  it('is reported by readiness, refuses with 503 at once, also those whom memory knew, and serves again when it goes on', async () => {
    expect((await admin.client.session.get()).status).toBe(200);
    stopped = familyOf(server.databasePid() ?? -1);
    expect(stopped.length).toBeGreaterThan(3);
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    const began = performance.now();

    const write = () =>
      admin.client.authentication.createApiKey({ body: { name: 'late', authorityList: ['SESSION_VIEW'] } });
    const first = [() => stranger.client.session.get(), write].map((ask) => statusWithin(FIRST_ANSWER_MS_MAX, ask));
    await doneWithin(KNOWN_MS_MAX, asked, () => until('readiness to tell', async () => (await ready()).status === 503));
    expect(await (await ready()).json()).toMatchObject({
      notReady: { database: expect.stringContaining('not answer') },
    });
    expect(await Promise.all(first)).toEqual([503, 503]);

    for (const ask of [() => stranger.client.session.get(), write])
      expect(await statusWithin(QUICK_MS_MAX, ask)).toBe(503);
    const known = await until('memory to vouch no longer', async () => {
      const status = await statusWithin(QUICK_MS_MAX, () => admin.client.session.get());
      return status === 200 ? null : status;
    });
    // The sweep that vouched last may have been half of it ago, and as late as a busy machine makes it.
    expect(performance.now() - began).toBeGreaterThan(TRUST_MS / 4);
    expect(known).toBe(503);

    resume();
    await until('the database to be used again', async () => (await ready()).status === 200, {
      timeoutMs: BACK_MS_MAX,
    });
    for (const person of [admin, stranger]) {
      await until('a caller to be served', async () => (await person.client.session.get()).status === 200, {
        timeoutMs: BACK_MS_MAX,
      });
    }
    const told = server.logLines.flatMap((line) => /"msg":"(the database is \w+)"/.exec(line)?.[1] ?? []);
    expect(told).toEqual(['the database is away', 'the database is back']);
  }, 120_000);
});
