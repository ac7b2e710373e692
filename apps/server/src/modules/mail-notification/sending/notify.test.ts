// Proves that a request to send a mail stores exactly that mail, or says everything that is wrong and stores nothing.
import { DAY_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query, signInAdmin } from '../../../testing/sign-in.ts';
import { untilStatus } from '../delivery/mail-server.fixture.ts';
import { fillQueue } from '../queue/full-queue.fixture.ts';
import { act, preview, readTemplate, saveTemplate, type TemplateServer, update } from '../template-server.fixture.ts';
import {
  countMails,
  notify,
  problems,
  readContent,
  readMail,
  readRaw,
  refused,
  sent,
  startSendingServer,
} from './send.fixture.ts';

let server: TemplateServer;
beforeAll(async () => {
  server = await startSendingServer();
});
afterAll(() => server?.stop());

const at = (ms: number): string => new Date(server.clock.now() + ms).toISOString();

describe('a mail that is sent', () => {
  it('mail-notification 1: is stored before it is answered, with everything that its request says', async () => {
    const answer = await notify(server, {
      to: ['Ada Lovelace <ada@mail.example>', { address: 'bob@MAIL.example', name: 'Bob' }],
      cc: ['carl@mail.example'],
      bcc: ['eve@mail.example'],
      replyTo: ['desk@mail.example'],
      priority: 'HIGH',
      category: 'orders',
      headers: { 'X-Order': '7', References: '<a@mail.example>' },
      inReplyTo: '<a@mail.example>',
      metadata: { order: '7' },
    });
    expect(answer.status).toBe(200);
    const uuid = answer.headers.get('x-svc-notification-uuid')!;
    expect(answer.headers.get('location')).toBe(`/notification/mail/by-uuid/${uuid}`);
    expect(answer.headers.get('x-svc-notification-status')).toBe('QUEUED');
    expect(answer.headers.get('content-language')).toBe('en');
    expect(await readMail(server, uuid)).toMatchObject({
      status: 'QUEUED',
      templateCode: 'hello',
      templateVersion: 0,
      subject: 'Hello Ada',
      from: 'Suite <suite@mail.example>',
      priority: 'HIGH',
      category: 'orders',
      metadata: { order: '7' },
      groupUuid: null,
      createdBy: 'admin',
      recipientList: [
        { type: 'TO', address: 'ada@mail.example', name: 'Ada Lovelace', status: 'QUEUED' },
        { type: 'TO', address: 'bob@mail.example', name: 'Bob' },
        { type: 'CC', address: 'carl@mail.example' },
        { type: 'BCC', address: 'eve@mail.example' },
      ],
    });
    const raw = await readRaw(server, uuid);
    expect(raw).toContain('Reply-To: desk@mail.example\r\n');
    expect(raw).toContain('X-Order: 7\r\n');
    expect(raw).toContain('In-Reply-To: <a@mail.example>\r\n');
    expect(raw).toContain('Importance: high\r\n');
    expect(raw).not.toContain('eve@');
    const events = `SELECT username FROM log_event e WHERE event_name = 'mail.accepted' AND e::text LIKE '%' || $1 || '%'`;
    expect(await query(server, events, [uuid])).toEqual([{ username: 'admin' }]);
  });

  it('mail-notification 4: says what its template said when it was accepted, in the locale that fits best', async () => {
    const contentMap = {
      tr_TR: { subject: 'Merhaba {{ name }}', content: 'Sayın {{ name }}.' },
      en: { subject: 'Hello {{ name }}', content: 'Dear {{ name }}.' },
      default: { subject: 'Salut {{ name }}', content: '{{ name }}.' },
    };
    const template = await saveTemplate(server, { code: 'locales', contentMap });
    const localeOf = async (body: object) => {
      const uuid = await sent(server, { templateCode: 'locales', ...body });
      return [(await readMail(server, uuid)).locale, (await readMail(server, uuid)).subject];
    };
    expect(await localeOf({ locale: 'tr_TR' })).toEqual(['tr-TR', 'Merhaba Ada']);
    expect(await localeOf({ locale: 'en-GB' })).toEqual(['en', 'Hello Ada']);
    expect(await localeOf({})).toEqual(['en', 'Hello Ada']);
    const before = await sent(server, { templateCode: 'locales', locale: 'tr-TR' });
    await update(server, { ...template, contentMap: { en: { subject: 'Other', content: 'Other.' } } });
    expect(await readContent(server, before)).toMatchObject({ subject: 'Merhaba Ada', text: 'Sayın Ada.' });
    expect((await readMail(server, await sent(server, { templateCode: 'locales' }))).templateVersion).toBe(1);
  });

  it('mail-notification 5: shows hostile data as it is, in the subject, the text and the markup', async () => {
    const contentMap = { en: { subject: '{{ name }}', content: '<p title="{{ name }}">{{ name }}</p>' } };
    await saveTemplate(server, { code: 'hostile', contentMap });
    const uuid = await sent(server, { templateCode: 'hostile', parameters: { name: '<b>&"\'\r\nBcc: x@y.org' } });
    const { subject, html, text } = await readContent(server, uuid);
    expect(subject).toBe('<b>&"\' Bcc: x@y.org');
    expect(html).toContain('&lt;b&gt;&amp;&#34;&#39;');
    expect(html).not.toContain('<b>');
    expect(text).toContain('<b>&"\'');
  });

  it('mail-notification 21: waits until its date, 30 days ahead, and can still be read then', async () => {
    const other = await startSendingServer();
    try {
      const sendDate = new Date(other.clock.now() + 30 * DAY_MS - 1_000).toISOString();
      const uuid = await sent(other, { sendDate });
      expect(await readMail(other, uuid)).toMatchObject({ status: 'SCHEDULED', sendDate });
      for (let day = 0; day < 30; day += 1) {
        other.clock.advance(DAY_MS);
        for (const name of ['mail-retention', 'mail-partitions', 'mail-expiry'])
          other.jobs.find((job) => job.name === name)!.wake();
      }
      other.settings.set('mail.sending-enabled', true);
      expect(await untilStatus(other, uuid, 'CAPTURED')).toMatchObject({ copies: ['CAPTURED'] });
      const token = await signInAdmin(other);
      const content = await other.as<{ text: string }>(token, 'GET', `/notification/mail/content/by-uuid/${uuid}`);
      expect(content.body.text).toBe('Dear Ada.');
    } finally {
      await other.stop();
    }
  });

  it('is due now where its date is a little past, and SCHEDULED where it is ahead', async () => {
    const now = await readMail(server, await sent(server, { sendDate: at(-299_000) }));
    expect(now).toMatchObject({ status: 'QUEUED', sendDate: at(0) });
    const answer = await notify(server, { sendDate: at(60_000), expireDate: at(120_000) });
    expect(answer.headers.get('x-svc-notification-status')).toBe('SCHEDULED');
    const later = await readMail(server, answer.headers.get('x-svc-notification-uuid')!);
    expect(later).toMatchObject({ status: 'SCHEDULED', sendDate: at(60_000), expireDate: at(120_000) });
  });
});

describe('a mail that is refused', () => {
  it('mail-notification 3: names every variable that is missing, with its place, and stores nothing', async () => {
    const content = '{{ a }}\n{{ b.c }} {{ d }}{{ e | default: "x" }}{% if f %}f{% endif %}';
    const contentMap = { en: { subject: '{{ s }}', content } };
    await saveTemplate(server, { code: 'missing', contentMap });
    const before = await countMails(server);
    const answer = await refused(notify(server, { templateCode: 'missing', parameters: { d: null, b: {} } }));
    expect([answer.status, answer.errorCode]).toEqual([422, 'TEMPLATE_VARIABLE_MISSING']);
    expect(answer.errorArguments).toMatchObject([
      { field: 'parameters.s', part: 'subject', locale: 'en', line: 1, column: 4 },
      { field: 'parameters.a', part: 'content', line: 1, column: 4 },
      { field: 'parameters.b.c', part: 'content', line: 2, column: 4 },
    ]);
    expect(await countMails(server)).toBe(before);
  });

  it('mail-notification 1: says what is wrong with template and parameters', async () => {
    const code = async (body: object) => {
      const { status, errorCode } = await refused(notify(server, body));
      return `${status} ${errorCode}`;
    };
    await saveTemplate(server, { code: 'text.sms', type: 'SMS', contentMap: { en: { content: 'x' } } });
    const tr = { tr: { subject: 'a', content: 'b' }, az: { subject: 'a', content: 'b' } };
    await saveTemplate(server, { code: 'turkish', contentMap: tr });
    await saveTemplate(server, {
      code: 'linked',
      contentMap: { en: { subject: 'a', content: '<a href="{{ url }}">x</a>' } },
    });
    await saveTemplate(server, { code: 'plus', contentMap: { en: { subject: 'a', content: '{{ n | url_decode }}' } } });
    await saveTemplate(server, {
      code: 'loop',
      contentMap: {
        en: { subject: 'a', content: '{% for a in list %}{% for b in list %}{{ b }}{% endfor %}{% endfor %}' },
      },
    });
    const gone = await saveTemplate(server, { code: 'gone' });
    await server.as(server.admin, 'DELETE', `/notification/template/by-uuid/${gone.uuid}`);
    expect(await code({ templateCode: 'nobody' })).toBe('404 NOTIFICATION_TEMPLATE_NOT_FOUND');
    expect(await code({ templateCode: undefined, templateUuid: gone.uuid })).toBe(
      '404 NOTIFICATION_TEMPLATE_NOT_FOUND',
    );
    expect(await code({ templateCode: 'text.sms' })).toBe('422 TEMPLATE_TYPE_MISMATCH');
    expect(await code({ templateCode: 'turkish', locale: 'de' })).toBe('422 TEMPLATE_LOCALE_NOT_FOUND');
    expect(await code({ parameters: { name: '\n' }, templateCode: 'linked' })).toBe('422 TEMPLATE_VARIABLE_MISSING');
    expect(await code({ templateCode: 'linked', parameters: { url: 'javascript:x' } })).toBe(
      '422 TEMPLATE_CONTENT_UNSAFE',
    );
    expect(await code({ templateCode: 'plus', parameters: { n: '%' } })).toBe('422 TEMPLATE_SYNTAX_ERROR');
    const list = Array.from({ length: 5_000 }, () => 'x'.repeat(20));
    expect(await code({ templateCode: 'loop', parameters: { list } })).toBe('422 TEMPLATE_RENDER_LIMIT_EXCEEDED');
    await saveTemplate(server, { code: 'empty', contentMap: { en: { subject: '{{ name }}', content: 'x' } } });
    expect(await code({ templateCode: 'empty', parameters: { name: ' ' } })).toBe('422 SUBJECT_EMPTY');
  });

  it('mail-notification 2: is one of a disabled template, or is kept as SKIPPED and not sent where that is asked for', async () => {
    const template = await saveTemplate(server, { code: 'disabled' });
    const isEnabled = async () =>
      (await server.as<boolean>(server.admin, 'GET', '/notification/template/enabled/by-code/disabled')).body;
    expect(await isEnabled()).toBe(true);
    await act(server, 'deactivate', template);
    expect(await isEnabled()).toBe(false);
    const body = { templateCode: 'disabled', parameters: {} };
    expect(await refused(notify(server, body))).toMatchObject({
      status: 409,
      errorCode: 'NOTIFICATION_TEMPLATE_DISABLED',
    });
    const answer = await notify(server, { ...body, ignoreDisabled: true });
    expect([answer.status, answer.headers.get('x-svc-notification-status')]).toEqual([200, 'SKIPPED']);
    expect(await readMail(server, answer.headers.get('x-svc-notification-uuid')!)).toMatchObject({
      status: 'SKIPPED',
      statusReason: 'TEMPLATE_DISABLED',
      subject: 'A template',
      recipientList: [{ status: 'SKIPPED', reason: 'TEMPLATE_DISABLED' }],
    });
    await act(server, 'activate', await readTemplate(server, 'disabled'));
    const waiting = await sent(server, { templateCode: 'disabled', sendDate: at(60_000) });
    await act(server, 'deactivate', template);
    expect((await readMail(server, waiting)).status).toBe('SCHEDULED');
    const other = await sent(server, {});
    for (let count = 0; count < 2; count += 1)
      expect((await act(server, 'deactivate', { uuid: `${template.uuid}?cancelPending=true` })).status).toBe(200);
    expect(await readMail(server, waiting)).toMatchObject({
      status: 'CANCELLED',
      nextAttemptDate: null,
      recipientList: [{ status: 'CANCELLED' }],
    });
    expect((await readMail(server, other)).status).toBe('QUEUED');
    await act(server, 'activate', template);
    expect((await notify(server, { templateCode: 'disabled' })).status).toBe(200);
  });

  it('mail-notification 1: tells all problems of a body at once, each with its field', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(17)}1${'}'.repeat(17)}`);
    expect(
      await problems(
        notify(server, {
          to: ['a@x', 'ada@mail.example, bob@mail.example'],
          cc: ['Ada\r\nBcc: x@y.org <a@x.org>', { address: 'a@x.org', name: 'a\u0007b' }],
          from: 'nobody',
          locale: 'not a locale',
          timeZone: 'Mars/Base',
          sendDate: at(-301_000),
          expireDate: at(8 * DAY_MS),
          headers: { Subject: 'x', 'X-A': 'a\nb', 'X-B': 'a', 'x-b': 'b' },
          inReplyTo: 'id@mail.example',
          parameters: deep,
          recipientParameters: { 'else@mail.example': {} },
        }),
      ),
    ).toEqual([
      'to[0] INVALID_EMAIL_ADDRESS',
      'to[1] INVALID_EMAIL_ADDRESS',
      'cc[0] CONTROL_CHARACTER',
      'cc[1].name CONTROL_CHARACTER',
      'parameters TOO_LONG',
      'locale LOCALE_INVALID',
      'timeZone INVALID_TIME_ZONE',
      'sendDate SCHEDULE_INVALID',
      'expireDate SCHEDULE_INVALID',
      'from INVALID_EMAIL_ADDRESS',
      'recipientParameters.else@mail.example NOT_ALLOWED',
      'headers.Subject HEADER_NOT_ALLOWED',
      'headers.X-A CONTROL_CHARACTER',
      'headers.x-b DUPLICATE_ENTRY',
      'inReplyTo PATTERN',
    ]);
    expect(await problems(notify(server, { parameters: { constructor: {} } }))).toEqual([
      'parameters.constructor NOT_ALLOWED',
    ]);
    expect(await problems(notify(server, { parameters: { a: 'x'.repeat(262_144) } }))).toEqual(['parameters TOO_LONG']);
    expect(await problems(notify(server, { sendDate: at(31 * DAY_MS) }))).toEqual(['sendDate SCHEDULE_INVALID']);
    expect(await problems(notify(server, { expireDate: at(0) }))).toEqual(['expireDate SCHEDULE_INVALID']);
    expect(await problems(notify(server, { templateUuid: '019b76da-a800-7000-8000-000000000001' }))).toEqual([
      ' NOT_ALLOWED',
    ]);
    expect(await problems(notify(server, { templateCode: null }))).toEqual([' REQUIRED']);
    expect(await problems(notify(server, { unsubscribeGroup: 'a\nb' }))).toEqual(['unsubscribeGroup PATTERN']);
  });

  it('mail-notification 1: is one in whose name the tenant sends none', async () => {
    const named = await sent(server, { from: 'The desk <suite@mail.example>' });
    expect((await readMail(server, named)).from).toBe('The desk <suite@mail.example>');
    const answer = await refused(notify(server, { from: 'boss@mail.example' }));
    expect([answer.status, answer.errorCode]).toEqual([403, 'SENDER_NOT_ALLOWED']);
    await saveTemplate(server, {
      code: 'sender',
      contentMap: { en: { subject: 'a', content: 'b', sender: 'boss@mail.example' } },
    });
    expect((await refused(notify(server, { templateCode: 'sender' }))).errorCode).toBe('SENDER_NOT_ALLOWED');
    expect((await notify(server, { templateCode: 'sender', from: 'suite@mail.example' })).status).toBe(200);
  });

  it('mail-notification 1: is one for which a mail server would take no sender', async () => {
    const env = { KEELSON_MAIL_SMTP_URL: 'smtp://127.0.0.1:9?security=none' };
    const other = await startSendingServer({ env, settings: { 'mail.default-sender': '' } });
    try {
      expect(await refused(notify(other, {}))).toMatchObject({ status: 422, errorCode: 'SENDER_NOT_CONFIGURED' });
      const shown = { content: { subject: 'a', content: 'b' } };
      expect((await preview(other, shown, 'mail')).body).toMatchObject({
        sender: null,
        warningList: ['No mail server takes the default sender: mail.default-sender names none.'],
      });
      expect((await refused(preview(other, { ...shown, strict: true }, 'mail'))).errorCode).toBe(
        'SENDER_NOT_CONFIGURED',
      );
      other.settings.set('mail.transport', 'CAPTURE');
      expect((await notify(other, {})).status).toBe(200);
    } finally {
      await other.stop();
    }
  });

  it('mail-notification 1: is any while far too many wait', async () => {
    const other = await startSendingServer();
    const spy = fillQueue(other);
    try {
      const answer = await notify(other, {});
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
      expect((await refused(notify(other, {}))).errorCode).toBe('QUEUE_OVERLOADED');
    } finally {
      spy.mockRestore();
      await other.stop();
    }
  });
});
