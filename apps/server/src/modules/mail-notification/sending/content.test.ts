// Proves what a mail says that comes with its own content: literally what was written, and no more HTML than anybody may send.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillQueue } from '../queue/full-queue.fixture.ts';
import { signInWith, type TemplateServer } from '../template-server.fixture.ts';
import {
  notifyWithContent as notify,
  problems,
  readContent,
  readGroup,
  readMail,
  readRaw,
  refused,
  startSendingServer,
} from './send.fixture.ts';

let server: TemplateServer;
let sender: string;
beforeAll(async () => {
  server = await startSendingServer();
  sender = await signInWith(server, 'sender', ['NOTIFICATION_MAIL_SEND_CONTENT']);
});
afterAll(() => server?.stop());

async function saidBy(body: object, token = sender) {
  const answer = await notify(server, body, { token });
  expect(answer.status, answer.text).toBe(200);
  return readContent(server, answer.headers.get('x-svc-notification-uuid')!);
}
const html = async (content: string, token = sender) =>
  (await saidBy({ content: { subject: 'a', content } }, token)).html;

describe('a content', () => {
  it('mail-notification 5: stands as it is without parameters, whatever reads as Liquid in it', async () => {
    const said = await saidBy({ content: { subject: '{{ a }} & {% b', content: 'Use {{ name }} and {% if %}.' } });
    expect(said).toMatchObject({ subject: '{{ a }} & {% b', text: 'Use {{ name }} and {% if %}.', html: null });
    const markup = await saidBy({ content: { subject: 'a', content: '<p>{{ name }}</p>' } });
    expect([markup.html, markup.text.trim()]).toEqual(['<p>{{ name }}</p>', '{{ name }}']);
  });

  it('mail-notification 5: is filled in with parameters, and its data is no markup', async () => {
    const content = { subject: 'Hello {{ name }}', content: '<p>{{ name }}</p>' };
    const said = await saidBy({ content, parameters: { name: '<i>&"' } });
    expect(said.subject).toBe('Hello <i>&"');
    expect(said.html).not.toContain('<i>');
    expect(said.text).toContain('<i>&"');
    const separate = await notify(server, {
      content,
      to: ['a@mail.example', 'b@mail.example'],
      parameters: {},
      recipientParameters: { 'a@mail.example': { name: 'A' }, 'b@mail.example': { name: 'B' } },
    });
    const mails = await readGroup(server, separate.headers.get('x-svc-notification-uuid')!);
    expect(mails.map(({ subject }) => subject)).toEqual(['Hello A', 'Hello B']);
  });

  it('mail-notification 1: is listed without a template, with the sender and locale that were asked for', async () => {
    const content = { subject: 'a', content: 'b', sender: 'Desk <suite@mail.example>' };
    const answer = await notify(server, { content, locale: 'tr_TR', uncertainPolicy: 'HOLD' });
    expect(answer.headers.get('content-language')).toBe('tr-TR');
    const uuid = answer.headers.get('x-svc-notification-uuid')!;
    expect(await readMail(server, uuid)).toMatchObject({
      templateCode: null,
      templateVersion: null,
      locale: 'tr-TR',
      subject: 'a',
      from: 'Desk <suite@mail.example>',
    });
    expect(await readRaw(server, uuid)).not.toContain('text/html');
  });

  it('has the text part that was written for it, or one made of the HTML', async () => {
    const own = { subject: 'a', content: '<p>rich</p>', textContent: 'plain' };
    expect((await saidBy({ content: own })).text).toBe('plain');
    expect((await saidBy({ content: own, textContent: 'plainer' })).text).toBe('plainer');
    expect((await saidBy({ content: { subject: 'a', content: '<p>rich</p>' } })).text.trim()).toBe('rich');
    const text = await saidBy({ content: { subject: 'a', content: '<p>rich</p>', contentType: 'TEXT' } });
    expect([text.text, text.html]).toEqual(['<p>rich</p>', null]);
  });

  it('mail-notification 24: loses whatever runs, loads or asks for something, unless its sender may send it raw', async () => {
    const hostile =
      '<p onclick="x()" style="color: red; background: url(https://e.example/x)">a</p><script>b()</script>' +
      '<a href="javascript:c()">d</a><iframe src="https://e.example"></iframe><form><input></form><img src="data:x">';
    const safe = (await html(hostile)) ?? '';
    for (const word of ['onclick', 'script', 'url(', 'iframe', 'form', 'input', 'data:'])
      expect(safe).not.toContain(word);
    expect(safe).toContain('<p style="color:red">a</p>');
    const raw = await signInWith(server, 'raw', ['NOTIFICATION_MAIL_SEND_CONTENT', 'NOTIFICATION_MAIL_SEND_RAW']);
    expect(await html(hostile, raw)).toBe(hostile);
    const filled = await saidBy({
      content: { subject: 'a', content: '<p>{{ x }}</p><script>y</script>' },
      parameters: { x: 1 },
    });
    expect(filled.html).toBe('<p>1</p>');
  });
});

describe('a mail with its own content', () => {
  const content = { subject: 'a', content: 'b' };
  it('mail-notification 1: is refused with what is wrong', async () => {
    const code = async (body: object) => {
      const { status, errorCode } = await refused(notify(server, { content, ...body }, { token: sender }));
      return `${status} ${errorCode}`;
    };
    const broken = await refused(notify(server, { content: { subject: 'a', content: 'x\n{{ y' }, parameters: {} }));
    expect([broken.status, broken.errorCode]).toEqual([422, 'TEMPLATE_SYNTAX_ERROR']);
    expect(broken.errorArguments[0]).toMatchObject({ part: 'content', line: 2 });
    expect(await code({ content: { subject: 'a', content: '{{ x }}' }, parameters: {} })).toBe(
      '422 TEMPLATE_VARIABLE_MISSING',
    );
    const loop = '{% for a in (1..9999) %}{% for b in (1..9999) %}{{ b }}{% endfor %}{% endfor %}';
    expect(await code({ content: { subject: 'a', content: loop }, parameters: {} })).toBe(
      '422 TEMPLATE_RENDER_LIMIT_EXCEEDED',
    );
    expect(await code({ content: { subject: '{{ x }}', content: 'b' }, parameters: { x: '' } })).toBe(
      '422 SUBJECT_EMPTY',
    );
    expect(await code({ content: { subject: ' ', content: 'b' } })).toBe('422 SUBJECT_EMPTY');
    expect(await code({ toUsers: ['nobody'] })).toBe('422 USER_UNKNOWN');
    expect(await code({ content: { ...content, sender: 'boss@mail.example' } })).toBe('403 SENDER_NOT_ALLOWED');
    expect(await problems(notify(server, { content: { content: 'b' } }))).toEqual(['content.subject REQUIRED']);
    expect(await problems(notify(server, { content: { ...content, sender: 'a\nb@x.org' }, to: ['x'] }))).toEqual([
      'content.sender CONTROL_CHARACTER',
      'to[0] INVALID_EMAIL_ADDRESS',
    ]);
    expect(await problems(notify(server, { content: { ...content, subject: 'a\nb' } }))).toEqual([
      'content.subject PATTERN',
    ]);
    expect(await problems(notify(server, { content: { ...content, contentType: 'MJML' } }))).toEqual([
      'content.contentType NOT_ALLOWED',
    ]);
  });

  it('mail-notification 1: is refused for other domains, without a sender, and while far too many wait', async () => {
    const env = { KEELSON_MAIL_SMTP_URL: 'smtp://127.0.0.1:9?security=none' };
    const settings = { 'mail.default-sender': '', 'mail.recipient-domains': 'corp.example' };
    const other = await startSendingServer({ env, settings });
    const code = async (body: object = {}) => (await refused(notify(other, { content, ...body }))).errorCode;
    const spy = fillQueue(other);
    try {
      expect(await code()).toBe('QUEUE_OVERLOADED');
    } finally {
      spy.mockRestore();
      await other.stop();
    }
    const bounded = await startSendingServer({ env, settings });
    try {
      expect((await refused(notify(bounded, { content }))).errorCode).toBe('RECIPIENT_NOT_ALLOWED');
      const to = ['ada@corp.example'];
      expect((await refused(notify(bounded, { content, to }))).errorCode).toBe('SENDER_NOT_CONFIGURED');
    } finally {
      await bounded.stop();
    }
  });

  it('mail-notification 18: with a uuid is one mail, and no request from a template has the same one', async () => {
    const body = { uuid: randomUUID(), content };
    const answers = await Promise.all(Array.from({ length: 20 }, () => notify(server, body)));
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get('location')}`)).size).toBe(1);
    expect((await refused(notify(server, { ...body, content: { ...content, subject: 'c' } }))).errorCode).toBe(
      'MAIL_ALREADY_EXISTS',
    );
  });

  it('counts against the same bound as mails from templates', async () => {
    server.settings.set('mail.rate.person-mails', 1);
    try {
      const token = await signInWith(server, 'once', ['NOTIFICATION_MAIL_SEND_CONTENT']);
      expect((await notify(server, { content }, { token })).status).toBe(200);
      expect((await notify(server, { content }, { token })).status).toBe(429);
    } finally {
      server.settings.set('mail.rate.person-mails', 100_000);
    }
  });
});
