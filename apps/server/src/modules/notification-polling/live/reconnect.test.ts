// Tests that a client with a stream knows what a page would show, however often it is cut off and wherever it comes back.
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Announced,
  act,
  announce,
  eventually,
  joinPollingServer,
  type PollingServer,
  pageOf,
  query,
  sharedKeys,
  signInWith,
  startPollingServer,
} from '../polling-server.fixture.ts';
import { PageClient, pagesOf } from './page-client.fixture.ts';

/** More of them by hand. */
const CHANGES = Number(process.env.POLLING_CHANGES ?? 500);
const CUT_EVERY = 25;
const SEED = Number(process.env.POLLING_SEED ?? 7);

let first: PollingServer;
let second: PollingServer;

beforeAll(async () => {
  first = await startPollingServer({ env: sharedKeys, settings: { 'session.max-per-user': 0 } });
  second = await joinPollingServer(first, sharedKeys);
});
afterAll(async () => {
  await second?.stop();
  await first?.stop();
});

/** Mulberry32: the same run for the same seed. */
function createRandom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return { below, of: <T>(list: readonly T[]): T => list[below(list.length)]! };
}

const audiences = [{ all: true }, { users: ['told'] }, { users: ['told', 'else'] }, { users: ['else'] }];

/** Answers what may happen next, by name. */
function stepsFor(
  random: ReturnType<typeof createRandom>,
  token: string,
): Readonly<Record<string, () => Promise<unknown>>> {
  const live: Announced[] = [];
  const server = () => random.of([first, second]);
  const shown = async () => (await pageOf(first, token)).data;
  const notifications = async () =>
    (await first.as<{ data: { uuid: string }[] }>(token, 'POST', '/polling/user/notification/page', {})).body.data;
  const change = async (significant: boolean): Promise<void> => {
    const [one] = [random.of(live)];
    if (one === undefined) return;
    const { body } = await first.as<Announced>(first.admin, 'GET', `/polling/announcement/by-uuid/${one.uuid}`);
    const model = {
      uuid: one.uuid,
      version: body.version,
      title: `T${random.below(1e6)}`,
      audience: random.of(audiences),
    };
    await server().as(first.admin, 'PUT', `/polling/announcement?significant=${significant}`, model);
  };
  const markOne = async (): Promise<void> => {
    const all = await shown();
    if (all.length === 0) return;
    const verb = random.of(['read', 'unread', 'archive', 'dismiss']);
    await act(server(), token, verb, random.of(all));
  };
  return {
    send: async () => live.push(await announce(server(), { audience: random.of(audiences) })),
    sendMore: async () => live.push(await announce(server(), { title: `M${live.length}` })),
    withdraw: async () => {
      const [one] = live.splice(random.below(live.length), 1);
      if (one !== undefined) await act(server(), first.admin, 'withdraw', one);
    },
    change: () => change(false),
    renew: () => change(true),
    markOne,
    markAnother: markOne,
    unarchive: async () => {
      const { data } = await pageOf(first, token, { archived: true });
      if (data.length > 0) await act(server(), token, 'unarchive', random.of(data));
    },
    notify: () =>
      server().as(first.admin, 'POST', '/polling/notification/send', {
        users: ['told'],
        title: `N${random.below(1e6)}`,
        ...random.of([{}, { groupKey: 'k' }]),
      }),
    markNotification: async () => {
      const all = await notifications();
      if (all.length === 0) return;
      const verb = random.of(['read', 'unread', 'archive']);
      await server().as(token, 'POST', `/polling/user/notification/${verb}/by-uuid/${random.of(all).uuid}`);
    },
    removeNotification: async () => {
      const all = await notifications();
      if (all.length > 0)
        await server().as(token, 'DELETE', `/polling/user/notification/by-uuid/${random.of(all).uuid}`);
    },
    readAll: async () => {
      const { asOf } = await pageOf(first, token);
      if (random.below(4) === 0) await server().as(token, 'POST', '/polling/user/read-all', { asOf });
    },
  };
}

it(`notification-polling 39: after ${CHANGES} mixed changes with cuts, on two processes of which one starts anew, a client knows what a page shows and heard nothing twice`, async () => {
  const token = await signInWith(first, 'told');
  await signInWith(first, 'else');
  const random = createRandom(SEED);
  const steps = stepsFor(random, token);
  const client = new PageClient();
  await client.open(first, token);
  for (let count = 1; count <= CHANGES; count += 1) {
    await steps[random.of(Object.keys(steps))]!();
    if (count === Math.floor(CHANGES / 2)) {
      client.close();
      await second.stop();
      second = await joinPollingServer(first, sharedKeys);
      await client.open(second, token);
    } else if (count % CUT_EVERY === 0) {
      client.close();
      await client.open(random.of([first, second]), token);
    }
  }
  const numbered = () =>
    query<{ open: number }>(first, 'SELECT count(*)::int AS open FROM polling_notification WHERE seq IS NULL');
  await eventually(numbered, ([row]) => row?.open === 0);
  const expected = await pagesOf(first, token);
  const known = async () => {
    client.apply();
    return client.known();
  };
  await eventually(known, (now) => JSON.stringify(now) === JSON.stringify(expected));
  expect(client.known()).toEqual(expected);
  expect(client.received.length).toBeGreaterThan(CHANGES / 10);
  expect(client.resyncs).toBe(0);
  expect(client.received.filter((told, index) => client.received.indexOf(told) !== index)).toEqual([]);
  client.close();
}, 180_000);
