// Tests that operators say which addresses are not sent to, and that nobody else does.
import type { SvcNotificationSuppressionModel } from '@keelson/contract';
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { query, type SettingServer, signInWith, startSettingServer } from '../../../testing/setting-server.ts';
import { createTenant } from '../../../testing/sign-in.ts';
import { createReadRefusals } from './feature.ts';

let server: SettingServer;
beforeAll(async () => {
  server = await startSettingServer();
});
afterAll(() => server?.stop());

const PATH = '/notification/suppression';
const fromNow = (ms: number) => new Date(server.clock.now() + ms).toISOString();

interface Page {
  readonly data: readonly SvcNotificationSuppressionModel[];
  readonly totalElements: number;
}
const save = (model: object, token = server.admin, headers = {}) => server.as(token, 'POST', PATH, model, headers);
const list = async (filter: object = {}, token = server.admin) =>
  (await server.as<Page>(token, 'POST', `${PATH}/page`, filter)).body.data;
const remove = (address: string, more = '', token = server.admin) =>
  server.as(token, 'DELETE', `${PATH}/by-address/${encodeURIComponent(address)}${more}`);
const reasonsOf = async (address: string) => (await list({ address })).map(({ reason, group }) => [reason, group]);

it('mail-notification 19: the same address, reason and group is one entry, whoever says it twice and however it is written', async () => {
  const [first, later] = [fromNow(MINUTE_MS), fromNow(2 * MINUTE_MS)];
  const models = [first, later].map((expireDate) => ({ address: 'Twice@MAIL.example', expireDate }));
  for (const model of [...models, { ...models[1], address: 'tWICE@mail.example' }]) {
    expect((await save(model)).status).toBe(200);
  }
  expect(await list({ address: 'twice@' })).toMatchObject([
    { address: 'Twice@mail.example', reason: 'MANUAL', group: null, expireDate: later, version: 1, createdBy: 'admin' },
  ]);
  await Promise.all(Array.from({ length: 20 }, () => save({ address: 'crowd@mail.example', reason: 'COMPLAINT' })));
  expect(await reasonsOf('crowd@mail.example')).toEqual([['COMPLAINT', null]]);
});

it('mail-notification 19: pages are filtered by part of the address, literally, by reasons and by group', async () => {
  await save({ address: 'a_b%c@filter.example', reason: 'UNSUBSCRIBE', group: 'news' });
  await save({ address: 'axbyc@filter.example', reason: 'HARD_BOUNCE' });
  const found = async (filter: object) => (await list(filter)).map(({ address }) => address.split('@')[0]);
  expect(await found({ address: 'A_B%' })).toEqual(['a_b%c']);
  expect(await found({ address: '@filter.', reasonList: ['HARD_BOUNCE'] })).toEqual(['axbyc']);
  expect(await found({ address: '@filter.', group: 'news' })).toEqual(['a_b%c']);
  expect(await found({ address: '@filter.', group: 'new' })).toEqual([]);
  const sort = { properties: ['address'], direction: 'DESC' };
  expect(await found({ address: '@filter.', pageable: { sort } })).toEqual(['axbyc', 'a_b%c']);
});

it('mail-notification 19: an entry that has ended is not listed, keeps nothing back, and can be made anew', async () => {
  const address = 'ended@mail.example';
  await save({ address, reason: 'HARD_BOUNCE', expireDate: fromNow(MINUTE_MS) });
  const plain = { sensitive: false, category: null, unsubscribeGroup: null };
  const asked = async () => {
    const recipient = { address: 'Ended@mail.example', username: null };
    const refusals = await createReadRefusals(server.kernel.database)(
      server.kernel.database,
      'default',
      [recipient],
      server.clock.now(),
    );
    return refusals.of(plain, recipient);
  };
  expect(await asked()).toEqual({ status: 'SUPPRESSED', reason: 'HARD_BOUNCE' });
  server.clock.advance(MINUTE_MS);
  expect([await asked(), await list({ address })]).toEqual([null, []]);
  await save({ address, reason: 'HARD_BOUNCE' });
  expect(await reasonsOf(address)).toEqual([['HARD_BOUNCE', null]]);
});

it('mail-notification 19: what the owner of an address asked for is removed only by its reason and group', async () => {
  const address = 'owner+list@mail.example';
  for (const model of [
    { reason: 'HARD_BOUNCE' },
    { reason: 'MANUAL', group: 'offers' },
    { reason: 'COMPLAINT' },
    { reason: 'UNSUBSCRIBE', group: 'news' },
  ]) {
    await save({ address, ...model });
  }
  expect((await remove(address, '?group=other')).error?.errorCode).toBe('SUPPRESSION_NOT_FOUND');
  expect((await remove(address)).status).toBe(200);
  expect(await reasonsOf(address)).toEqual([
    ['UNSUBSCRIBE', 'news'],
    ['COMPLAINT', null],
  ]);
  expect((await remove(address)).status).toBe(404);
  expect((await remove(address, '?reason=UNSUBSCRIBE')).status).toBe(404);
  expect((await remove(address, '?reason=UNSUBSCRIBE&group=news')).status).toBe(200);
  expect((await remove(address, '?reason=COMPLAINT')).status).toBe(200);
  expect(await list({ address })).toEqual([]);
  const rows = await query<{ name: string; username: string }>(
    server,
    `SELECT event_name AS name, username FROM log_event e WHERE event_name LIKE 'mail.suppression-%' AND strpos(e::text, $1) > 0`,
    [address],
  );
  expect(rows.filter(({ name }) => name === 'mail.suppression-added')).toHaveLength(4);
  expect(rows.filter(({ name }) => name === 'mail.suppression-removed')).toHaveLength(3);
  expect(new Set(rows.map(({ username }) => username))).toEqual(new Set(['admin']));
});

it('mail-notification 19: everything that is wrong is reported at once, and nothing is stored', async () => {
  const refused = await save({ address: 'two@mail.example, three@mail.example', expireDate: fromNow(0) });
  expect(refused.status).toBe(400);
  expect(refused.error?.errorArguments).toMatchObject([
    { field: 'address', code: 'INVALID_EMAIL_ADDRESS' },
    { field: 'expireDate', code: 'DATE_IN_PAST' },
  ]);
  const lines = await save({ address: 'a@mail.example', group: 'news\r\nBcc: x', reason: 'SPAM', until: 1 });
  expect(lines.error?.errorArguments.map(({ field }) => field).sort()).toEqual(['group', 'reason', 'until']);
  expect((await remove('nobody')).error?.errorArguments).toMatchObject([
    { field: 'path.address', code: 'INVALID_EMAIL_ADDRESS' },
  ]);
  expect(await list({ address: 'three@' })).toEqual([]);
});

it('mail-notification 18, 19: nobody without the authority sees or changes entries, and no other tenant does', async () => {
  await save({ address: 'ours@mail.example' });
  await createTenant(server, 'beside');
  const [stranger, neighbour] = [
    await signInWith(server, 'stranger'),
    await signInWith(server, 'neighbour', ['ROLE_TENANT_ADMIN'], 'beside'),
  ];
  for (const answer of [
    await save({ address: 'x@mail.example' }, stranger),
    await server.as(stranger, 'POST', `${PATH}/page`, {}),
    await remove('ours@mail.example', '', stranger),
  ]) {
    expect(answer.error?.errorCode).toBe('ACCESS_DENIED');
  }
  expect(await list({}, neighbour)).toEqual([]);
  expect((await remove('ours@mail.example', '', neighbour)).status).toBe(404);
  await save({ address: 'ours@mail.example', reason: 'COMPLAINT' }, neighbour);
  expect(await reasonsOf('ours@mail.example')).toEqual([['MANUAL', null]]);
});

it('mail-notification 19: an idempotency key answers the first entry again, and refuses another one', async () => {
  const headers = { 'idempotency-key': 'suppress-once' };
  const model = { address: 'once@mail.example' };
  expect((await save(model, server.admin, headers)).status).toBe(200);
  expect((await remove(model.address)).status).toBe(200);
  expect((await save(model, server.admin, headers)).status).toBe(200);
  expect(await list({ address: model.address })).toEqual([]);
  const other = await save({ address: 'other@mail.example' }, server.admin, headers);
  expect(other.error?.errorCode).toBe('IDEMPOTENCY_KEY_REUSED');
});
