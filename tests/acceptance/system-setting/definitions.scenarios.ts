// Plays the scenarios of definitions of settings: made, changed, switched off, found and removed.
import { expect } from 'vitest';
import type { Scenario, World } from '../world.ts';
import { define, setValue } from './settings.ts';

const statusOfRead = async ({ admin }: World, code: string): Promise<number> =>
  (await admin.client.systemSetting.getNumberSettingByCode({ params: { code } })).status;

export const settingDefinitionScenarios: Readonly<Record<string, Scenario>> = {
  'system-setting save': async (as, { admin, name }) => {
    const code = name('demo.made');
    const { body } = await as(admin).systemSetting.save({
      body: { code, name: 'Made', type: 'NUMBER', unit: 'MINUTE', minValue: 1, maxValue: 60, defaultValue: 30 },
    });
    expect(body).toMatchObject({ code, owner: 'custom', system: false, enabled: true, version: 1 });
    expect(body).toMatchObject({ tenantIdentifier: null, effectiveValue: 30, source: 'DEFAULT', groupCode: 'demo' });
  },
  'system-setting update': async (as, world) => {
    const { admin } = world;
    const made = await define(world, { defaultValue: 5 });
    const { uuid, version } = made;
    const { body } = await as(admin).systemSetting.update({
      body: { uuid, version, name: 'Another name', maxValue: 9 },
    });
    expect(body).toMatchObject({ uuid, version: version + 1, name: 'Another name', maxValue: 9, defaultValue: 5 });
  },
  'system-setting getByUuid': async (as, world) => {
    const { uuid, code } = await define(world);
    const { body } = await as(await world.worker()).systemSetting.getByUuid({ params: { uuid } });
    expect(body).toMatchObject({ uuid, code, tenantValueCount: null });
  },
  'system-setting getByCode': async (as, world) => {
    const former = world.name('demo.former');
    const { uuid, code } = await define(world, { aliasList: [former] });
    const read = as(await world.worker()).systemSetting.getByCode;
    expect((await read({ params: { code } })).body.uuid).toBe(uuid);
    expect((await read({ params: { code: former } })).body).toMatchObject({ uuid, code });
  },
  'system-setting delete': async (as, world) => {
    const { uuid, code, version } = await define(world, { defaultValue: 5 });
    await setValue(world, code, 6);
    await as(world.admin).systemSetting.delete({ params: { uuid }, query: { version } });
    expect(await statusOfRead(world, code)).toBe(404);
    const again = await world.admin.sure.systemSetting.save({ body: { code, name: 'Again', type: 'NUMBER' } });
    expect(again.body).toMatchObject({ source: 'NONE', value: null });
  },
  'system-setting deactivate': async (as, world) => {
    const { uuid, code } = await define(world, { defaultValue: 5 });
    const { body } = await as(world.admin).systemSetting.deactivate({ params: { uuid } });
    expect(body.enabled).toBe(false);
    expect(await statusOfRead(world, code)).toBe(404);
  },
  'system-setting activate': async (as, world) => {
    const { uuid, code } = await define(world, { defaultValue: 5, enabled: false });
    expect(await statusOfRead(world, code)).toBe(404);
    const { body } = await as(world.admin).systemSetting.activate({ params: { uuid } });
    expect(body.enabled).toBe(true);
    expect(await statusOfRead(world, code)).toBe(200);
  },
  'system-setting queryDataPage': async (as, world) => {
    const made = [await define(world), await define(world), await define(world, { visibility: 'RESTRICTED' })];
    const query = { codeList: made.map(({ code }) => code), pageable: { pageNumber: 0, pageSize: 2 } };
    const { body } = await as(world.admin).systemSetting.queryDataPage({ body: query });
    expect(body).toMatchObject({ totalElements: 3, data: made.slice(0, 2).map(({ uuid }) => ({ uuid })) });
    const seen = await as(await world.worker()).systemSetting.queryDataPage({ body: query });
    expect(seen.body.totalElements).toBe(2);
  },
  'system-setting queryDataList': async (as, world) => {
    const { code } = await define(world, { type: 'STRING' });
    const { body } = await as(world.admin).systemSetting.queryDataList({
      body: { codeList: [code], typeList: ['STRING'] },
    });
    expect(body.map((found) => found.code)).toEqual([code]);
  },
  'system-setting getGroups': async (as, world) => {
    const groupCode = world.name('group');
    await define(world, { groupCode });
    const { body } = await as(await world.worker()).systemSetting.getGroups();
    expect(body.find(({ code }) => code === groupCode)).toMatchObject({ settingCount: 1 });
    expect(body.map(({ settingCount }) => settingCount)).not.toContain(0);
  },
};
