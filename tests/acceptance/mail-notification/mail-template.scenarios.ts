// Plays the scenarios of templates that are saved, changed, previewed and restored.
import { expect } from 'vitest';
import type { Scenario, World } from '../world.ts';

const en = { subject: 'Order {{ order.no }}', content: '<p>Hello {{ name }}</p>' } as const;
const parameters = { name: 'Ada <x>', order: { no: 7 } } as const;

/** The administrator saves a template of a code that nobody else has. */
async function saved({ admin, name }: World, contentMap: Readonly<Record<string, typeof en>> = { en }) {
  const code = name('order.left');
  const templates = admin.sure.mailNotification;
  await templates.save({ body: { code, name: 'Order left', type: 'MAIL', contentMap } });
  const { body } = await templates.getByCode({ params: { code } });
  const find = async () => (await templates.getByUuid({ params: { uuid: body.uuid } })).body;
  return { code, uuid: body.uuid, params: { uuid: body.uuid }, templates, find };
}

export const templateScenarios: Readonly<Record<string, Scenario>> = {
  'mail-notification save': async (as, { admin, name }) => {
    const code = name('order.saved');
    const body = { code, name: 'Order left', type: 'MAIL', contentMap: { tr_TR: en } } as const;
    const { headers } = await as(admin).mailNotification.save({ body });
    const { body: found } = await admin.sure.mailNotification.getByCode({ params: { code } });
    expect(headers.get('location')).toBe(`/notification/template/by-uuid/${found.uuid}`);
    expect(found).toMatchObject({ code, version: 0, enabled: true, contentMap: { 'tr-TR': en } });
  },
  'mail-notification update': async (as, world) => {
    const { uuid, find } = await saved(world);
    await as(world.admin).mailNotification.update({ body: { uuid, version: 0, name: 'On its way' } });
    expect(await find()).toMatchObject({ version: 1, name: 'On its way', contentMap: { en } });
  },
  'mail-notification getByUuid': async (as, world) => {
    const { params, code } = await saved(world);
    const { body, headers } = await as(world.admin).mailNotification.getByUuid({ params });
    expect(body).toMatchObject({ code, contentMap: { en: { ...en, resolvedContentType: 'HTML' } } });
    expect(headers.get('etag')).toMatch(/^"/);
  },
  'mail-notification getByCode': async (as, world) => {
    const { uuid, code } = await saved(world);
    const { body } = await as(world.admin).mailNotification.getByCode({ params: { code } });
    expect(body.uuid).toBe(uuid);
  },
  'mail-notification queryDataPage': async (as, world) => {
    const { uuid, code } = await saved(world);
    const { body } = await as(world.admin).mailNotification.queryDataPage({ body: { code } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ uuid, localeList: ['en'], enabled: true }] });
  },
  'mail-notification isEnabled': async (as, world) => {
    const { code } = await saved(world);
    expect((await as(await world.somebody()).mailNotification.isEnabled({ params: { code } })).body).toBe(true);
  },
  'mail-notification deactivateByUuid': async (as, world) => {
    const { params, find } = await saved(world);
    await as(world.admin).mailNotification.deactivateByUuid({ params });
    expect(await find()).toMatchObject({ enabled: false, version: 0 });
  },
  'mail-notification activateByUuid': async (as, world) => {
    const { params, templates, find } = await saved(world);
    await templates.deactivateByUuid({ params });
    await as(world.admin).mailNotification.activateByUuid({ params });
    expect(await find()).toMatchObject({ enabled: true, version: 0 });
  },
  'mail-notification delete': async (as, world) => {
    const { params, code, templates } = await saved(world);
    await as(world.admin).mailNotification.delete({ params });
    expect((await templates.queryDataPage({ body: { code } })).body.totalElements).toBe(0);
  },
  'mail-notification template_preview': async (as, world) => {
    const { code } = await saved(world);
    const body = { templateCode: code, parameters: { name: parameters.name } } as const;
    const { body: shown } = await as(world.admin).mailNotification.template_preview({ body });
    expect(shown).toMatchObject({
      subject: 'Order ⟦order.no⟧',
      content: '<p>Hello Ada &lt;x&gt;</p>',
      missingVariableList: ['order.no'],
      sender: null,
    });
  },
  'mail-notification mail_preview': async (as, world) => {
    const { code } = await saved(world);
    const { body } = await as(world.admin).mailNotification.mail_preview({ body: { templateCode: code, parameters } });
    expect(body).toMatchObject({ subject: 'Order 7', textContent: 'Hello Ada <x>', missingVariableList: [] });
    expect(body.sender).toMatch(/^no-reply@/);
  },
  'mail-notification listTemplateVersions': async (as, world) => {
    const { uuid, params, templates } = await saved(world);
    await templates.update({ body: { uuid, version: 0, name: 'Second' } });
    const { body } = await as(world.admin).mailNotification.listTemplateVersions({ params });
    expect(body.map(({ version, name }) => [version, name])).toEqual([
      [1, 'Second'],
      [0, 'Order left'],
    ]);
  },
  'mail-notification restoreTemplateVersion': async (as, world) => {
    const { uuid, templates, find } = await saved(world);
    await templates.update({ body: { uuid, version: 0, name: 'Second' } });
    await as(world.admin).mailNotification.restoreTemplateVersion({ params: { uuid, version: '0' } });
    expect(await find()).toMatchObject({ version: 2, name: 'Order left' });
  },
  'mail-notification queryDataList': async (as, world) => {
    const { uuid, code } = await saved(world);
    const { body } = await as(world.admin).mailNotification.queryDataList({ body: { code } });
    expect(body).toMatchObject([{ uuid, localeList: ['en'], enabled: true }]);
  },
  'mail-notification validateTemplate': async (as, { admin, name }) => {
    const code = name('order.thought-of');
    const template = { code, name: 'Order left', type: 'MAIL', contentMap: { en } } as const;
    const { body } = await as(admin).mailNotification.validateTemplate({ body: template });
    const found = { resolvedContentType: 'HTML', variableList: ['name', 'order.no'] };
    expect(body).toEqual({ contentMap: { en: found } });
    expect((await admin.sure.mailNotification.queryDataList({ body: { code } })).body).toEqual([]);
  },
  'mail-notification updateTemplateContent': async (as, world) => {
    const { uuid, find } = await saved(world);
    const params = { uuid, locale: 'tr_TR' };
    await as(world.admin).mailNotification.updateTemplateContent({
      params,
      body: { subject: 'Selam', content: 'İyi günler' },
    });
    expect(await find()).toMatchObject({ version: 1, contentMap: { en, 'tr-TR': { subject: 'Selam', version: 0 } } });
  },
  'mail-notification copyTemplate': async (as, world) => {
    const { params, code, templates } = await saved(world);
    const { headers } = await as(world.admin).mailNotification.copyTemplate({ params, body: { code: `${code}.copy` } });
    const { body } = await templates.getByCode({ params: { code: `${code}.copy` } });
    expect(headers.get('location')).toBe(`/notification/template/by-uuid/${body.uuid}`);
    expect(body).toMatchObject({ name: 'Order left', version: 0, enabled: true, contentMap: { en } });
  },
  'mail-notification exportTemplates': async (as, world) => {
    const { code } = await saved(world);
    const { body } = await as(world.admin).mailNotification.exportTemplates({ body: { codeList: [code] } });
    expect(body).toMatchObject({ formatVersion: 1, templateList: [{ code, enabled: true, contentMap: { en } }] });
  },
  'mail-notification importTemplates': async (as, world) => {
    const { code, templates } = await saved(world);
    const { body: document } = await templates.exportTemplates({ body: { codeList: [code] } });
    const [template] = document.templateList;
    const changed = {
      ...document,
      templateList: [
        { ...template!, name: 'Taken' },
        { ...template!, code: `${code}.new` },
      ],
    };
    const { body } = await as(world.admin).mailNotification.importTemplates({
      query: { existing: 'REPLACE' },
      body: changed,
    });
    expect(body).toMatchObject({ createdCount: 1, updatedCount: 1, refusedCount: 0 });
    expect((await templates.getByCode({ params: { code } })).body).toMatchObject({ name: 'Taken', version: 1 });
  },
  'mail-notification resetTemplate': async (as, { admin }) => {
    const templates = admin.sure.mailNotification;
    const read = async () => (await templates.getByCode({ params: { code: 'auth.new-device' } })).body;
    const { uuid, version, contentMap } = await read();
    await templates.update({ body: { uuid, version, contentMap: { en } } });
    await as(admin).mailNotification.resetTemplate({ params: { uuid } });
    expect((await read()).contentMap.en?.content).toBe(contentMap.en?.content);
  },
};
