// Proves what other modules send: prepared without storing anything, written in their transaction or not at all.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { query } from '../../../testing/sign-in.ts';
import type { MailSender } from '../api.ts';
import { act, saveTemplate, type TemplateServer } from '../template-server.fixture.ts';
import { readContent, readMail, startSendingServer } from './send.fixture.ts';

let server: TemplateServer;
beforeAll(async () => {
  server = await startSendingServer();
});
afterAll(() => server?.stop());

const by: MailSender = { tenantIdentifier: 'default', username: 'robot', localeTag: null, holds: () => false };
const request = () => ({ templateCode: 'hello', to: [`${randomUUID()}@mail.example`], parameters: { name: 'Ada' } });
const mail = () => server.apis.mailNotification;
const written = async (address: string) =>
  (await query(server, 'SELECT FROM mail_recipient WHERE address = $1', [address])).length;

it('mail-notification 12: joins a group commit, or a transaction and its rollback', async () => {
  const { database, groupCommit } = server.kernel;
  const joined = request();
  const prepared = await mail().prepare('TEMPLATE', by, joined);
  expect(prepared.sent).toMatchObject({ status: 'QUEUED', locales: ['en'] });
  expect(await written(joined.to[0]!)).toBe(0);
  const changes = groupCommit.createChangeSet();
  mail().add(changes, prepared);
  expect(await groupCommit.commit(changes)).toEqual({ committed: true });
  const found = await readMail(server, prepared.sent.uuid);
  expect(found).toMatchObject({ createdBy: 'robot', messageId: prepared.sent.messageId });

  const undone = request();
  const work = database.transaction(async (tx) => {
    const set = groupCommit.createChangeSet();
    mail().add(set, await mail().prepare('TEMPLATE', by, undone, tx));
    await groupCommit.writeIn(tx, set);
    throw new Error('the cause failed');
  });
  await expect(work).rejects.toThrow('the cause failed');
  expect(await written(undone.to[0]!)).toBe(0);
});

it('mail-notification 12: is refused as over HTTP, and the transaction of its caller goes on', async () => {
  const { database, groupCommit } = server.kernel;
  await act(server, 'deactivate', await saveTemplate(server, { code: 'offered.off' }));
  const content = { content: { subject: '<b>{{ x }}', content: '<p>{{ x }}</p>' }, to: ['b@mail.example'] };
  const uuid = await database.transaction(async (tx) => {
    const prepare = (more: object) => mail().prepare('TEMPLATE', by, { ...request(), ...more }, tx);
    await expect(prepare({ templateCode: 'nobody' })).rejects.toThrow('NOTIFICATION_TEMPLATE_NOT_FOUND');
    await expect(prepare({ templateCode: 'offered.off' })).rejects.toThrow('NOTIFICATION_TEMPLATE_DISABLED');
    await expect(prepare({ parameters: {} })).rejects.toThrow('TEMPLATE_VARIABLE_MISSING');
    await expect(prepare({ to: ['x'] })).rejects.toThrow('VALIDATION_FAILED');
    await expect(prepare({ subject: 'unknown' })).rejects.toThrow('VALIDATION_FAILED');
    await expect(prepare({ toUsers: ['nobody'] })).rejects.toThrow('USER_UNKNOWN');
    const changes = groupCommit.createChangeSet();
    const prepared = await mail().prepare('CONTENT', by, content, tx);
    mail().add(changes, prepared);
    await groupCommit.writeIn(tx, changes);
    return prepared.sent.uuid;
  });
  expect(await readContent(server, uuid)).toMatchObject({ subject: '<b>{{ x }}', html: '<p>{{ x }}</p>' });
});

it('mail-notification 18: answers the first mail to the same request under its uuid, and adds nothing; of a race one conflicts', async () => {
  const { groupCommit } = server.kernel;
  const same = { ...request(), uuid: randomUUID() };
  const [one, two] = await Promise.all([mail().prepare('TEMPLATE', by, same), mail().prepare('TEMPLATE', by, same)]);
  const outcomes = [];
  for (const prepared of [one!, two!]) {
    const changes = groupCommit.createChangeSet();
    mail().add(changes, prepared);
    outcomes.push(await groupCommit.commit(changes));
  }
  expect(outcomes).toEqual([{ committed: true }, { committed: false, conflict: 'MAIL_UUID_TAKEN' }]);
  const again = await mail().prepare('TEMPLATE', by, same);
  expect(again).toEqual({ mails: [], sent: one!.sent });
  const other = mail().prepare('TEMPLATE', by, { ...same, metadata: { a: 'b' } });
  await expect(other).rejects.toThrow('MAIL_ALREADY_EXISTS');
  expect(await written(same.to[0]!)).toBe(1);
});

it('mail-notification 2: says which templates there are, and whether mails are sent from one', async () => {
  const template = await saveTemplate(server, { code: 'offered.asked' });
  expect(await mail().isEnabled('default', 'offered.asked')).toBe(true);
  await act(server, 'deactivate', template);
  expect(await mail().isEnabled('default', 'offered.asked')).toBe(false);
  const codes = ['offered.asked', 'offered.Asked', 'mail.test', 'base', 'offered.none'];
  expect(await mail().findTemplateCodes('default', codes)).toEqual(new Set(['offered.asked', 'mail.test']));
  expect(await mail().findTemplateCodes('nowhere', codes)).toEqual(new Set(['mail.test']));
  await expect(mail().isEnabled('default', 'offered.Asked')).rejects.toThrow('NOTIFICATION_TEMPLATE_NOT_FOUND');
});

it('mail-notification 12: attaches what the content store holds as it lies there, and nothing that is gone or no mail may carry', async () => {
  const { contents, groupCommit } = server.kernel;
  const bytes = Buffer.from(`figures ${randomUUID()}`);
  const [content] = await contents.put([bytes]);
  const file = { name: 'rakamlar ğ.csv', contentType: 'text/csv', size: bytes.byteLength, content: content! };
  const sender = { ...by, files: [file] };
  const same = { ...request(), uuid: randomUUID() };
  const prepared = await mail().prepare('TEMPLATE', sender, same);
  const changes = groupCommit.createChangeSet();
  mail().add(changes, prepared);
  expect(await groupCommit.commit(changes)).toEqual({ committed: true });
  const headers = { authorization: `Bearer ${server.admin}` };
  const raw = await fetch(`${server.url}/notification/mail/raw/by-uuid/${prepared.sent.uuid}`, { headers });
  expect((await raw.text()).replaceAll('\r\n', '')).toContain(bytes.toString('base64'));
  expect((await mail().prepare('TEMPLATE', sender, same)).mails).toEqual([]);
  await expect(mail().prepare('TEMPLATE', by, same)).rejects.toThrow('MAIL_ALREADY_EXISTS');
  const other = (changed: object) =>
    mail().prepare('TEMPLATE', { ...by, files: [{ ...file, ...changed }] }, { ...request() });
  await expect(other({ content: Buffer.alloc(32) })).rejects.toThrow('ATTACHMENT_NOT_FOUND');
  await expect(other({ name: 'run.exe' })).rejects.toThrow('VALIDATION_FAILED');
  await expect(other({ size: 19 * 1_048_576 })).rejects.toThrow('MAIL_TOO_LARGE');
});
