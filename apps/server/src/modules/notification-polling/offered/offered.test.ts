// Tests what other modules tell in their own commits, and the action by which processes announce.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServiceError } from '../../../kernel/request/errors.ts';
import { createPerson, type Person } from '../../../testing/test-people.ts';
import { chained, deployed, END, START } from '../../bpmn-engine/testing/driven-process.ts';
import { startPath } from '../../bpmn-engine/testing/engine-server.ts';
import { createAccountsOf } from '../notified-people.fixture.ts';
import {
  countOf,
  eventually,
  joinPollingServer,
  type PollingServer,
  pageOf,
  query,
  sharedKeys,
  signInWith,
  startPollingServer,
} from '../polling-server.fixture.ts';

const WRITERS = 100;
const RECIPIENTS = 50;
const SENDER = { tenantIdentifier: 'default', username: 'reporter' };

let first: PollingServer;
let second: PollingServer;
let admin: Person;
beforeAll(async () => {
  first = await startPollingServer({ env: sharedKeys, settings: { 'session.max-per-user': 0 } });
  second = await joinPollingServer(first, sharedKeys);
  admin = createPerson(first.url, 'admin', first.admin);
});
afterAll(async () => {
  await second?.stop();
  await first?.stop();
});

const polling = () => first.apis.notificationPolling;
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error as ServiceError).code,
  );
async function commit(prepared: Awaited<ReturnType<ReturnType<typeof polling>['prepare']>>) {
  const { groupCommit } = first.kernel;
  const changes = groupCommit.createChangeSet();
  polling().add(changes, prepared);
  return groupCommit.commit(changes);
}
const numbered = () =>
  eventually(
    () => query<{ open: number }>(first, 'SELECT count(*)::int AS open FROM polling_notification WHERE seq IS NULL'),
    ([row]) => row?.open === 0,
  );

it('notification-polling 44: what a module prepared is reported with its commit, and not at all without', async () => {
  const token = await signInWith(first, 'hears');
  const told = await polling().prepare('NOTIFY', SENDER, { users: ['HEARS'], title: 'Done' });
  const announced = await polling().prepare('ANNOUNCE', SENDER, {
    title: 'For all',
    content: '<b>x</b>',
    contentType: 'HTML',
  });
  expect(await countOf(first, token)).toBe(0);
  expect(await commit(told)).toEqual({ committed: true });
  expect(await countOf(second, token)).toBe(1);
  expect(await commit(announced)).toEqual({ committed: true });
  await eventually(
    () => countOf(first, token),
    (count) => count === 2,
  );
  const { data } = await pageOf(second, token);
  expect(data).toMatchObject([
    { title: 'For all', contentHtml: '<b>x</b>', createdBy: 'reporter', status: 'PUBLISHED' },
  ]);
  const events = await first.as<{ data: object[] }>(first.admin, 'POST', '/event/page', { username: 'reporter' });
  expect(events.text).toContain('polling.notification-sent');
  expect(events.text).toContain('polling.announcement-sent');
  const lost = await polling().prepare('NOTIFY', SENDER, { users: ['hears'], title: 'Lost' });
  const undo = new Error('taken back');
  const work = first.kernel.database.transaction(async (tx) => {
    await polling().write(tx, lost);
    throw undo;
  });
  await expect(work).rejects.toBe(undo);
  await numbered();
  expect(await countOf(first, token)).toBe(2);
});

it('notification-polling 44: a refusal comes before the transaction, which stays usable', async () => {
  const prepare = (kind: 'NOTIFY' | 'ANNOUNCE', request: object) =>
    codeOf(polling().prepare(kind, SENDER, request as never));
  expect(await prepare('NOTIFY', { users: ['nobody-of-that-name'], title: 'x' })).toBe('USER_UNKNOWN');
  expect(await prepare('NOTIFY', { users: ['admin'], title: 'x'.repeat(256) })).toBe('VALIDATION_FAILED');
  expect(await prepare('NOTIFY', { users: ['admin'], title: 'a\u0000b' })).toBe('VALIDATION_FAILED');
  expect(await prepare('ANNOUNCE', { title: 'x', content: '<script>x</script>', contentType: 'HTML' })).toBe(
    'CONTENT_UNSAFE',
  );
  expect(await prepare('ANNOUNCE', { title: 'x', content: 'x', audience: {} })).toBe('AUDIENCE_EMPTY');
  expect(await prepare('ANNOUNCE', { title: 'x', content: 'x', audience: { tenants: ['default'] } })).toBe(
    'VALIDATION_FAILED',
  );
  const uuid = '019b76da-0000-7000-8000-000000000001';
  const request = { uuid, title: 'Once', content: 'Only.', publish: false };
  const [one, other] = [
    await polling().prepare('ANNOUNCE', SENDER, request),
    await polling().prepare('ANNOUNCE', SENDER, { ...request, title: 'Else' }),
  ];
  expect(() => polling().add(first.kernel.groupCommit.createChangeSet(), one)).toThrow('in a transaction');
  const { database } = first.kernel;
  await database.transaction((tx) => polling().write(tx, one));
  await database.transaction((tx) => polling().write(tx, one));
  const refused = await database.transaction(async (tx) => [
    await codeOf(polling().write(tx, other)),
    (await tx.rows({ name: 't_usable', text: 'SELECT 1 AS usable' })).length,
  ]);
  expect(refused).toEqual(['ANNOUNCEMENT_ALREADY_EXISTS', 1]);
  const rows = await query(
    first,
    'SELECT FROM polling_announcement_content c JOIN polling_announcement a ON a.id = c.announcement_id WHERE a.uuid = $1',
    [uuid],
  );
  expect(rows).toHaveLength(1);
});

it('notification-polling 33: transactions that tell fifty users in random order meet no deadlock, and each is numbered once', async () => {
  const names = await createAccountsOf(first, RECIPIENTS);
  const before = await query<{ count: number }>(first, 'SELECT count(*)::int AS count FROM polling_notification');
  const { database } = first.kernel;
  const write = async (turn: number): Promise<void> => {
    const users = names.toSorted(() => Math.random() - 0.5);
    const keyed = turn % 2 === 0 ? { uniqueKey: `key${turn % 4}` } : {};
    const prepared = await polling().prepare('NOTIFY', SENDER, { users, title: `t${turn}`, ...keyed });
    await database.transaction((tx) => polling().write(tx, prepared));
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, turn) => write(turn)));
  await numbered();
  const [row] = await query<{ count: number; seqs: number }>(
    first,
    `SELECT count(*)::int AS count, count(DISTINCT seq)::int AS seqs FROM polling_notification WHERE created_by = $1 AND title LIKE 't%'`,
    [SENDER.username],
  );
  // Half of them have no key, the others share two.
  expect(row).toEqual({ count: RECIPIENTS * (WRITERS / 2 + 2), seqs: RECIPIENTS * (WRITERS / 2 + 2) });
  expect(before[0]!.count).toBeGreaterThan(0);
  const deadlocks = [...first.logLines, ...second.logLines].filter((line) => line.includes('deadlock'));
  expect(deadlocks).toEqual([]);
});

/** A service task that announces; its result is `r`. */
function announcing(parameters: Readonly<Record<string, string>>): string {
  const withs = Object.entries(parameters).map(([key, value]) => `<keelson:with name="${key}" value="${value}"/>`);
  return `<serviceTask id="call" keelson:call="announcement.publish" keelson:resultVariable="r"><extensionElements>${withs.join('')}</extensionElements></serviceTask>`;
}

async function run(parameters: Readonly<Record<string, string>>, variables: object = {}) {
  const { key } = await deployed(admin, chained([START, announcing(parameters), END]));
  return admin.post(`${startPath}/${key}`, { variables, returnVariables: true });
}

it('notification-polling 45: a process announces in the name of whoever deployed it, with the step that goes on', async () => {
  const token = await signInWith(first, 'crew', ['USER_NOTIFICATION_SEND']);
  const before = await countOf(first, token);
  const parameters = { title: '${text}', content: 'By a process.', type: 'RELEASE', audience: '${whom}' };
  const answer = await run(parameters, { text: 'Released', whom: { users: ['crew'] } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await eventually(
    () => countOf(second, token),
    (count) => count === before + 1,
  );
  const [one] = (await pageOf(first, token, { typeList: ['RELEASE'] })).data;
  expect(one).toMatchObject({ title: 'Released', createdBy: 'admin', uuid: answer.body.variables?.r ?? one?.uuid });
});

it('notification-polling 45: what a process may not announce fails its call and announces nothing', async () => {
  const [before] = await query<{ count: number }>(first, 'SELECT count(*)::int AS count FROM polling_announcement');
  for (const wrong of [{ priority: 'high' }, { audience: 'everybody' }, { content: '' }]) {
    const answer = await run({ title: 'x', content: 'y', ...wrong });
    expect(JSON.stringify(answer)).toContain('VALIDATION_FAILED');
  }
  const [after] = await query<{ count: number }>(first, 'SELECT count(*)::int AS count FROM polling_announcement');
  expect(after).toEqual(before);
});
