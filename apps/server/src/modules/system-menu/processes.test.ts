// Tests two processes on one database: what one writes the other shows.
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  eventually,
  joinMenuServer,
  type MenuServer,
  makeApp,
  makeItem,
  pathsOf,
  query,
  seen,
  signInWith,
  startMenuServer,
  type Tree,
} from './menu-server.fixture.ts';

let first: MenuServer;
let second: MenuServer;
const keys = { KEELSON_SECRET_KEYS: `shared:${Buffer.alloc(32, 7).toString('base64url')}` };

beforeAll(async () => {
  first = await startMenuServer({ env: keys });
  second = await joinMenuServer(first, keys);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

it('system-menu 14: a change is in the tree of the other process, and in the own next answer always', async () => {
  const app = await makeApp(first, 'spread');
  for (let n = 0; n < 20; n += 1) {
    await makeItem(first, { appNameUuid: app.uuid }, `item${n}`);
    expect(await seen(first, first.admin, 'spread')).toContain(`spread/item${n}`);
  }
  const other = await eventually(
    () => seen(second, second.admin, 'spread'),
    (paths) => paths.length === 21,
  );
  expect(other).toHaveLength(21);
});

it.each([
  ['tree', '/menu-items/tree', 'carried'],
  ['whole tree', '/menu-items/tree/all', 'carried-whole'],
])(
  'system-menu 14: the revision that a writer got, carried to the other process, never shows the old %s',
  async (_, path, name) => {
    const app = await makeApp(first, name);
    // No message tells it of a change: what it shows anew it has read because the client asked for it.
    const deaf = await joinMenuServer(first, { ...keys, KEELSON_DATABASE_NOTIFY: 'poll' });
    try {
      for (let n = 0; n < 50; n += 1) {
        const model = { name: `item${n}`, displayName: 'Item', path: '/x', appNameUuid: app.uuid };
        const written = await first.as(first.admin, 'POST', '/menu-items', model);
        const revision = written.headers.get('x-svc-menu-revision') ?? '';
        const read = await deaf.as<Tree>(deaf.admin, 'GET', `${path}?appName=${name}`, undefined, {
          'x-svc-menu-revision': revision,
        });
        expect(read.body.revision).toBeGreaterThanOrEqual(Number(revision));
        expect(pathsOf(read.body)).toContain(`${name}/item${n}`);
      }
    } finally {
      await deaf.stop();
      await first.as(first.admin, 'DELETE', `/app-names/by-uuid/${app.uuid}`);
    }
  },
);

it('system-menu 15: a cycle planted in the tables does not hang the start of a process', async () => {
  const app = await makeApp(first, 'planted');
  const names = ['one', 'two', 'three', 'four'];
  const made = [];
  for (const name of names) made.push(await makeItem(first, { appNameUuid: app.uuid }, name));
  // Two items stand below each other, and one below itself.
  const parents = [made[1]!.uuid, made[0]!.uuid, made[2]!.uuid];
  for (const [index, parent] of parents.entries()) {
    await query(first, 'UPDATE system_menu_item SET parent_uuid = $2 WHERE uuid = $1', [made[index]!.uuid, parent]);
  }
  const third = await joinMenuServer(first, keys);
  try {
    expect(await seen(third, third.admin, 'planted')).toEqual(['planted', 'planted/four']);
    const { uuid, version } = made[3]!;
    const below = { uuid, parentUuid: made[0]!.uuid, position: 0, version };
    const moved = await third.as(third.admin, 'POST', '/menu-items/move?scope=SHARED', below);
    expect(moved.status).toBeLessThan(500);
    expect((await fetch(`${third.url}/health/ready`)).status).toBe(200);
  } finally {
    await third.stop();
  }
});

it('one request sent to both processes under one key makes one record, and both give its answer', async () => {
  for (let n = 0; n < 10; n += 1) {
    const model = { name: `both${n}`, displayName: 'Both' };
    const headers = { 'idempotency-key': `both-${n}` };
    const answers = await Promise.all(
      [first, second].map((server) => server.as(first.admin, 'POST', '/app-names', model, headers)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
  }
});

it('how many favorites a person may have holds on both processes as soon as an operator changes it', async () => {
  const token = await signInWith(first, 'collector');
  const add = async (server: MenuServer, path: string) =>
    (await server.as(token, 'POST', '/menu-favorites', { path })).status;
  const change = async (value: number) => {
    const revision = await first.change('menu.favorites.max-per-user', value);
    expect(await second.apis.systemSetting.waitForRevision(revision, 2_000)).toBe(true);
  };
  expect([await add(first, '/one'), await add(second, '/two')]).toEqual([200, 200]);
  await change(2);
  expect([await add(first, '/three'), await add(second, '/three')]).toEqual([409, 409]);
  await change(3);
  expect(await add(second, '/three')).toBe(200);
});
