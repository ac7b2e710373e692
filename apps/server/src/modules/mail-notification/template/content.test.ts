// Tests templates that are written in one locale, copied, listed and checked without being stored.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  act,
  query,
  readTemplate,
  saveTemplate,
  signInWith,
  startTemplateServer,
  type TemplateServer,
} from '../template-server.fixture.ts';

let server: TemplateServer;
beforeAll(async () => {
  server = await startTemplateServer({ settings: { 'session.max-per-user': 0 } });
});
afterAll(() => server?.stop());

const put = ({ uuid }: { readonly uuid: string }, locale: string, body: object, token = server.admin) =>
  server.as<object>(token, 'PUT', `/notification/template/content/by-uuid/${uuid}/${locale}`, body);
const post = <T = object>(path: string, body: object, headers?: Record<string, string>) =>
  server.as<T>(server.admin, 'POST', `/notification/template/${path}`, body, headers);

describe('a content', () => {
  it('mail-notification 2: is written in one locale, while somebody else writes another one', async () => {
    const template = await saveTemplate(server, {
      code: 'content.two',
      contentMap: { en: { subject: 'S', content: 'Hello' }, tr_TR: { subject: 'S', content: 'Selam' } },
    });
    const both = await Promise.all([
      put(template, 'en', { version: 0, content: 'Hi' }),
      put(template, 'tr_TR', { version: 0, subject: 'Konu' }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await readTemplate(server, 'content.two')).toMatchObject({
      version: 2,
      contentMap: {
        en: { version: 1, subject: 'S', content: 'Hi' },
        'tr-TR': { version: 1, subject: 'Konu', content: 'Selam' },
      },
    });
    const stale = await put(template, 'en', { version: 0, content: 'Hey' });
    expect(stale).toMatchObject({ status: 409, error: { errorCode: 'VERSION_CONFLICT' } });
    const { en } = (await readTemplate(server, 'content.two')).contentMap;
    expect(stale.error?.errorArguments).toEqual([{ index: 0, identifier: en?.uuid, version: 1 }]);
    // An answer can be sent back as it is, and says nothing new.
    expect((await put(template, 'en', en!)).status).toBe(200);
    expect((await readTemplate(server, 'content.two')).version).toBe(2);
  });

  it('mail-notification 2: is made where the locale has none, and not where somebody has made or removed one meanwhile', async () => {
    const template = await saveTemplate(server, { code: 'content.new' });
    expect((await put(template, 'de', { subject: 'Betreff', content: 'Guten Tag' })).status).toBe(200);
    const second = await put(template, 'DE', { subject: 'Anderer', content: 'Hallo' });
    expect(second).toMatchObject({ status: 409, error: { errorCode: 'VERSION_CONFLICT' } });
    const { version, contentMap } = await readTemplate(server, 'content.new');
    expect(contentMap.de).toMatchObject({ version: 0, subject: 'Betreff', contentType: 'STRING' });
    const { en, de } = contentMap;
    await server.as(server.admin, 'PUT', '/notification/template', {
      uuid: template.uuid,
      version,
      contentMap: { en },
    });
    const gone = await put(template, 'de', { version: 0, subject: 'Betreff' });
    expect(gone).toMatchObject({ status: 422, error: { errorCode: 'TEMPLATE_LOCALE_NOT_FOUND' } });
    await put(template, 'de', { subject: 'Ganz neu', content: 'Servus' });
    const other = await put(template, 'de', { uuid: de?.uuid, version: 0, content: 'Guten Tag' });
    expect(other.error?.errorCode).toBe('VERSION_CONFLICT');
    expect((await readTemplate(server, 'content.new')).contentMap.de?.content).toBe('Servus');
  });

  it('mail-notification 3: tells what is wrong with it, and then leaves the template as it was', async () => {
    const contentMap = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`en-x-l${index}`, { subject: 'S', content: 'x' }]),
    );
    const template = await saveTemplate(server, { code: 'content.bad', contentMap });
    const invalid = await put(template, 'tr', { sender: 'nobody' });
    expect(invalid.error?.errorArguments.map((one) => [one.field, one.code])).toEqual([
      ['sender', 'INVALID_EMAIL_ADDRESS'],
      ['subject', 'REQUIRED'],
      ['content', 'REQUIRED'],
    ]);
    const noLocale = await put(template, 'nonsense_', { subject: 'S', content: 'x' });
    expect(noLocale).toMatchObject({
      status: 400,
      error: { errorArguments: [{ field: 'path.locale', code: 'LOCALE_INVALID' }] },
    });
    const full = await put(template, 'tr', { subject: 'S', content: 'x' });
    expect(full).toMatchObject({ status: 409, error: { errorCode: 'TEMPLATE_LOCALE_LIMIT_REACHED' } });
    const refused = async (content: string) =>
      (await put(template, 'en-x-l0', { version: 0, content })).error?.errorCode;
    expect(await refused('{% if %}')).toBe('TEMPLATE_SYNTAX_ERROR');
    expect(await refused('<script>1</script>')).toBe('TEMPLATE_CONTENT_UNSAFE');
    expect(await refused(`{% render 'content.nowhere' %}`)).toBe('TEMPLATE_REFERENCE_NOT_FOUND');
    expect(await refused('{% for i in (1..100000000) %}x{% endfor %}')).toBe('TEMPLATE_RENDER_LIMIT_EXCEEDED');
    expect((await put({ uuid: template.uuid.replace(/^./, 'f') }, 'en', { version: 0 })).status).toBe(404);
    const reader = await signInWith(server, 'content_reader', ['NOTIFICATION_TEMPLATE_VIEW']);
    expect((await put(template, 'en-x-l0', { version: 0, content: 'y' }, reader)).status).toBe(403);
    expect((await readTemplate(server, 'content.bad')).version).toBe(0);
  });
});

describe('a copy', () => {
  it.each([
    ['TEMPLATE_SYNTAX_ERROR', '{{ x | raw }}'],
    ['TEMPLATE_CONTENT_UNSAFE', '<script>1</script>'],
    ['TEMPLATE_RENDER_LIMIT_EXCEEDED', '{% for i in (1..100000000) %}x{% endfor %}'],
  ])('of a template of earlier rules is refused with %s', async (errorCode, content) => {
    const { uuid } = await saveTemplate(server, { code: `copied.${errorCode}` });
    await query(
      server,
      `UPDATE mail_template_content c SET content = $2 FROM mail_template t WHERE t.id = c.template_id AND t.uuid = $1`,
      [uuid, content],
    );
    const refused = await post(`copy/by-uuid/${uuid}`, { code: `copy.${errorCode}` });
    expect(refused).toMatchObject({ status: 422, error: { errorCode } });
  });

  it('mail-notification 2: says what its template says, is enabled, belongs to no module, and is made once', async () => {
    const shipped = await readTemplate(server, 'auth.password-reset');
    await act(server, 'deactivate', shipped);
    const copy = () =>
      post(`copy/by-uuid/${shipped.uuid}`, { code: 'copy.reset' }, { 'idempotency-key': 'copied-once' });
    const [first, second] = [await copy(), await copy()];
    expect([first.status, second.headers.get('location')]).toEqual([200, first.headers.get('location')]);
    const copied = await readTemplate(server, 'copy.reset');
    expect(copied).toMatchObject({ name: shipped.name, version: 0, enabled: true, system: false, sensitive: true });
    expect(copied.uuid).not.toBe(shipped.uuid);
    expect(copied.contentMap.en?.content).toBe(shipped.contentMap.en?.content);
    const taken = await post(`copy/by-uuid/${shipped.uuid}`, { code: 'COPY.reset', name: 'Another' });
    expect(taken).toMatchObject({ status: 409, error: { errorCode: 'NOTIFICATION_TEMPLATE_ALREADY_EXISTS' } });
    expect((await post(`copy/by-uuid/${copied.uuid.replace(/^./, 'f')}`, { code: 'copy.none' })).status).toBe(404);
    await act(server, 'activate', shipped);
  });

  it('mail-notification 2: is held against the rules as they are', async () => {
    const around = await saveTemplate(server, {
      code: 'copy.layout',
      type: 'LAYOUT',
      contentMap: { en: { content: '<main>{% content %}</main>' } },
    });
    const template = await saveTemplate(server, { code: 'copy.around', layoutCode: 'copy.layout' });
    await act(server, 'deactivate', around);
    const refused = await post(`copy/by-uuid/${template.uuid}`, { code: 'copy.refused' });
    expect(refused).toMatchObject({ status: 422, error: { errorCode: 'TEMPLATE_REFERENCE_NOT_FOUND' } });
  });
});

describe('a template that is only checked', () => {
  const body = (code: string, content: string, more: object = {}) => ({
    code,
    name: 'Checked',
    type: 'MAIL',
    contentMap: { en: { subject: 'Hi {{ name }}', content } },
    ...more,
  });

  it('mail-notification 3: fails as saving it would, and is not stored', async () => {
    const found = await post('validate', body('check.new', '<p>{{ order.no }}</p>'));
    expect(found.body).toEqual({
      contentMap: { en: { resolvedContentType: 'HTML', variableList: ['name', 'order.no'] } },
    });
    expect((await server.as(server.admin, 'GET', '/notification/template/by-code/check.new')).status).toBe(404);
    for (const bad of [
      body('check.new', '<p>{% if %}</p><script>1</script>'),
      body('check.new', `{% render 'check.nowhere' %}`),
      body('check.new', '<script>1</script>'),
      body('check.new', '{% for i in (1..100000000) %}x{% endfor %}'),
      body('AUTH.new-device', 'x'),
      body('check.new', 'x', { type: 'PARTIAL', layoutCode: 'a', contentMap: { 'x!': { content: 'x', sender: 'y' } } }),
    ]) {
      const [told, saved] = [
        await post('validate', bad),
        await server.as(server.admin, 'POST', '/notification/template', bad),
      ];
      expect([told.status, told.error?.errorCode]).toEqual([saved.status, saved.error?.errorCode]);
      expect(told.error?.errorArguments).toEqual(saved.error?.errorArguments);
      expect(told.status).toBeGreaterThan(399);
    }
  });

  it('mail-notification 3: fails as a change of the one whose uuid it has, whatever uses that', async () => {
    const part = await saveTemplate(server, {
      code: 'check.part',
      type: 'PARTIAL',
      contentMap: { en: { content: 'x' } },
    });
    await saveTemplate(server, {
      code: 'check.user',
      sensitive: true,
      contentMap: { en: { subject: 'S', content: `<p>x</p>{% render 'check.part' %}` } },
    });
    const change = (more: object) =>
      post('validate', { ...body('check.part', 'y', { type: 'PARTIAL' }), uuid: part.uuid, ...more });
    expect((await change({})).status).toBe(200);
    expect((await change({ type: 'LAYOUT' })).error?.errorCode).toBe('TEMPLATE_IN_USE');
    const leaking = { contentMap: { en: { content: '<img src="https://x.example/{{ code }}">' } } };
    expect((await change(leaking)).error?.errorCode).toBe('TEMPLATE_CONTENT_UNSAFE');
    expect((await change({ uuid: part.uuid.replace(/^./, 'f') })).status).toBe(404);
    expect(await readTemplate(server, 'check.part')).toMatchObject({
      version: 0,
      contentMap: { en: { content: 'x' } },
    });
  });
});

it('mail-notification 2: templates are listed as they are paged, all at once, and more than 1,000 are refused', async () => {
  await saveTemplate(server, { code: 'list.b', name: 'B' });
  await saveTemplate(server, { code: 'list.a', name: 'A' });
  const list = await post<{ code: string; localeList: string[] }[]>('data/list', { searchText: 'list.' });
  expect(list.body.map(({ code, localeList }) => [code, localeList])).toEqual([
    ['list.a', ['en']],
    ['list.b', ['en']],
  ]);
  const reader = await signInWith(server, 'list_reader', ['NOTIFICATION_TEMPLATE_VIEW']);
  const asReader = (body: object) => server.as(reader, 'POST', '/notification/template/data/list', body);
  expect((await asReader({ includeDeleted: true })).status).toBe(403);
  expect((await asReader({})).status).toBe(200);
  await query(server, manyTemplates);
  expect(await asReader({ searchText: 'many.' })).toMatchObject({
    status: 422,
    error: { errorCode: 'RESULT_TOO_LARGE' },
  });
});

const manyTemplates = `INSERT INTO mail_template (uuid, version, tenant_identifier, code, code_folded, name, type, sensitive,
    parameter_list, enabled, system, edited, compile_no, created_by, created_by_folded, updated_by, date_created, date_updated, deleted)
  SELECT gen_random_uuid(), 0, 'default', 'many.' || n, 'many.' || n, 'Many', 'MAIL', false, '[]', true, false, false, 0, 'x', 'x',
    'x', now(), now(), false FROM generate_series(1, 1001) n`;
