// Proves who gets the mails of a request, each in his own words, and how much one person may send.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../../testing/sign-in.ts';
import { saveTemplate, signInWith, type TemplateServer } from '../template-server.fixture.ts';
import {
  countMails,
  notify,
  problems,
  readContent,
  readGroup,
  readMail,
  readRaw,
  refused,
  sent,
  startSendingServer,
} from './send.fixture.ts';

let server: TemplateServer;
beforeAll(async () => {
  server = await startSendingServer();
  const contentMap = {
    en: { subject: 'Hello {{ name }}', content: 'At {{ at | date_local: "short" }}.' },
    tr: { subject: 'Merhaba {{ name }}', content: '{{ at | date_local: "short" }}.' },
  };
  await saveTemplate(server, { code: 'greeting', contentMap });
});
afterAll(() => server?.stop());

const addresses = async (uuid: string) =>
  (await readMail(server, uuid)).recipientList.map(({ type, address }) => `${type} ${address}`);
const many = (count: number, at = 'mail.example') => Array.from({ length: count }, (_, index) => `a${index}@${at}`);

async function makeUser(username: string, columns: Readonly<Record<string, unknown>>): Promise<void> {
  await server.as(server.admin, 'POST', '/users', { username });
  const names = Object.keys(columns);
  const sets = names.map((name, index) => `${name} = $${index + 2}`).join(', ');
  await query(server, `UPDATE auth_user SET ${sets} WHERE username = $1`, [username, ...Object.values(columns)]);
}

describe('recipients', () => {
  it('count once, in the first place in which they stand', async () => {
    const uuid = await sent(server, {
      to: ['ada@mail.example', 'Ada <ADA@mail.example>'],
      cc: ['ada@mail.example', 'bob@mail.example'],
      bcc: ['bob@mail.example', 'carl@mail.example'],
    });
    expect(await addresses(uuid)).toEqual(['TO ada@mail.example', 'CC bob@mail.example', 'BCC carl@mail.example']);
  });

  it('mail-notification 1: are a text, an object, or a list of these, in every field', async () => {
    const ada = { address: 'ada@mail.example', name: 'Ada' };
    for (const to of ['Ada <ada@mail.example>', ada, ['Ada <ada@mail.example>'], [ada]]) {
      const uuid = await sent(server, { to, cc: 'bob@mail.example', bcc: { address: 'carl@mail.example' } });
      expect(await addresses(uuid)).toEqual(['TO ada@mail.example', 'CC bob@mail.example', 'BCC carl@mail.example']);
    }
    const replying = await readRaw(server, await sent(server, { to: ada, replyTo: 'dora@mail.example' }));
    expect(replying).toMatch(/^Reply-To: dora@mail\.example/m);
    const batch = { requests: [{ templateCode: 'greeting', to: ada, parameters: { name: 'x', at: '2026-01-01' } }] };
    const { status, body } = await server.as<object[]>(server.admin, 'POST', '/notification/mail/notify-batch', batch);
    expect([status, body[0]]).toMatchObject([200, { errorCode: null }]);
    expect(await problems(notify(server, { to: 'ada' }))).toEqual(['to[0] INVALID_EMAIL_ADDRESS']);
    expect(await problems(notify(server, { to: 7 }))).toEqual(['to[0] TYPE']);
  });

  it('are at least one, at most fifty of one mail and a thousand of separate ones', async () => {
    expect(await problems(notify(server, { to: [] }))).toEqual(['to NO_RECIPIENT']);
    expect(await problems(notify(server, { to: many(51) }))).toEqual(['to TOO_MANY_RECIPIENTS']);
    expect(await problems(notify(server, { to: many(1_001), separate: true }))).toEqual(['to TOO_MANY_RECIPIENTS']);
    expect(await problems(notify(server, { to: many(2), cc: ['c@mail.example'], separate: true }))).toEqual([
      'cc SEPARATE_WITH_COPIES',
    ]);
    expect(await problems(notify(server, { bcc: ['c@mail.example'], to: [], separate: true }))).toEqual([
      'bcc SEPARATE_WITH_COPIES',
    ]);
    expect((await notify(server, { to: many(50) })).status).toBe(200);
    expect((await notify(server, { to: [], bcc: ['c@mail.example'] })).status).toBe(200);
    const one = await readGroup(server, await sent(server, { cc: ['c@mail.example'], separate: true }));
    expect(await addresses(one[0]!.uuid)).toEqual(['TO ada@mail.example', 'CC c@mail.example']);
  });

  it('of separate mails are a thousand in one request, which is one change', async () => {
    const before = await countMails(server);
    const groupUuid = await sent(server, { to: many(1_000), separate: true });
    expect((await countMails(server)) - before).toBe(1_000);
    const [first] = await readGroup(server, groupUuid);
    expect(first).toMatchObject({ groupUuid, recipientList: [{ address: 'a0@mail.example' }] });
    expect(await readRaw(server, first!.uuid)).toContain(`X-Svc-Notification-Group: ${groupUuid}\r\n`);
  });

  it('get parameters of their own, each in a mail of his own', async () => {
    const groupUuid = await sent(server, {
      to: ['ada@mail.example', 'bob@mail.example'],
      recipientParameters: { 'BOB@mail.example': { name: 'Bob' } },
    });
    const mails = await readGroup(server, groupUuid);
    expect(mails.map(({ subject }) => subject)).toEqual(['Hello Ada', 'Hello Bob']);
    const missing = { to: ['ada@mail.example'], recipientParameters: { 'ada@mail.example': {} }, parameters: {} };
    expect((await refused(notify(server, missing))).errorCode).toBe('TEMPLATE_VARIABLE_MISSING');
  });
});

describe('users', () => {
  it('mail-notification 4: are read in their locale and time zone also where they are named by a proven address', async () => {
    await makeUser('emel', {
      email: 'Emel@mail.example',
      email_folded: 'emel@mail.example',
      email_verified: true,
      locale: 'tr-TR',
      time_zone: 'Asia/Tokyo',
    });
    await makeUser('liar', {
      email: 'liar@mail.example',
      email_folded: 'liar@mail.example',
      email_verified: false,
      locale: 'tr-TR',
    });
    const at = '2026-03-02T21:30:00Z';
    const greeting = { templateCode: 'greeting', parameters: { name: 'x', at } };
    const read = async (request: object) =>
      (await readMail(server, await sent(server, { ...greeting, ...request }))).locale;
    expect(await read({ to: ['emel@mail.example'] })).toBe('tr');
    expect(await read({ to: ['emel@mail.example'], locale: 'en' })).toBe('en');
    expect(await read({ to: ['emel@mail.example'], cc: ['bob@mail.example'] })).toBe('en');
    expect(await read({ to: ['liar@mail.example'] })).toBe('en');
    const group = await sent(server, { ...greeting, to: ['emel@mail.example', 'bob@mail.example'], separate: true });
    expect((await readGroup(server, group)).map(({ locale }) => locale)).toEqual(['tr', 'en']);
    const uuid = await sent(server, { ...greeting, to: ['emel@mail.example'] });
    expect((await readContent(server, uuid)).text).toContain('3.03.2026');
  });

  it('mail-notification 4: get mails of their own in their locale and time zone, and see no address of another', async () => {
    await makeUser('ayse', {
      email: 'ayse@mail.example',
      email_verified: true,
      locale: 'tr-TR',
      time_zone: 'Asia/Tokyo',
    });
    await makeUser('grace', { email: 'grace@mail.example', email_verified: true, display_name: 'Grace Hopper' });
    const parameters = { name: 'x', at: '2026-03-02T20:00:00Z' };
    const answer = await notify(server, {
      templateCode: 'greeting',
      to: [],
      toUsers: ['AYSE', 'grace', 'ayse'],
      parameters,
    });
    expect(answer.headers.get('content-language')).toBe('en, tr');
    const [first, second, ...others] = await readGroup(server, answer.headers.get('x-svc-notification-uuid')!);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ locale: 'tr', recipientList: [{ address: 'ayse@mail.example', status: 'QUEUED' }] });
    expect(second).toMatchObject({ locale: 'en', recipientList: [{ name: 'Grace Hopper' }] });
    expect((await readContent(server, first!.uuid)).text).toContain('3.03.2026');
    expect((await readContent(server, second!.uuid)).text).toContain('3/2/26');
    expect(await readRaw(server, first!.uuid)).not.toMatch(/grace|Hopper/);
    expect(await readRaw(server, second!.uuid)).not.toContain('ayse');
  });

  it('who cannot be written to are SKIPPED with the reason, and keep nobody from his mail', async () => {
    await makeUser('unverified', { email: 'unverified@mail.example', email_verified: false });
    await makeUser('addressless', { email: null });
    await makeUser('gone', { email: 'gone@mail.example', email_verified: true, enabled: false });
    const groupUuid = await sent(server, { toUsers: ['unverified', 'addressless', 'gone'] });
    const told = (await readGroup(server, groupUuid)).map(({ status, statusReason, recipientList: [one] }) =>
      [status, statusReason, one?.reason ?? null].join(' '),
    );
    expect(told).toEqual([
      'QUEUED  ',
      'SKIPPED ADDRESS_NOT_VERIFIED ADDRESS_NOT_VERIFIED',
      'SKIPPED USER_WITHOUT_ADDRESS USER_WITHOUT_ADDRESS',
      'SKIPPED USER_DEACTIVATED USER_DEACTIVATED',
    ]);
    const alone = await notify(server, { to: [], toUsers: ['gone'] });
    expect(alone.headers.get('x-svc-notification-status')).toBe('SKIPPED');
    const invited = {
      templateCode: 'auth.new-device',
      parameters: { name: 'a', device: 'b', address: 'c', date: 'd' },
    };
    const [mail] = await readGroup(server, await sent(server, { ...invited, to: [], toUsers: ['unverified'] }));
    expect(mail?.status).toBe('QUEUED');
  });

  it('who share an address, or are named by it, get one mail', async () => {
    await makeUser('twin', { email: 'twin@mail.example', email_verified: true, enabled: false });
    await makeUser('other-twin', { email: 'twin@mail.example', email_verified: true, locale: 'tr' });
    const mails = await readGroup(
      server,
      await sent(server, {
        templateCode: 'greeting',
        parameters: { name: 'x', at: 0 },
        to: ['twin@mail.example'],
        toUsers: ['twin', 'other-twin'],
      }),
    );
    expect(mails.map(({ status, locale }) => [status, locale])).toEqual([['QUEUED', 'tr']]);
  });

  it('mail-notification 1: whom nobody knows are all named, and nothing is stored', async () => {
    const before = await countMails(server);
    const answer = await refused(notify(server, { toUsers: ['Nobody', 'grace', 'no-one'] }));
    expect([answer.status, answer.errorCode]).toEqual([422, 'USER_UNKNOWN']);
    expect(answer.errorArguments).toMatchObject([{ username: 'Nobody' }, { username: 'no-one' }]);
    expect(await countMails(server)).toBe(before);
  });
});

describe('a tenant that writes to some domains alone', () => {
  it('mail-notification 1: refuses every other address, and skips users who have one', async () => {
    server.settings.set('mail.recipient-domains', 'mail.example, corp.example');
    try {
      await makeUser('outside', { email: 'outside@else.example', email_verified: true });
      const answer = await refused(
        notify(server, { to: ['a@corp.example', 'b@else.example'], bcc: ['c@sub.corp.example'] }),
      );
      expect([answer.status, answer.errorCode]).toEqual([403, 'RECIPIENT_NOT_ALLOWED']);
      expect(answer.errorArguments.map(({ address }) => address)).toEqual(['b@else.example', 'c@sub.corp.example']);
      const mails = await readGroup(server, await sent(server, { toUsers: ['outside'] }));
      expect(mails.map(({ statusReason }) => statusReason)).toEqual([null, 'RECIPIENT_NOT_ALLOWED']);
    } finally {
      server.settings.set('mail.recipient-domains', '');
    }
  });
});

describe('a person', () => {
  it('mail-notification 1: sends so many mails a minute to so many recipients, and a key as many as it likes', async () => {
    const token = await signInWith(server, 'sender', ['NOTIFICATION_MAIL_SEND']);
    const key = await server.as<{ readonly key: string }>(server.admin, 'POST', '/api-keys', {
      name: 'till',
      authorityList: ['NOTIFICATION_MAIL_SEND'],
    });
    server.settings.set('mail.rate.person-mails', 2);
    server.settings.set('mail.rate.person-recipients', 3);
    try {
      expect((await notify(server, {}, { token })).status).toBe(200);
      server.clock.advance(15_000);
      expect((await notify(server, { to: many(2) }, { token })).status).toBe(200);
      const third = await notify(server, {}, { token });
      expect([third.status, third.headers.get('retry-after')]).toEqual([429, '45']);
      server.clock.advance(45_000);
      expect((await notify(server, { to: many(5) }, { token })).status).toBe(200);
      expect((await notify(server, {}, { token })).status).toBe(429);
      for (let count = 0; count < 4; count += 1) {
        expect((await notify(server, { to: many(4) }, { token: key.body.key })).status).toBe(200);
      }
    } finally {
      server.settings.set('mail.rate.person-mails', 100_000);
      server.settings.set('mail.rate.person-recipients', 1_000_000);
    }
  });

  it('needs the authority', async () => {
    const token = await signInWith(server, 'reader', ['NOTIFICATION_MAIL_VIEW']);
    expect((await refused(notify(server, {}, { token }))).errorCode).toBe('ACCESS_DENIED');
  });
});
