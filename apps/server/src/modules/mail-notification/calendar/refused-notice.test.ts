// Tests that an invitation is refused as a mail is: for its template, its recipients, its sender, and while far too many wait.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillQueue } from '../queue/full-queue.fixture.ts';
import { saveTemplate, type TemplateServer } from '../template-server.fixture.ts';
import { calendarOf, startCalendarServer, tell } from './calendar-server.fixture.ts';

let server: TemplateServer;
beforeAll(async () => {
  server = await startCalendarServer();
});
afterAll(() => server?.stop());

const codeOf = async (more: object = {}, of = server) => (await tell(of, calendarOf(), { more })).error?.errorCode;
const contentOf = (subject: string, content: string) => ({ content: { subject, content } });

it('mail-notification 14: an invitation is refused for what is wrong with its template, and changes nothing', async () => {
  const pair = { subject: 'a', content: 'b' };
  await saveTemplate(server, { code: 'invite.sms', type: 'SMS', contentMap: { en: { content: 'x' } } });
  await saveTemplate(server, { code: 'invite.far', contentMap: { az: pair, uz: pair } });
  const linked = { subject: 'a', content: '<a href="{{ url }}">x</a>' };
  await saveTemplate(server, { code: 'invite.linked', contentMap: { en: linked } });
  const loop = '{% for a in (1..9999) %}{% for b in (1..9999) %}{{ b }}{% endfor %}{% endfor %}';
  expect({
    type: await codeOf({ templateCode: 'invite.sms' }),
    locale: await codeOf({ templateCode: 'invite.far', locale: 'de' }),
    unsafe: await codeOf({ templateCode: 'invite.linked', parameters: { url: 'javascript:x' } }),
    syntax: await codeOf({ ...contentOf('a', '{{ y'), parameters: {} }),
    limit: await codeOf({ ...contentOf('a', loop), parameters: {} }),
    subject: await codeOf({ ...contentOf('{{ x }}', 'b'), parameters: { x: ' ' } }),
  }).toEqual({
    type: 'TEMPLATE_TYPE_MISMATCH',
    locale: 'TEMPLATE_LOCALE_NOT_FOUND',
    unsafe: 'TEMPLATE_CONTENT_UNSAFE',
    syntax: 'TEMPLATE_SYNTAX_ERROR',
    limit: 'TEMPLATE_RENDER_LIMIT_EXCEEDED',
    subject: 'SUBJECT_EMPTY',
  });
  const page = await server.as<{ totalElements: number }>(server.admin, 'POST', '/notification/calendar/data/page', {});
  expect(page.body.totalElements).toBe(0);
});

it('mail-notification 14: an invitation is refused to domains that the tenant does not write to', async () => {
  server.settings.set('mail.recipient-domains', 'corp.example');
  try {
    expect(await codeOf({ to: ['ada@mail.example'] })).toBe('RECIPIENT_NOT_ALLOWED');
  } finally {
    server.settings.set('mail.recipient-domains', '');
  }
});

it('mail-notification 14: an invitation is refused where no mail server takes its sender', async () => {
  const env = { KEELSON_MAIL_SMTP_URL: 'smtp://127.0.0.1:9?security=none' };
  const other = await startCalendarServer({ env, settings: { 'mail.default-sender': '' } });
  try {
    expect(await codeOf({}, other)).toBe('SENDER_NOT_CONFIGURED');
  } finally {
    await other.stop();
  }
});

it('mail-notification 14: invitations and batches are refused while far too many mails wait', async () => {
  const other = await startCalendarServer();
  const spy = fillQueue(other);
  try {
    expect(await codeOf({}, other)).toBe('QUEUE_OVERLOADED');
    const requests = [{ templateCode: 'nobody', to: ['ada@mail.example'] }];
    const batch = await other.as(other.admin, 'POST', '/notification/mail/notify-batch', { requests });
    expect([batch.status, batch.error?.errorCode]).toEqual([503, 'QUEUE_OVERLOADED']);
  } finally {
    spy.mockRestore();
    await other.stop();
  }
});
