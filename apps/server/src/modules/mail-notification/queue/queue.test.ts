// Proves that mails are queued with their cause or not at all, listed without their content, and end in time.
import { randomUUID } from 'node:crypto';
import type { SvcNotificationMailModel, SvcNotificationTemplateModel } from '@keelson/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readMails } from '../../../testing/mail-queue.ts';
import {
  call,
  createActiveUser,
  createTenant,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import type { MailRequest } from '../api.ts';
import { saveExpired } from './upkeep.store.ts';

interface Page {
  readonly data: readonly SvcNotificationMailModel[];
  readonly totalElements: number;
}

let server: TestServer;
let token: string;
/** Each test has an empty queue, and templates that nobody has edited. */
let tests = 0;
let open: string;
let secret: string;

beforeAll(async () => {
  server = await startDirectory();
  token = await signInAdmin(server);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  tests += 1;
  open = `test.open${tests}`;
  secret = `test.secret${tests}`;
  server.settings.set('mail.sending-enabled', true);
  await query(server, 'DELETE FROM mail');
  server.apis.mailNotification.shipTemplate({
    code: open,
    name: 'Open mail',
    sensitive: false,
    contentMap: {
      en: { subject: 'Hello {{ name }}', content: 'Open text for {{ name }}.' },
      tr: { subject: 'Merhaba {{ name }}', content: '{{ name }} için açık metin.' },
    },
  });
  server.apis.mailNotification.shipTemplate({
    code: secret,
    name: 'Secret mail',
    sensitive: true,
    contentMap: {
      en: { subject: 'Code {{ code }}', content: 'Your code is {{ code }}.' },
      tr: { subject: 'Kod {{ code }}', content: 'Kodunuz {{ code }}.' },
    },
  });
});

function request(changes: Partial<MailRequest> = {}): MailRequest {
  return {
    tenantIdentifier: 'default',
    templateCode: open,
    locale: 'en-GB',
    to: { address: 'ada@example.org', name: 'Ada' },
    parameters: { name: 'Ada', code: 'K7-secret-91' },
    expireDate: null,
    createdBy: 'admin',
    ...changes,
  };
}

const enqueue = (changes: Partial<MailRequest> = {}) =>
  server.kernel.database.transaction((tx) => server.apis.mailNotification.enqueue(tx, request(changes)));
const list = (body: object = {}, as = token) =>
  call<Page>(server, 'POST', '/notification/mail/data/page', { token: as, body });

describe('the queue', () => {
  it('mail-notification 12: holds a mail exactly when the transaction of its cause commits', async () => {
    const rolledBack = server.kernel.database.transaction(async (tx) => {
      await server.apis.mailNotification.enqueue(tx, request());
      throw new Error('the cause failed');
    });
    await expect(rolledBack).rejects.toThrow('the cause failed');
    expect((await list()).body.totalElements).toBe(0);
    const { uuid, status, messageId } = await enqueue();
    expect(status).toBe('QUEUED');
    const [mail] = (await list()).body.data;
    expect(mail).toMatchObject({ uuid, messageId, templateCode: open, subject: 'Hello Ada' });
    expect(mail?.recipientList).toMatchObject([{ address: 'ada@example.org', name: 'Ada', type: 'TO' }]);
  });

  it('authentication 32: writes in the language of the recipient', async () => {
    await enqueue({ locale: 'tr-TR' });
    await enqueue({ locale: 'de' });
    expect((await readMails(server, open)).map(({ content }) => content)).toEqual([
      'Ada için açık metin.',
      'Open text for Ada.',
    ]);
  });

  it('refuses a missing parameter, an unknown template and a second one of the same code', async () => {
    await expect(enqueue({ parameters: {} })).rejects.toThrow('TEMPLATE_VARIABLE_MISSING');
    await expect(enqueue({ parameters: Object.create({ name: 'inherited' }) })).rejects.toThrow(
      'TEMPLATE_VARIABLE_MISSING',
    );
    await expect(enqueue({ templateCode: 'nobody.ships' })).rejects.toThrow('NOTIFICATION_TEMPLATE_NOT_FOUND');
    const twin = { code: open, name: '', sensitive: false, contentMap: { en: CONTENT, tr: CONTENT } };
    expect(() => server.apis.mailNotification.shipTemplate(twin)).toThrow('shipped twice');
  });

  it('makes one line of a subject whatever the values hold', async () => {
    await enqueue({ parameters: { name: 'Ada\r\nBcc: eve@example.org' } });
    expect((await list()).body.data[0]?.subject).toBe('Hello Ada Bcc: eve@example.org');
  });
});

const CONTENT = { subject: '', content: '' };

describe('a sensitive mail', () => {
  it('authentication 27: shows neither subject nor content in the list, and neither is readable in the tables', async () => {
    await enqueue({ templateCode: secret });
    const listed = await list();
    expect(listed.body.data[0]?.subject).toBe('Secret mail');
    expect(listed.text).not.toContain('K7-secret-91');
    for (const table of ['mail', 'mail_content', 'mail_recipient']) {
      const rows = await query<{ text: string }>(server, `SELECT t::text AS text FROM ${table} t`);
      expect(rows.map(({ text }) => text).join()).not.toContain('K7-secret-91');
    }
    expect((await readMails(server, secret))[0]?.content).toBe('Your code is K7-secret-91.');
  });

  it('mail-notification 11: ends as EXPIRED at its date and leaves no content, and the content of others stays', async () => {
    server.settings.set('mail.sending-enabled', false);
    const expireDate = new Date(server.clock.now() + 60_000);
    await enqueue({ templateCode: secret, expireDate });
    await enqueue({ expireDate });
    await enqueue();
    server.clock.advance(60_000);
    await server.kernel.database.transaction((tx) => saveExpired(tx, new Date(server.clock.now()), 10));
    const mails = (await list({ pageable: { sort: { properties: ['dateCreated'], direction: 'ASC' } } })).body.data;
    expect(mails.map(({ status }) => status)).toEqual(['EXPIRED', 'EXPIRED', 'QUEUED']);
    expect(await readMails(server, secret)).toEqual([]);
    expect(await readMails(server, open)).toHaveLength(2);
  });
});

describe('the list', () => {
  it('mail-notification 18: shows a caller without the authority only what he caused, and nobody another tenant', async () => {
    await createActiveUser(server, token, { username: 'ada' });
    await createTenant(server, 'other');
    await enqueue({ createdBy: 'ada' });
    await enqueue();
    await enqueue({ tenantIdentifier: 'other', createdBy: 'ada' });
    const ada = await signIn(server, 'ada', USER_PASSWORD);
    expect((await list({}, ada)).body.data.map(({ createdBy }) => createdBy)).toEqual(['ada']);
    expect((await list()).body.totalElements).toBe(2);
    expect((await call(server, 'POST', '/notification/mail/data/page', { body: {} })).status).toBe(401);
  });

  it('filters, pages and refuses what it does not know', async () => {
    const { uuid, messageId } = await enqueue();
    await enqueue({ to: { address: 'under_score@example.org', name: null } });
    const uuids = async (body: object) => (await list(body)).body.data.map((mail) => mail.uuid);
    expect(await uuids({ uuidList: [uuid] })).toEqual([uuid]);
    expect(await uuids({ messageId })).toEqual([uuid]);
    expect(await uuids({ recipient: 'ADA@' })).toEqual([uuid]);
    expect(await uuids({ recipient: 'a_a' })).toEqual([]);
    expect(await uuids({ statusList: ['EXPIRED'] })).toEqual([]);
    expect(await uuids({ templateCode: secret })).toEqual([]);
    expect(await uuids({ dateCreatedTo: new Date(server.clock.now()).toISOString() })).toEqual([]);
    expect(await uuids({ uuidList: [randomUUID()] })).toEqual([]);
    const past = await list({ pageable: { pageNumber: 7, pageSize: 1 } });
    expect([past.body.data.length, past.body.totalElements]).toEqual([0, 2]);
    expect((await list({ subject: 'x' })).status).toBe(400);
  });
});

describe('a template that a tenant has edited', () => {
  const edit = async (of: (template: SvcNotificationTemplateModel) => object) => {
    const at = `/notification/template/by-code/${open}`;
    const { body } = await call<SvcNotificationTemplateModel>(server, 'GET', at, { token });
    const answer = await call(server, 'PUT', '/notification/template', { token, body: { ...body, ...of(body) } });
    expect(answer.status).toBe(200);
    return body.uuid;
  };
  const withSubject = (subject: string) =>
    edit(({ contentMap }) => ({ contentMap: { en: { ...contentMap.en!, subject } } }));
  const newest = async () => (await list()).body.data[0];

  it('mail-notification 4: is what its mails say from then on, and those before keep what they said', async () => {
    await enqueue();
    await withSubject('Good day, {{ name }} & all');
    await enqueue();
    const { data } = (await list()).body;
    expect(data.map(({ subject }) => subject).sort()).toEqual(['Good day, Ada & all', 'Hello Ada']);
    expect(await newest()).toMatchObject({ templateCode: open, templateVersion: 1, locale: 'en' });
  });

  it('keeps nobody from their mail where it cannot be rendered: the shipped one is sent, and told', async () => {
    await withSubject('Hello {{ nobody }}');
    await enqueue();
    expect(await newest()).toMatchObject({ subject: 'Hello Ada', templateVersion: 0 });
    expect(server.logLines.join()).toContain('an edited template cannot be rendered');
  });

  it('mail-notification 2: is listed as SKIPPED and not sent where it was disabled', async () => {
    const uuid = await edit(() => ({}));
    expect((await call(server, 'POST', `/notification/template/deactivate/by-uuid/${uuid}`, { token })).status).toBe(
      200,
    );
    expect(await enqueue()).toMatchObject({ status: 'SKIPPED' });
    expect(await newest()).toMatchObject({
      status: 'SKIPPED',
      statusReason: 'TEMPLATE_DISABLED',
      subject: 'Open mail',
    });
  });
});
