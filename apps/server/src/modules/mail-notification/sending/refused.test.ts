// Proves that whoever must not, or does not want to, be sent a mail is passed over, and that nobody else is.
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { query } from '../../../testing/sign-in.ts';
import { saveTemplate, signInWith, type TemplateServer } from '../template-server.fixture.ts';
import { notify, readGroup, readMail, readRaw, sent, startSendingServer } from './send.fixture.ts';

let server: TemplateServer;
beforeAll(async () => {
  server = await startSendingServer({ env: { KEELSON_PUBLIC_URL: 'https://suite.example' } });
  await saveTemplate(server, { code: 'secret', sensitive: true });
});
afterAll(() => server?.stop());

const suppress = async (address: string, more: object = {}) => {
  const answer = await server.as(server.admin, 'POST', '/notification/suppression', { address, ...more });
  expect(answer.status, answer.text).toBe(200);
};
const endsOf = async (uuid: string) =>
  (await readMail(server, uuid)).recipientList.map(({ address, status, reason }) => [
    address.split('@')[0],
    status,
    reason,
  ]);
const headersOf = async (uuid: string) =>
  new Map((await PostalMime.parse(await readRaw(server, uuid))).headers.map(({ key, value }) => [key, value]));

it('mail-notification 19: a suppressed recipient never fails a send, and the others are sent', async () => {
  await suppress('no@mail.example');
  const uuid = await sent(server, { to: ['NO@mail.example', 'yes@mail.example'], cc: ['also@mail.example'] });
  expect((await readMail(server, uuid)).status).toBe('QUEUED');
  expect(await endsOf(uuid)).toEqual([
    ['NO', 'SUPPRESSED', 'MANUAL'],
    ['yes', 'QUEUED', null],
    ['also', 'QUEUED', null],
  ]);
  const all = await notify(server, { to: ['no@mail.example'] });
  expect([all.status, all.headers.get('x-svc-notification-status')]).toEqual([200, 'SUPPRESSED']);
  const alone = await readMail(server, all.headers.get('x-svc-notification-uuid')!);
  expect(alone).toMatchObject({ status: 'SUPPRESSED', statusReason: 'MANUAL', nextAttemptDate: null });
});

it('mail-notification 19: what was kept from an address is sent only on purpose, and what it says is kept for that', async () => {
  await suppress('later@mail.example', { reason: 'HARD_BOUNCE' });
  const uuid = await sent(server, { to: ['later@mail.example'] });
  const retry = (more = '') => server.as(server.admin, 'POST', `/notification/mail/retry/by-uuid/${uuid}${more}`);
  expect((await retry()).error?.errorCode).toBe('MAIL_NOT_RETRYABLE');
  expect((await retry('?force=true')).status).toBe(200);
  expect(await endsOf(uuid)).toEqual([['later', 'QUEUED', null]]);
  expect(await readRaw(server, uuid)).toContain('Dear Ada');
});

it('mail-notification 19: a sensitive mail is kept back by an operator alone, and then keeps nothing of what it says', async () => {
  await suppress('secret@mail.example', { reason: 'COMPLAINT' });
  const passed = await sent(server, { to: ['secret@mail.example'], templateCode: 'secret' });
  expect(await endsOf(passed)).toEqual([['secret', 'QUEUED', null]]);
  await suppress('secret@mail.example');
  const kept = await sent(server, { to: ['secret@mail.example'], templateCode: 'secret' });
  expect(await endsOf(kept)).toEqual([['secret', 'SUPPRESSED', 'MANUAL']]);
  const rows = await query(server, 'SELECT FROM mail_content c JOIN mail m ON m.id = c.mail_id WHERE m.uuid = $1', [
    kept,
  ]);
  expect(rows).toHaveLength(0);
});

it('mail-notification 19: a mail of another module heeds the same rule, in the transaction of its cause', async () => {
  await suppress('module@mail.example');
  const request = {
    tenantIdentifier: 'default',
    templateCode: 'hello',
    locale: 'en',
    to: { address: 'module@mail.example', name: null },
    parameters: { name: 'Ada' },
    expireDate: null,
    createdBy: 'admin',
  };
  const queued = await server.kernel.database.transaction((tx) => server.apis.mailNotification.enqueue(tx, request));
  expect(queued.status).toBe('SUPPRESSED');
  expect(await endsOf(queued.uuid)).toEqual([['module', 'SUPPRESSED', 'MANUAL']]);
});

it('mail-notification 28: a user who does not want a category or a group is skipped, also where his address is given, too', async () => {
  const person = await signInWith(server, 'picky');
  await query(
    server,
    `UPDATE auth_user SET email = 'picky@mail.example', email_verified = true WHERE username = 'picky'`,
  );
  await server.as(person, 'PUT', '/notification/preference/user', [{ category: 'letters', enabled: false }]);
  const skipped = ['picky', 'SKIPPED', 'OPTED_OUT'];
  for (const to of [[], ['Picky@mail.example']]) {
    const group = await sent(server, { to, toUsers: ['picky'], category: 'letters' });
    const [mail] = await readGroup(server, group);
    expect((await endsOf(mail!.uuid)).map(([name, ...rest]) => [name?.toLowerCase(), ...rest])).toEqual([skipped]);
    expect(mail).toMatchObject({ status: 'SKIPPED' });
  }
  const [other] = await readGroup(server, await sent(server, { to: [], toUsers: ['picky'], category: 'bills' }));
  expect(other!.status).toBe('QUEUED');
  const bare = await readMail(server, await sent(server, { to: ['picky@mail.example'], category: 'letters' }));
  expect(bare.status).toBe('QUEUED');
});

it('mail-notification 26: two recipients with a group get two mails with links of their own, and leave each for himself', async () => {
  const to = ['one@mail.example', 'two@mail.example'];
  const mails = await readGroup(server, await sent(server, { to, unsubscribeGroup: 'news' }));
  expect(mails.map(({ recipientList }) => recipientList.length)).toEqual([1, 1]);
  const links: string[] = [];
  for (const { uuid } of mails) {
    const headers = await headersOf(uuid);
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(headers.get('precedence')).toBe('bulk');
    links.push(
      /^<https:\/\/suite\.example(\/notification\/unsubscribe\/[^>]+)>$/.exec(headers.get('list-unsubscribe')!)![1]!,
    );
    expect(await readRaw(server, uuid)).toBe(await readRaw(server, uuid));
  }
  expect(new Set(links).size).toBe(2);
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect((await fetch(server.url + links[0], { method: 'POST', body })).status).toBe(200);
  const again = await readGroup(server, await sent(server, { to, unsubscribeGroup: 'news' }));
  expect(again.map(({ status, statusReason }) => [status, statusReason])).toEqual([
    ['SUPPRESSED', 'UNSUBSCRIBE'],
    ['QUEUED', null],
  ]);
  const others = await readGroup(server, await sent(server, { to, unsubscribeGroup: 'offers' }));
  expect(others.map(({ status }) => status)).toEqual(['QUEUED', 'QUEUED']);
  const plain = await sent(server, { to: ['one@mail.example'] });
  expect((await readMail(server, plain)).status).toBe('QUEUED');
  expect((await headersOf(plain)).has('list-unsubscribe')).toBe(false);
});
