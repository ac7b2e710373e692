// Proves what becomes of many mails in one request: each by itself, or all of them, and never a part of one.
import { randomUUID } from 'node:crypto';
import type { SvcNotificationMailBatchResultModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { query, signInWith, type TemplateServer } from '../template-server.fixture.ts';
import { startSendingServer } from './send.fixture.ts';

type Result = SvcNotificationMailBatchResultModel;

let server: TemplateServer;
let sender: string;
beforeAll(async () => {
  server = await startSendingServer();
  sender = await signInWith(server, 'ada', ['NOTIFICATION_MAIL_SEND']);
});
afterAll(() => server?.stop());

const one = (changes: object = {}) => ({
  templateCode: 'hello',
  to: ['ada@mail.example'],
  parameters: { name: 'Ada' },
  ...changes,
});
const batch = (requests: readonly object[], more: object = {}, headers: Record<string, string> = {}) =>
  server.as<readonly Result[]>(sender, 'POST', '/notification/mail/notify-batch', { requests, ...more }, headers);
const countMails = async () =>
  (await query<{ count: number }>(server, 'SELECT count(*)::int AS count FROM mail'))[0]!.count;

it('answers each in its place, and a bad one does not stop the others', async () => {
  const uuid = randomUUID();
  const { status, body } = await batch([
    one({ uuid }),
    one({ to: ['nobody'] }),
    one({ templateCode: 'no.such' }),
    one({ parameters: {} }),
    one({ to: ['bob@mail.example'] }),
  ]);
  expect(status).toBe(200);
  expect(body.map(({ index, status: sent, errorCode }) => [index, sent, errorCode])).toEqual([
    [0, 'QUEUED', null],
    [1, null, 'VALIDATION_FAILED'],
    [2, null, 'NOTIFICATION_TEMPLATE_NOT_FOUND'],
    [3, null, 'TEMPLATE_VARIABLE_MISSING'],
    [4, 'QUEUED', null],
  ]);
  expect(body[0]!.uuid).toBe(uuid);
  expect(body[1]!.errorArguments).toMatchObject([{ field: 'to[0]', code: 'INVALID_EMAIL_ADDRESS' }]);
  const mails = await query(server, 'SELECT FROM mail WHERE uuid = ANY($1::uuid[])', [[body[0]!.uuid, body[4]!.uuid]]);
  expect(mails).toHaveLength(2);
});

it('sends nothing of an atomic one that is not good as a whole, and says what is wrong with each', async () => {
  const before = await countMails();
  const refused = await batch([one(), one({ to: ['nobody'] }), one({ templateCode: 'no.such' })], { atomic: true });
  expect([refused.status, refused.error?.errorCode]).toEqual([422, 'MAIL_BATCH_REFUSED']);
  expect(refused.error?.errorArguments).toMatchObject([
    { index: 1, errorCode: 'VALIDATION_FAILED' },
    { index: 2, errorCode: 'NOTIFICATION_TEMPLATE_NOT_FOUND' },
  ]);
  expect(await countMails()).toBe(before);
  expect((await batch([one(), one()], { atomic: true })).status).toBe(200);
  expect(await countMails()).toBe(before + 2);
});

it('takes 500 and no more, as one change set', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => one({ to: [`a${index}@mail.example`] }));
  const { body } = await batch(many(500));
  expect(body.every(({ status }) => status === 'QUEUED')).toBe(true);
  const uuids = body.map(({ uuid }) => uuid);
  // A lane claims some of the mails at once, and gives them back: that writes their rows anew, but for their contents.
  const [row] = await query<{ count: number; commits: number }>(
    server,
    `SELECT count(*)::int AS count, count(DISTINCT c.xmin::text)::int AS commits
     FROM mail m JOIN mail_content c ON c.mail_id = m.id WHERE m.uuid = ANY($1::uuid[])`,
    [uuids],
  );
  expect(row).toEqual({ count: 500, commits: 1 });
  expect((await batch(many(501))).status).toBe(400);
  expect((await batch([])).status).toBe(400);
});

it('mail-notification 18: knows a uuid again, within the batch, before it and beside it', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  const { body } = await batch([
    one({ uuid: first }),
    one({ uuid: first }),
    one({ uuid: first, parameters: { name: 'Eve' } }),
  ]);
  expect(body.map(({ uuid, errorCode }) => [uuid, errorCode])).toEqual([
    [first, null],
    [first, null],
    [null, 'MAIL_ALREADY_EXISTS'],
  ]);
  const before = await countMails();
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      batch([one({ uuid: first }), one({ uuid: second }), one({ to: [`z${index}@mail.example`] })]),
    ),
  );
  for (const answer of answers) expect(answer.body.map(({ errorCode }) => errorCode)).toEqual([null, null, null]);
  expect(await countMails()).toBe(before + 6);
});

it('is sent once under one key', async () => {
  const before = await countMails();
  const headers = { 'idempotency-key': randomUUID() };
  const first = await batch([one(), one({ to: ['nobody'] })], {}, headers);
  const again = await batch([one(), one({ to: ['nobody'] })], {}, headers);
  expect(again.body).toEqual(first.body);
  expect(await countMails()).toBe(before + 1);
  expect((await batch([one()], {}, headers)).error?.errorCode).toBe('IDEMPOTENCY_KEY_REUSED');
});

it('mail-notification 1: counts each request of a batch, refuses those beyond the rate alone, and is 429 where none was taken', async () => {
  server.settings.set('mail.rate.person-mails', 3);
  try {
    const token = await signInWith(server, 'eve', ['NOTIFICATION_MAIL_SEND']);
    const send = (requests: readonly object[], more: object = {}, headers: Record<string, string> = {}) =>
      server.as<readonly Result[]>(token, 'POST', '/notification/mail/notify-batch', { requests, ...more }, headers);
    const { body } = await send([one(), one(), one(), one()]);
    expect(body.map(({ errorCode }) => errorCode)).toEqual([null, null, null, 'RATE_LIMITED']);
    server.clock.advance(15_000);
    const headers = { 'idempotency-key': randomUUID() };
    const none = await send([one(), one({ to: ['nobody'] }), one()], {}, headers);
    expect([none.status, none.error?.errorCode, none.headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '45']);
    server.clock.advance(45_000);
    const again = await send([one(), one({ to: ['nobody'] }), one()], {}, headers);
    expect(again.body.map(({ errorCode }) => errorCode)).toEqual([null, 'VALIDATION_FAILED', null]);
  } finally {
    server.settings.set('mail.rate.person-mails', 100_000);
  }
});

it('mail-notification 1: an atomic batch that is larger than the rate passes as one piece, and what cannot be read counts for nothing', async () => {
  server.settings.set('mail.rate.person-mails', 3);
  try {
    const token = await signInWith(server, 'mallory', ['NOTIFICATION_MAIL_SEND']);
    const send = (requests: readonly object[]) =>
      server.as<readonly Result[]>(token, 'POST', '/notification/mail/notify-batch', { requests, atomic: true });
    const wrong = Array.from({ length: 4 }, () => one({ to: ['nobody'] }));
    expect((await send(wrong)).error?.errorCode).toBe('MAIL_BATCH_REFUSED');
    const { body } = await send(Array.from({ length: 6 }, () => one()));
    expect(body.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'QUEUED'));
    const before = await countMails();
    const next = await send([one()]);
    expect([next.status, next.headers.get('retry-after')]).toEqual([429, '120']);
    expect(await countMails()).toBe(before);
  } finally {
    server.settings.set('mail.rate.person-mails', 100_000);
  }
});
