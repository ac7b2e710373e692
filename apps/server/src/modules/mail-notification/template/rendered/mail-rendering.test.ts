// Tests how mails find their template and are rendered: of a module in its own transaction, and of what people have stored.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createOwnedRows } from '../../../../kernel/directory/owned-rows.store.ts';
import { createLanes } from '../../../../kernel/worker/lanes.ts';
import { mailTables } from '../../mail.tables.store.ts';
import { createRenderingFeature } from '../../rendering/feature.ts';
import {
  act,
  query,
  readTemplate,
  saveTemplate,
  startTemplateServer,
  type TemplateServer,
  update,
} from '../../template-server.fixture.ts';
import { createStoredTemplates } from '../feature.ts';

const rendering = createRenderingFeature({ lanes: createLanes() });
let server: TemplateServer;
let feature: ReturnType<typeof createStoredTemplates>;
beforeAll(async () => {
  server = await startTemplateServer();
  feature = createStoredTemplates(server.kernel, rendering.api);
  feature.api.ship({
    code: 'shipped.hello',
    name: 'Hello',
    sensitive: true,
    contentMap: {
      en: { subject: 'Hello {{ name }}', content: 'Code {{ code }}' },
      tr: { subject: 'Merhaba {{ name }}', content: 'Kod {{ code }}' },
    },
  });
});
afterAll(async () => {
  await feature?.settle();
  await server?.stop();
  await rendering.close();
});

const reading = { locale: 'en-GB', tenantLocale: null, timeZone: 'UTC' } as const;

async function render(code: string, parameters: object, more: { locale?: string | null } = {}) {
  const { database } = server.kernel;
  const { locale = reading.locale } = more;
  const usable = await feature.api.mails.find(database, 'default', { code });
  const request = { ...reading, locale, parameters: { ...parameters } };
  return { usable, mail: await feature.api.mails.render(database, usable, request) };
}

it('mail-notification 2: a module renders its own definition in its transaction, and the tenant has the template afterwards', async () => {
  const { database } = server.kernel;
  const rows = () =>
    query<{ system: boolean }>(server, `SELECT system FROM mail_template WHERE code = 'shipped.hello'`);
  const mail = await database.transaction(async (tx) => {
    const usable = await feature.api.mails.find(tx, 'default', { code: 'shipped.hello' });
    expect(usable).toMatchObject({ version: 0, stored: null, system: true });
    const parameters = { name: 'Ada', code: '4711' };
    return feature.api.mails.render(tx, usable, { ...reading, locale: 'tr', parameters });
  });
  expect(mail).toEqual({
    templateCode: 'shipped.hello',
    templateVersion: 0,
    locale: 'tr',
    subject: 'Merhaba Ada',
    html: null,
    text: 'Kod 4711',
    sender: null,
    sensitive: true,
    uncertainPolicy: null,
  });
  await vi.waitFor(async () => expect(await rows()).toEqual([{ system: true }]), { timeout: 20_000, interval: 10 });
});

it('mail-notification 2: an edited template of a module is what its mails say, a newer revision replaces none that was edited', async () => {
  const shipped = await readTemplate(server, 'auth.new-device');
  const contentMap = { en: { subject: 'Mine', content: 'Edited {{ name }}' } };
  const later = createStoredTemplates(server.kernel, rendering.api);
  const content = { subject: 'Second', content: 'Revised' };
  const definition = (code: string) => ({
    code,
    name: 'Second',
    sensitive: false,
    revision: 2,
    contentMap: { en: content, tr: content },
  });
  later.api.ship(definition('auth.new-device'));
  later.api.ship(definition('auth.failed-attempts'));
  await update(server, { uuid: shipped.uuid, version: shipped.version, contentMap });
  await readTemplate(server, 'auth.failed-attempts');
  const { database } = server.kernel;
  const textOf = async (code: string) => {
    const usable = await later.api.mails.find(database, 'default', { code });
    return (await later.api.mails.render(database, usable, { ...reading, parameters: { name: 'Ada' } })).text;
  };
  expect(await textOf('auth.new-device')).toBe('Edited Ada');
  expect(await textOf('auth.failed-attempts')).toBe('Revised');
  await later.settle();
  expect(await readTemplate(server, 'auth.failed-attempts')).toMatchObject({ version: 1, name: 'Second' });
  expect(await readTemplate(server, 'auth.new-device')).toMatchObject({
    version: 1,
    contentMap: { en: contentMap.en },
  });
});

it('mail-notification 2: a disabled template is told to be so, and what is no mail is refused', async () => {
  const saved = await saveTemplate(server, { code: 'render.disabled' });
  await act(server, 'deactivate', saved);
  const { usable } = await render('render.disabled', { name: 'x' });
  expect(usable).toMatchObject({ enabled: false, code: 'render.disabled' });
  await expect(render('render.nothing', {})).rejects.toMatchObject({ code: 'NOTIFICATION_TEMPLATE_NOT_FOUND' });
  await saveTemplate(server, { code: 'render.sms', type: 'SMS', contentMap: { en: { content: 'x' } } });
  await expect(render('render.sms', {})).rejects.toMatchObject({ code: 'TEMPLATE_TYPE_MISMATCH' });
});

it('mail-notification 3: five missing variables are five in one answer, required ones without a place', async () => {
  await saveTemplate(server, {
    code: 'render.missing',
    parameterList: [
      { name: 'hidden', type: 'STRING', required: true },
      { name: 'given', type: 'STRING', defaultValue: 'default' },
    ],
    contentMap: { en: { subject: '{{ a }}', content: '{{ b }} {{ c.d }}\n{{ e }}{{ f[0] }} {{ given }}' } },
  });
  await expect(render('render.missing', {})).rejects.toMatchObject({
    options: { errorArguments: [{ field: 'parameters.hidden' }] },
  });
  const refused = await render('render.missing', { hidden: 1 }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'TEMPLATE_VARIABLE_MISSING' });
  const { options } = refused as { options: { errorArguments: object[] } };
  expect(options.errorArguments).toEqual([
    { field: 'parameters.a', part: 'subject', locale: 'en', line: 1, column: 4 },
    { field: 'parameters.b', part: 'content', locale: 'en', line: 1, column: 4 },
    { field: 'parameters.c.d', part: 'content', locale: 'en', line: 1, column: 12 },
    { field: 'parameters.e', part: 'content', locale: 'en', line: 2, column: 4 },
    { field: 'parameters.f[0]', part: 'content', locale: 'en', line: 2, column: 11 },
  ]);
  const all = { hidden: 1, a: 1, b: 2, c: { d: 3 }, e: 4, f: [5] };
  expect((await render('render.missing', all)).mail).toMatchObject({ subject: '1', text: '2 3\n45 default' });
  await expect(render('render.missing', { ...all, a: ' ' })).rejects.toMatchObject({ code: 'SUBJECT_EMPTY' });
});

it('mail-notification 4: a mail is in the locale that fits best, and in none where none fits', async () => {
  const content = (text: string) => ({ subject: 'S', content: text });
  const contentMap = { tr_TR: content('Türkiye'), tr: content('Türkçe'), default: content('Default') };
  const { uuid } = await saveTemplate(server, { code: 'render.locales', contentMap });
  const textIn = async (locale: string | null) => (await render('render.locales', {}, { locale })).mail.text;
  expect(await Promise.all(['tr_TR', 'tr-CY', 'fr', null].map(textIn))).toEqual([
    'Türkiye',
    'Türkçe',
    'Default',
    'Default',
  ]);
  await update(server, { uuid, version: 0, contentMap: { ja: content('ja'), de: content('de') } });
  await expect(render('render.locales', {}, { locale: 'tr' })).rejects.toMatchObject({
    code: 'TEMPLATE_LOCALE_NOT_FOUND',
  });
});

it('mail-notification 28: a mail has the layout as it stands when it is made', async () => {
  const body = (tag: string) => ({ en: { content: `<${tag}>{% content %}</${tag}>` } });
  const layout = await saveTemplate(server, { code: 'render.layout', type: 'LAYOUT', contentMap: body('div') });
  const contentMap = { en: { subject: 'S', content: '<p>{{ x }}</p>' } };
  await saveTemplate(server, { code: 'render.framed', layoutCode: 'render.layout', contentMap });
  expect((await render('render.framed', { x: 1 })).mail.html).toBe('<div><p>1</p></div>');
  await update(server, { uuid: layout.uuid, version: 0, contentMap: body('main') });
  expect((await render('render.framed', { x: '<' })).mail).toMatchObject({
    html: '<main><p>&lt;</p></main>',
    text: '<',
  });
});

it('mail-notification 5: content that came with a request is rendered in a thread', async () => {
  const content = {
    subject: 'A {{ x }}',
    content: '<b>{{ x }}</b>',
    contentType: 'STRING',
    textContent: null,
  } as const;
  const ask = (parameters: Record<string, unknown> | null) =>
    feature.api.mails.renderInline('default', content, { parameters, locale: 'en', timeZone: 'UTC', isRaw: false });
  expect(await ask({ x: '&' })).toEqual(expect.objectContaining({ subject: 'A &', html: '<b>&amp;</b>', text: '&' }));
  expect(await ask(null)).toMatchObject({ subject: 'A {{ x }}', html: '<b>{{ x }}</b>' });
});

it('mail-notification 2: nothing is left of the templates of a tenant that was deleted', async () => {
  const { database } = server.kernel;
  await query(server, `UPDATE mail_template SET tenant_identifier = 'ended' WHERE code = 'render.framed'`);
  await createOwnedRows(mailTables).empty(database, 'ended', 1);
  await feature.directoryHooks.emptied('ended');
  expect(await query(server, `SELECT 1 FROM mail_template WHERE tenant_identifier = 'ended'`)).toEqual([]);
  await expect(render('render.framed', {})).rejects.toMatchObject({ code: 'NOTIFICATION_TEMPLATE_NOT_FOUND' });
});
