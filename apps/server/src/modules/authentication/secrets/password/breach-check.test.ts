// Proves what leaves the house for a breach check, and that a service that does not answer keeps nobody out.
import { hash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { PublicAct } from '../../../../kernel/records/act.ts';
import { createLanes } from '../../../../kernel/worker/lanes.ts';
import { query, signInAdmin, startDirectory } from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { createHashQueue } from '../../ground/hashing/hash-queue.ts';
import { createPasswordHasher } from '../../ground/hashing/password-hasher.ts';
import { authenticationSettings } from '../../settings/authentication.settings.ts';
import { createBreachCheck } from './breach-check.ts';
import { createNewPasswords } from './new-password.ts';

const PASSWORD = 'seven otters under the bridge';
const digest = hash('sha1', PASSWORD, 'hex').toUpperCase();
const started: (Server | TestServer)[] = [];

afterEach(async () => {
  for (const server of started.splice(0)) {
    if ('stop' in server) await server.stop();
    else server.close();
  }
});

async function startService(
  answer: RequestListener,
): Promise<{ readonly url: string; readonly requests: string[]; readonly padded: boolean[] }> {
  const requests: string[] = [];
  const padded: boolean[] = [];
  const service = createServer((request, response) => {
    requests.push(request.url ?? '');
    padded.push(request.headers['add-padding'] === 'true');
    answer(request, response);
  });
  started.push(service);
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(service.address() as AddressInfo).port}/range/`, requests, padded };
}

const lines =
  (...entries: readonly string[]): RequestListener =>
  (_request, response) =>
    response.end(entries.join('\r\n'));
const filler = `${'0'.repeat(35)}:7`;

describe('a breach check', () => {
  it('sends five characters of the hash and asks for padding', async () => {
    const service = await startService(lines(filler, `${digest.slice(5)}:42`));
    expect(await createBreachCheck({ fetch, url: service.url }).find(PASSWORD)).toBe('BREACHED');
    expect(service.requests).toEqual([`/range/${digest.slice(0, 5)}`]);
    expect(service.padded).toEqual([true]);
  });

  it('takes padding, seen 0 times, for nothing', async () => {
    const service = await startService(lines(filler, `${digest.slice(5)}:0`));
    expect(await createBreachCheck({ fetch, url: service.url }).find(PASSWORD)).toBe('NOT_FOUND');
  });

  it.each([
    ['an error', (_request, response) => response.writeHead(503).end()],
    ['a redirect', (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['a lost connection', (request) => request.socket.destroy()],
  ] satisfies [string, RequestListener][])('%s is no finding', async (_name, answer) => {
    const service = await startService(answer);
    expect(await createBreachCheck({ fetch, url: service.url }).find(PASSWORD)).toBe('UNKNOWN');
  });
});

describe('with the check switched on', () => {
  async function newPasswordsWith(url: string) {
    const server = await startDirectory({ settings: { 'auth.password.breach-check': true } });
    started.push(server);
    await signInAdmin(server);
    const { database, events, keys } = server.kernel;
    const hasher = createPasswordHasher({ queue: createHashQueue(2, { lanes: createLanes() }), keys, pepper: false });
    const [admin] = await query<{ id: number }>(server, 'SELECT id FROM auth_user');
    const newPasswords = createNewPasswords({
      database,
      events,
      hasher,
      breachCheck: createBreachCheck({ fetch, url }),
      settings: server.kernel.settings.bind(authenticationSettings),
    });
    const owner = { userId: admin!.id, tenantIdentifier: 'default', username: 'admin', displayName: null };
    const context = { language: 'en', remoteAddress: '192.0.2.1', requestId: 'a-request' } as PublicAct['context'];
    const act: PublicAct = {
      caller: null,
      context,
      operation: 'authentication.resetPassword',
      actorNamed: (username, tenantIdentifier) => ({
        username,
        tenantIdentifier,
        ipAddress: context.remoteAddress,
        requestId: context.requestId,
      }),
    };
    return { server, require: () => newPasswords.requireUnused(act, PASSWORD, owner) };
  }

  it('authentication 16: a password known from a breach is refused', async () => {
    const service = await startService(lines(`${digest.slice(5)}:42`));
    const { require } = await newPasswordsWith(service.url);
    await expect(require()).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      options: { errorArguments: [{ field: 'newPassword', code: 'PASSWORD_BREACHED' }] },
    });
  });

  it('authentication 16: a service that is away lets the password pass, with an event that names no secret', async () => {
    const { server, require } = await newPasswordsWith('http://127.0.0.1:1/range/');
    await require();
    const events = await query<{ text: string }>(
      server,
      "SELECT e::text AS text FROM log_recorded_event e WHERE kind = 'authentication.breach-check-failed'",
    );
    expect(events).toHaveLength(1);
    expect(events[0]?.text).not.toMatch(new RegExp(`${PASSWORD}|${digest.slice(0, 5)}`, 'i'));
  });
});
