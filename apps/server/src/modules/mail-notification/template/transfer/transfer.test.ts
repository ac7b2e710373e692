// Tests documents of templates: what leaves as one, and what becomes of each template that comes in.
import type { SvcNotificationTemplateImportModel, SvcNotificationTemplateImportResultModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant } from '../../../../testing/setting-server.ts';
import {
  act,
  preview,
  query,
  readTemplate,
  saveTemplate,
  signInWith,
  startTemplateServer,
  type TemplateServer,
  update,
} from '../../template-server.fixture.ts';

type Document = SvcNotificationTemplateImportModel;
type Result = SvcNotificationTemplateImportResultModel;

let server: TemplateServer;
/** Edits the templates of another tenant. */
let elsewhere: string;
beforeAll(async () => {
  server = await startTemplateServer({ settings: { 'session.max-per-user': 0 } });
  await createTenant(server, 'elsewhere');
  elsewhere = await signInWith(server, 'elsewhere_editor', ['ROLE_TENANT_ADMIN'], 'elsewhere');
});
afterAll(() => server?.stop());

const post = <T>(path: string, body: object, token = server.admin) =>
  server.as<T>(token, 'POST', `/notification/template/${path}`, body);
const exportOf = async (body: object, token = server.admin) => (await post<Document>('export', body, token)).body;
const take = (templateList: readonly object[], how = '', token = server.admin) =>
  post<Result>(`import${how}`, { formatVersion: 1, templateList }, token);
const text = (content: string, more: object = {}) => ({ subject: 'Subject', content, ...more });
const mail = (code: string, content = 'Hello.', more: object = {}) => ({
  code,
  name: 'A template',
  type: 'MAIL',
  contentMap: { en: text(content) },
  ...more,
});
const partial = (code: string, content: string) => ({
  ...mail(code),
  type: 'PARTIAL',
  contentMap: { en: { content } },
});
const layout = (code: string, content = '<main>{% content %}</main>') => ({
  ...partial(code, content),
  type: 'LAYOUT',
});
const actionsOf = ({ itemList }: Result) => itemList.map(({ action, errorCode }) => errorCode ?? action);
const versionOf = async (code: string, token?: string) => (await readTemplate(server, code, token)).version;

describe('a document', () => {
  it('mail-notification 2: brings what its templates use into another tenant, and is written there as it was', async () => {
    await saveTemplate(server, partial('round.foot', '<i>Yours</i>'));
    const around = await saveTemplate(server, layout('round.layout', `<b>{% content %}</b> {% render 'round.foot' %}`));
    await saveTemplate(server, {
      ...mail('round.mail'),
      description: 'Said "twice" \\ ünlü 😀',
      layoutCode: 'round.layout',
      category: 'orders',
      sensitive: true,
      uncertainPolicy: 'HOLD',
      parameterList: [{ name: 'name', type: 'STRING', required: true, defaultValue: 'Ada', sampleValue: null }],
      contentMap: {
        tr_TR: text('<p>{{ name }}</p>', {
          sender: 'Ada <ada@mail.example>',
          textContent: '{{ name }}',
          contentType: 'HTML',
        }),
        default: text('<p>Dear {{ name }}</p>'),
      },
    });
    // A disabled layout serves what comes with it.
    await act(server, 'deactivate', around);
    const document = await exportOf({ codeList: ['round.mail'] });
    expect(document.templateList.map(({ code, enabled }) => [code, enabled])).toEqual([
      ['round.foot', true],
      ['round.layout', false],
      ['round.mail', true],
    ]);
    const taken = await post<Result>('import', document, elsewhere);
    expect(taken.body).toMatchObject({ createdCount: 3, refusedCount: 0, dryRun: false });
    expect(await exportOf({ codePrefix: 'round.' }, elsewhere)).toEqual(document);
    const { missingVariableList, content } = (
      await preview(server, { templateCode: 'round.mail', locale: 'tr-TR' }, 'mail', elsewhere)
    ).body;
    expect([missingVariableList, content]).toEqual([[], expect.stringContaining('<b><p>Ada</p></b> <i>Yours</i>')]);
  });

  it('mail-notification 2: holds what a module ships only where somebody has edited or named it', async () => {
    const shipped = 'auth.new-device';
    const codesOf = async (body: object) => (await exportOf(body)).templateList.map(({ code }) => code);
    expect(await codesOf({ codePrefix: 'auth.' })).toEqual([]);
    expect(await codesOf({ codeList: [shipped] })).toEqual([shipped]);
    const { uuid, version } = await readTemplate(server, shipped);
    await update(server, { uuid, version, name: 'Edited' });
    expect(await codesOf({ codePrefix: 'auth.', typeList: ['MAIL'] })).toEqual([shipped]);
    expect(await codesOf({ category: 'nothing of this' })).toEqual([]);
    await act(server, 'reset', { uuid });
  });

  it('mail-notification 2: is refused with every code that is not there, and where no import would take as much', async () => {
    const unknown = await post('export', { codeList: ['auth.new-device', 'gone.one', 'gone.two'] });
    expect(unknown).toMatchObject({ status: 404, error: { errorCode: 'NOTIFICATION_TEMPLATE_NOT_FOUND' } });
    expect(unknown.error?.errorArguments).toEqual([{ code: 'gone.one' }, { code: 'gone.two' }]);
    await saveTemplate(server, mail('huge.mail'));
    // Each quote takes two bytes in the document.
    await query(
      server,
      `INSERT INTO mail_template_content (uuid, version, template_id, locale, position, content, content_type, compiled, created_by,
         updated_by, date_created, date_updated)
       SELECT gen_random_uuid(), 0, id, 'en-x-l' || n, n, repeat('"', 500000), 'TEXT', '{"partialCodes": []}', 'x', 'x', now(), now()
       FROM mail_template, generate_series(1, 9) n WHERE code = 'huge.mail'`,
    );
    const tooLarge = await post('export', { codePrefix: 'huge.' });
    expect(tooLarge).toMatchObject({ status: 422, error: { errorCode: 'TEMPLATE_EXPORT_TOO_LARGE' } });
    await query(server, `DELETE FROM mail_template_content WHERE locale = 'en-x-l9'`);
    expect((await exportOf({ codePrefix: 'huge.' })).templateList).toHaveLength(1);
  });
});

describe('an import', () => {
  it('mail-notification 2: judges each template by itself: those that are bad, and what needs them, are refused alone', async () => {
    const document = [
      mail('judge.needy', '<p>x</p>', { layoutCode: 'judge.bad-layout' }),
      mail('judge.good', `{% render 'judge.part' %}`),
      layout('judge.bad-layout', 'no place for the content'),
      partial('judge.part', '{{ name }}'),
      mail('judge.syntax', '{% if %}'),
      mail('judge.unknown', `{% render 'judge.nowhere' %}`),
      mail('judge.unsafe', '<script>1</script>'),
      { ...mail('judge.invalid'), contentMap: { en: { content: 'x', sender: 'nobody' } } },
      mail('JUDGE.GOOD'),
      partial('judge.circle-a', `{% render 'judge.circle-b' %}`),
      partial('judge.circle-b', `{% render 'judge.circle-a' %}`),
      mail('auth.NEW-device'),
    ];
    const { status, body } = await take(document);
    expect(status).toBe(200);
    expect(actionsOf(body)).toEqual([
      'TEMPLATE_REFERENCE_NOT_FOUND',
      'CREATE',
      'TEMPLATE_SYNTAX_ERROR',
      'CREATE',
      'TEMPLATE_SYNTAX_ERROR',
      'TEMPLATE_REFERENCE_NOT_FOUND',
      'TEMPLATE_CONTENT_UNSAFE',
      'VALIDATION_FAILED',
      'VALIDATION_FAILED',
      'TEMPLATE_SYNTAX_ERROR',
      'TEMPLATE_SYNTAX_ERROR',
      'NOTIFICATION_TEMPLATE_ALREADY_EXISTS',
    ]);
    expect(body).toMatchObject({ createdCount: 2, refusedCount: 10 });
    expect(body.itemList[7]?.errorArguments.map((one) => [one.field, one.code])).toEqual([
      ['contentMap.en.sender', 'INVALID_EMAIL_ADDRESS'],
      ['contentMap.en.subject', 'REQUIRED'],
    ]);
    expect(body.itemList[8]?.errorArguments).toMatchObject([{ field: 'code', code: 'DUPLICATE_ENTRY' }]);
    const { uuid, variableListOf } = await readTemplate(server, 'judge.good').then((one) => ({
      uuid: one.uuid,
      variableListOf: one.contentMap.en?.variableList,
    }));
    expect([body.itemList[1]?.uuid, variableListOf]).toEqual([uuid, ['name']]);
  });

  it('mail-notification 2: only tells what it would do, or does nothing unless it can do all', async () => {
    const document = [mail('dry.one'), mail('dry.two', '{% if %}')];
    const dry = await take(document, '?dryRun=true');
    expect(dry.body).toMatchObject({ dryRun: true, createdCount: 1, refusedCount: 1 });
    expect(dry.body.itemList[0]).toMatchObject({ action: 'CREATE', uuid: null, version: 0 });
    const atomic = await take(document, '?atomic=true');
    expect(atomic).toMatchObject({ status: 422, error: { errorCode: 'TEMPLATE_IMPORT_INVALID' } });
    expect(atomic.error?.errorArguments).toMatchObject([
      { index: 1, code: 'dry.two', errorCode: 'TEMPLATE_SYNTAX_ERROR', errorArguments: [{ part: 'content' }] },
    ]);
    expect((await post<object[]>('data/list', { searchText: 'dry.' })).body).toEqual([]);
  });

  it('mail-notification 2: leaves what exists, or replaces it by a new version that is switched as it was', async () => {
    const before = await saveTemplate(server, { ...mail('twice.mail'), category: 'old', sensitive: true });
    await act(server, 'deactivate', before);
    const document = [mail('twice.mail', 'New.', { enabled: true }), mail('twice.other', 'Off.', { enabled: false })];
    expect(actionsOf((await take(document)).body)).toEqual(['SKIP', 'CREATE']);
    expect(await versionOf('twice.mail')).toBe(0);
    expect((await readTemplate(server, 'twice.other')).enabled).toBe(false);
    expect(actionsOf((await take(document)).body)).toEqual(['SKIP', 'SKIP']);
    const replaced = (await take(document, '?existing=REPLACE')).body;
    expect(replaced.itemList[0]).toMatchObject({ action: 'UPDATE', uuid: before.uuid, version: 1 });
    expect(await readTemplate(server, 'twice.mail')).toMatchObject({
      version: 1,
      enabled: false,
      sensitive: true,
      category: null,
      contentMap: { en: { content: 'New.', version: 1 } },
    });
    expect(actionsOf((await take(document, '?existing=REPLACE')).body)).toEqual(['UNCHANGED', 'UNCHANGED']);
    expect(await versionOf('twice.mail')).toBe(1);
    await server.as(server.admin, 'POST', `/notification/template/version/restore/by-uuid/${before.uuid}/0`);
    expect((await readTemplate(server, 'twice.mail')).contentMap.en?.content).toBe('Hello.');
  });

  it('mail-notification 2: of the same document sent ten times at once makes each template once', async () => {
    const document = [partial('ten.part', 'x'), mail('ten.mail', `{% render 'ten.part' %}`)];
    const all = await Promise.all(Array.from({ length: 10 }, () => take(document, '?existing=REPLACE')));
    expect(all.map(({ body }) => actionsOf(body).join()).sort()).toEqual([
      'CREATE,CREATE',
      ...Array.from({ length: 9 }, () => 'UNCHANGED,UNCHANGED'),
    ]);
    expect([await versionOf('ten.part'), await versionOf('ten.mail')]).toEqual([0, 0]);
  });

  it('mail-notification 24: keeps a sensitive template of a module sensitive, and its type', async () => {
    const code = 'auth.password-reset';
    const { templateList } = await exportOf({ codeList: [code] });
    const [shipped] = templateList;
    expect(shipped?.sensitive).toBe(true);
    const refused = (await take([{ ...shipped, sensitive: false }], '?existing=REPLACE')).body.itemList[0];
    expect(refused).toMatchObject({ action: 'REFUSE', errorCode: 'VALIDATION_FAILED' });
    expect(refused?.errorArguments).toMatchObject([{ field: 'sensitive', code: 'FIELD_READ_ONLY' }]);
    expect(actionsOf((await take([{ ...shipped, type: 'SMS' }], '?existing=REPLACE')).body)).toEqual([
      'TEMPLATE_IN_USE',
    ]);
    const { sensitive: _, ...silent } = shipped!;
    const { body } = await take([{ ...silent, name: 'Edited' }], '?existing=REPLACE');
    expect(actionsOf(body)).toEqual(['UPDATE']);
    const edited = await readTemplate(server, code);
    expect(edited).toMatchObject({ name: 'Edited', sensitive: true, system: true });
    await act(server, 'reset', edited);
  });

  it('mail-notification 24: no partial carries the secret of a sensitive template away, however deep a document puts it', async () => {
    await saveTemplate(server, partial('leak.part', '<p>Yours</p>'));
    await saveTemplate(server, {
      ...mail('leak.mail', `<p>{{ code }}</p>{% render 'leak.part' %}`),
      sensitive: true,
    });
    const leak = [
      partial('leak.deep', '<img src="https://elsewhere.example/">'),
      partial('leak.part', `{% render 'leak.deep' %}`),
    ];
    const { body } = await take(leak, '?existing=REPLACE');
    expect(actionsOf(body)).toEqual(['CREATE', 'TEMPLATE_CONTENT_UNSAFE']);
    expect(await versionOf('leak.part')).toBe(0);
    const { uuid } = await readTemplate(server, 'leak.part');
    const changed = await update(server, { uuid, version: 0, contentMap: leak[1]?.contentMap });
    expect(changed.error?.errorCode).toBe('TEMPLATE_CONTENT_UNSAFE');
  });

  it('mail-notification 28: compiles what uses a replaced layout with it, and refuses one that a template cannot bear', async () => {
    await saveTemplate(server, layout('bear.layout'));
    await saveTemplate(server, partial('bear.part', 'plain'));
    const user = mail('bear.mail', `<p>Text</p>{% render 'bear.part' %}`, {
      layoutCode: 'bear.layout',
      sensitive: true,
    });
    await saveTemplate(server, user);
    const unsafe = layout('bear.layout', '<img src="{{ code }}">{% content %}');
    const document = [unsafe, mail('bear.new', '<p>New</p>', { layoutCode: 'bear.layout' })];
    // The new one would do with the layout as it was, and is stored with that.
    expect(actionsOf((await take(document, '?existing=REPLACE')).body)).toEqual(['TEMPLATE_CONTENT_UNSAFE', 'CREATE']);
    const shown = async (templateCode: string) => (await preview(server, { templateCode }, 'mail')).body.content;
    expect(await shown('bear.new')).toBe('<main><p>New</p></main>');
    const borne = [layout('bear.layout', '<nav>{% content %}</nav>')];
    expect(actionsOf((await take(borne, '?existing=REPLACE')).body)).toEqual(['UPDATE']);
    expect([await shown('bear.new'), await shown('bear.mail')]).toEqual([
      '<nav><p>New</p></nav>',
      expect.stringContaining('<nav><p>Text</p>plain</nav>'),
    ]);
    expect([await versionOf('bear.mail'), await versionOf('bear.layout')]).toEqual([0, 1]);
  });

  it('mail-notification 2: needs the right to write, records every template it stores, and reaches no other tenant', async () => {
    const reader = await signInWith(server, 'transfer_reader', ['NOTIFICATION_TEMPLATE_VIEW']);
    expect((await take([mail('who.mail')], '', reader)).status).toBe(403);
    expect((await post('export', { codePrefix: 'who.' }, reader)).status).toBe(200);
    await take([mail('who.mail', 'Own.'), mail('who.skipped', '{% if %}')]);
    await take([mail('who.mail', 'Theirs.')], '?existing=REPLACE', elsewhere);
    expect((await readTemplate(server, 'who.mail')).contentMap.en?.content).toBe('Own.');
    const events = await query<{ username: string; row: string }>(
      server,
      `SELECT username, e::text AS row FROM log_event e WHERE event_name = 'mail.template-saved' AND e::text LIKE '%who.%'`,
    );
    expect(events.map(({ username }) => username).sort()).toEqual(['admin', 'elsewhere_editor']);
    for (const { row } of events) expect(row).not.toMatch(/Own\.|Theirs\./);
  });

  it('mail-notification 2: refuses a document with more contents than one import compiles, before it begins', async () => {
    const locales = Array.from({ length: 50 }, (_, index) => `en-x-l${index}`);
    const contentMap = Object.fromEntries(locales.map((locale) => [locale, text('x')]));
    const refused = await take(Array.from({ length: 101 }, (_, index) => ({ ...mail(`bulk.${index}`), contentMap })));
    expect(refused).toMatchObject({
      status: 400,
      error: { errorArguments: [{ field: 'templateList', code: 'TOO_LONG' }] },
    });
    const { body } = await take([{ ...mail('bulk.one'), contentMap }], '?dryRun=true');
    expect(actionsOf(body)).toEqual(['CREATE']);
  });
});
