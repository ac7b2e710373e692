// Tests the stream of changes: whom it concerns, how often it speaks, and what a client that comes back is told.
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EventReader, readEvents } from '../../../kernel/http/streams/streams.fixture.ts';
import {
  createTenant,
  joinMenuServer,
  type MenuServer,
  makeApp,
  makeItem,
  signInWith,
  startMenuServer,
} from '../menu-server.fixture.ts';

let first: MenuServer;
let second: MenuServer;
let user: string;
let northern: string;
let readers: EventReader[] = [];

beforeAll(async () => {
  const env = { KEELSON_SECRET_KEYS: `k1:${randomBytes(32).toString('base64url')}` };
  first = await startMenuServer({ env });
  second = await joinMenuServer(first, env);
  await createTenant(first, 'north');
  user = await signInWith(first, 'ursula');
  northern = await signInWith(first, 'nora', ['ROLE_TENANT_ADMIN'], 'north');
});
afterEach(() => {
  for (const reader of readers) reader.close();
  readers = [];
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

async function follow(server: MenuServer, token: string, lastEventId: string | null = null): Promise<EventReader> {
  const reader = await readEvents(`${server.url}/menu-items/changes`, {
    authorization: `Bearer ${token}`,
    ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }),
  });
  readers.push(reader);
  expect(reader.status, reader.text()).toBe(200);
  return reader.until((one) => one.lastEventId() !== '');
}

let number = 0;
const change = async (token = first.admin, shared = true): Promise<string> => {
  number += 1;
  const model = { name: `streamed${number}`, displayName: 'Streamed', shared };
  const answer = await first.as(token, 'POST', '/app-names', model);
  expect(answer.status, answer.text).toBe(200);
  return answer.headers.get('x-svc-menu-revision') ?? '';
};
const revisionsOf = ({ events }: EventReader): string[] => events.map(({ data }) => String(data.revision));

describe('the stream of changes', () => {
  it('the stream of changes tells a change of another process, by its revision', async () => {
    const reader = await follow(second, user);
    expect(reader.events).toEqual([]);
    const revision = await change();
    await reader.until(({ events }) => events.length > 0);
    expect([revisionsOf(reader), reader.events[0]?.event, reader.lastEventId()]).toEqual([
      [revision],
      'menu-changed',
      revision,
    ]);
  });

  it('the stream of changes tells a tenant nothing of another one, and shared changes to all', async () => {
    const [own, foreign] = [await follow(first, northern), await follow(first, user)];
    const revision = await change(northern, false);
    await own.until(({ events }) => events.length > 0);
    expect(revisionsOf(own)).toEqual([revision]);
    const shared = await change();
    await foreign.until(({ events }) => events.length > 0);
    expect(revisionsOf(foreign)).toEqual([shared]);
  });

  it('the stream of changes speaks at most once a second, and the last word is the newest revision', async () => {
    const reader = await follow(first, user);
    const beganMs = performance.now();
    const app = await makeApp(first, 'busy');
    await reader.until(({ events }) => events.length === 1);
    let last = '';
    for (let n = 0; n < 10; n += 1) {
      await makeItem(first, { appNameUuid: app.uuid }, `item${n}`);
      last = await change();
    }
    await reader.until((one) => one.lastEventId() === last);
    const elapsedSeconds = (performance.now() - beganMs) / 1_000;
    expect(reader.events.length - 1).toBeLessThanOrEqual(Math.floor(elapsedSeconds));
    expect(reader.events.length - 1).toBeLessThan(10);
  });

  it('the stream of changes tells who comes back what was missed, at once, and nothing where nothing was', async () => {
    const reader = await follow(first, user);
    const before = reader.lastEventId();
    reader.close();
    const unchanged = await follow(second, user, before);
    expect([unchanged.events, unchanged.lastEventId()]).toEqual([[], before]);
    await change(northern, false);
    expect((await follow(first, user, before)).events).toEqual([]);
    const revision = await change();
    expect(revisionsOf(await follow(first, user, before))).toEqual([revision]);
  });

  it.each(['99999999', 'rubbish', '-1'])(
    'the stream of changes lets who comes back with %s read anew',
    async (unknown) => {
      const reader = await follow(first, user, unknown);
      expect(reader.events).toHaveLength(1);
    },
  );

  it('the stream of changes has a twin in process, which names the tenants that are concerned', async () => {
    const told: (readonly string[] | null)[] = [];
    first.apis.systemMenu.onMenuChanged((concerned) => told.push(concerned === null ? null : [...concerned]));
    await change(northern, false);
    await change();
    expect(told).toEqual([['north'], null]);
  });

  it('the stream of changes is for signed-in callers alone', async () => {
    const reader = await readEvents(`${first.url}/menu-items/changes`, {});
    expect(reader.status).toBe(401);
    reader.close();
  });
});
