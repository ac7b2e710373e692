// Tests previews over HTTP: what a template and a mail would say, and every way in which they are refused.
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  act,
  preview,
  query,
  saveTemplate,
  startTemplateServer,
  type TemplateServer,
} from '../template-server.fixture.ts';

let server: TemplateServer;
beforeAll(async () => {
  server = await startTemplateServer();
});
afterAll(() => server?.stop());

const content = { subject: 'Hi {{ name }}', content: '<p>{{ order.no }}</p>' };
const codeOf = async (body: object, kind = 'template') => (await preview(server, body, kind)).error?.errorCode;

it('mail-notification 3: missing variables show by their path and are listed, strict refuses them with their places', async () => {
  const shown = await preview(server, { content, parameters: { name: 'Ada' } });
  expect(shown.body).toMatchObject({
    subject: 'Hi Ada',
    content: '<p>⟦order.no⟧</p>',
    textContent: '⟦order.no⟧',
    missingVariableList: ['order.no'],
    variableList: ['name', 'order.no'],
    locale: 'default',
  });
  const strict = await preview(server, { content, parameters: { name: 'Ada' }, strict: true });
  expect(strict).toMatchObject({ status: 422, error: { errorCode: 'TEMPLATE_VARIABLE_MISSING' } });
  expect(strict.error?.errorArguments).toEqual([
    { field: 'parameters.order.no', part: 'content', locale: 'default', line: 1, column: 7 },
  ]);
});

it('mail-notification 5: an unsaved template is shown with its sample data, and an SMS with the number of its segments', async () => {
  const template = {
    type: 'SMS',
    parameterList: [{ name: 'name', type: 'STRING', sampleValue: 'Ş'.repeat(80) }],
    contentMap: { tr: { content: '{{ name }}' } },
  };
  const { body } = await preview(server, { template });
  expect(body).toMatchObject({ locale: 'tr', warningList: ['An SMS of 80 characters in 2 segments (UCS-2).'] });
});

it('mail-notification 2: a disabled template is shown, a mail with its layout and sender', async () => {
  const layout = {
    type: 'LAYOUT',
    contentMap: { en: { content: '<style>p{margin:0}</style><div>{% content %}</div>' } },
  };
  await saveTemplate(server, { code: 'preview.layout', ...layout });
  const saved = await saveTemplate(server, {
    code: 'preview.one',
    layoutCode: 'preview.layout',
    contentMap: { en: { ...content, sender: 'Orders <orders@example.org>' } },
  });
  await act(server, 'deactivate', saved);
  const parameters = { name: 'A', order: { no: 1 } };
  const template = await preview(server, { templateCode: 'preview.one', parameters });
  expect(template.body.content).toBe('<p>1</p>');
  const mail = await preview(server, { templateUuid: saved.uuid, parameters }, 'mail');
  expect(mail.body).toMatchObject({
    content: '<div><p style="margin: 0;">1</p></div>',
    sender: 'Orders <orders@example.org>',
    uuid: saved.contentMap.en?.uuid,
  });
});

it('mail-notification 1: the preview of a mail warns of a sender that no mail may have, and strict refuses it', async () => {
  const said = { subject: 'Hi', content: 'x' };
  const body = { content: { ...said, sender: 'The desk <desk@example.org>' }, parameters: {} };
  const warned = await preview(server, body, 'mail');
  expect(warned.body).toMatchObject({
    sender: 'The desk <desk@example.org>',
    warningList: ['The tenant may not send in the name of this sender.'],
  });
  const strict = await preview(server, { ...body, strict: true }, 'mail');
  expect(strict).toMatchObject({ status: 403, error: { errorCode: 'SENDER_NOT_ALLOWED' } });
  expect((await preview(server, { ...body, strict: true })).status).toBe(200);
  await server.as(server.admin, 'POST', '/notification/sender', { address: 'desk@example.org' });
  const allowed = await preview(server, { ...body, strict: true }, 'mail');
  expect(allowed.body).toMatchObject({ sender: 'The desk <desk@example.org>', warningList: [] });
  server.settings.set('mail.default-sender', 'Suite <suite@example.org>');
  expect((await preview(server, { content: said }, 'mail')).body.sender).toBe('Suite <suite@example.org>');
  const named = { ...said, sender: 'suite@example.org' };
  expect((await preview(server, { content: named }, 'mail')).body.sender).toBe('Suite <suite@example.org>');
});

it.each(['template', 'mail'])(
  'mail-notification 3: a preview of a %s is in the time zone of the tenant',
  async (kind) => {
    await query(server, `UPDATE auth_tenant SET time_zone = 'Asia/Tokyo' WHERE identifier = 'default'`);
    const dated = { subject: 'a', content: '{{ at | date_local: "short" }}' };
    const body = { content: dated, locale: 'en', parameters: { at: '2026-03-02T20:00:00Z' } };
    expect((await preview(server, body, kind)).body.content).toBe('3/3/26');
    expect((await preview(server, { ...body, timeZone: 'Europe/Istanbul' }, kind)).body.content).toBe('3/2/26');
  },
);

it('mail-notification 3: a preview has one source, a locale, and a time zone that there is', async () => {
  for (const body of [{}, { content, templateCode: 'preview.one' }])
    expect((await preview(server, body)).status).toBe(400);
  const bad = await preview(server, { content, locale: '?', timeZone: 'Mars/Olympus' });
  expect(bad.status).toBe(400);
  const zone = await preview(server, { content, timeZone: 'Mars/Olympus' });
  expect(zone.error?.errorArguments).toEqual([
    expect.objectContaining({ field: 'timeZone', code: 'INVALID_TIME_ZONE' }),
  ]);
});

it.each(['template', 'mail'])(
  'mail-notification 17: a preview of a %s shows inline images, and warns of the rest',
  async (kind) => {
    const html = '<p>cid:logo</p><img src="cid:logo" alt=""><img src="cid:none" alt="">';
    const shown = { subject: 'With a logo', content: html, contentType: 'HTML' };
    const attachments = [
      { name: 'logo.png', content: 'iVBORw==', contentId: 'logo' },
      { name: 'page.html', content: 'PGI+', contentId: 'unused' },
      { name: 'beside.pdf', content: 'UERG' },
    ];
    const { body } = await preview(server, { content: shown, attachments }, kind);
    expect(body.content).toContain('<img src="data:image/png;base64,iVBORw=="');
    expect(body.content).toContain('<p>cid:logo</p>');
    expect(body.content).toContain('src="cid:none"');
    expect(body.warningList).toEqual([
      'The HTML names cid:none, which no file has.',
      'No cid: of the HTML shows the file unused.',
    ]);
    const hostile = await preview(server, { content: shown, attachments: [{ name: 'a.exe', content: 'UERG' }] }, kind);
    expect(hostile.error?.errorArguments).toMatchObject([
      { field: 'attachments[0].name', code: 'ATTACHMENT_TYPE_NOT_ALLOWED' },
    ]);
    const foreign = [{ name: 'a.pdf', fileUuid: '5e1f0c2a-7b3d-4c69-8f10-000000000000' }];
    expect(await codeOf({ content: shown, attachments: foreign }, kind)).toBe('ATTACHMENT_NOT_FOUND');
  },
);

it.each(['template', 'mail'])(
  'mail-notification 3: a preview of a %s tells every way in which it fails',
  async (kind) => {
    await saveTemplate(server, {
      code: `preview.${kind}`,
      contentMap: { ja: content, de: content },
    });
    expect(await codeOf({ templateCode: 'preview.none' }, kind)).toBe('NOTIFICATION_TEMPLATE_NOT_FOUND');
    expect(await codeOf({ templateCode: `preview.${kind}`, templateVersion: 5 }, kind)).toBe(
      'TEMPLATE_VERSION_NOT_FOUND',
    );
    expect(await codeOf({ templateCode: `preview.${kind}`, locale: 'tr' }, kind)).toBe('TEMPLATE_LOCALE_NOT_FOUND');
    expect(await codeOf({ content, strict: true }, kind)).toBe('TEMPLATE_VARIABLE_MISSING');
    expect(await codeOf({ content: { ...content, content: '{{ x' } }, kind)).toBe('TEMPLATE_SYNTAX_ERROR');
    expect(await codeOf({ content: { ...content, content: '<script>' } }, kind)).toBe('TEMPLATE_CONTENT_UNSAFE');
    expect(await codeOf({ content, layoutCode: 'preview.gone' }, kind)).toBe('TEMPLATE_REFERENCE_NOT_FOUND');
    const endless = '{% for i in (1..100000000) %}{% endfor %}';
    expect(await codeOf({ content: { ...content, content: endless } }, kind)).toBe('TEMPLATE_RENDER_LIMIT_EXCEEDED');
  },
);

it('mail-notification 3: what is no mail, or has no subject, is no mail in a preview', async () => {
  const template = { type: 'SMS', contentMap: { en: { content: 'x' } } };
  expect(await codeOf({ template }, 'mail')).toBe('TEMPLATE_TYPE_MISMATCH');
  expect(await codeOf({ content: { subject: '{{ "" }}', content: 'x' } }, 'mail')).toBe('SUBJECT_EMPTY');
  expect(await codeOf({ content: { content: 'x' } }, 'mail')).toBe('SUBJECT_EMPTY');
});

it.each(['POST', 'PUT'])(
  'mail-notification 6: %s refuses an endless template, and one that is unsafe',
  async (method) => {
    const saved = await saveTemplate(server, { code: `preview.${method}` });
    const ask = async (text: string) => {
      const contentMap = { en: { subject: 'S', content: text } };
      const fresh = { code: `preview.${method}.new`, name: 'x', type: 'MAIL', contentMap };
      const body = method === 'POST' ? fresh : { uuid: saved.uuid, version: 0, contentMap };
      return (await server.as(server.admin, method, '/notification/template', body)).error?.errorCode;
    };
    expect(await ask('{% for i in (1..100000000) %}x{% endfor %}')).toBe('TEMPLATE_RENDER_LIMIT_EXCEEDED');
    expect(await ask('<p onclick="x">')).toBe('TEMPLATE_CONTENT_UNSAFE');
    expect(await ask('{{ x | raw }}')).toBe('TEMPLATE_SYNTAX_ERROR');
    expect(await ask(`{% render 'preview.gone' %}`)).toBe('TEMPLATE_REFERENCE_NOT_FOUND');
  },
);
