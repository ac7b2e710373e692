// Plays the scenarios of values of settings: set, removed, put back, looked through; own ones of users; documents and keys.
import { expect } from 'vitest';
import type { Scenario } from '../world.ts';
import { define, setValue } from './settings.ts';

const writing: Readonly<Record<string, Scenario>> = {
  'system-setting setValue': async (as, world) => {
    const { code } = await define(world);
    const set = as(world.admin).systemSetting.setValue;
    const { body } = await set({ body: { code, value: 5, reason: 'A first value' } });
    expect(body).toMatchObject({ code, scope: 'GLOBAL', tenantIdentifier: null, value: 5, version: 1 });
    // The same value changes nothing.
    expect((await set({ body: { code, value: 5, version: 1 } })).body).toEqual(body);
  },
  'system-setting setValues': async (as, world) => {
    const made = [await define(world), await define(world)];
    const entries = made.map(({ code }, index) => ({ code, value: index }));
    const { body } = await as(world.admin).systemSetting.setValues({ body: entries });
    expect(body).toMatchObject(entries);
    expect(new Set(body.map(({ revision }) => revision)).size).toBe(1);
  },
  'system-setting validateValues': async (as, world) => {
    const { code } = await define(world, { maxValue: 9 });
    const check = as(world.admin).systemSetting.validateValues;
    const { body } = await check({ body: [{ code, value: 10 }] });
    expect(body).toMatchObject([{ index: 0, code, errorCode: 'SETTING_VALUE_INVALID' }]);
    expect((await check({ body: [{ code, value: 9 }] })).body).toEqual([]);
    expect((await world.admin.sure.systemSetting.getByCode({ params: { code } })).body.source).toBe('NONE');
  },
  'system-setting revertValue': async (as, world) => {
    const { code } = await define(world, { defaultValue: 5 });
    const { version } = await setValue(world, code, 6);
    await as(world.admin).systemSetting.revertValue({ params: { code }, query: { version } });
    const { body } = await world.admin.sure.systemSetting.getEffective({ params: { code } });
    expect(body).toMatchObject({ value: 5, source: 'DEFAULT' });
  },
  'system-setting queryValuePage': async (as, world) => {
    const { code } = await define(world);
    await setValue(world, code, 6);
    await setValue(world, code, 7, { scope: 'TENANT' });
    const { body } = await as(world.admin).systemSetting.queryValuePage({ body: { code } });
    expect(body).toMatchObject({
      totalElements: 2,
      data: [
        { scope: 'GLOBAL', value: 6 },
        { scope: 'TENANT', value: 7 },
      ],
    });
  },
  'system-setting queryHistoryPage': async (as, world) => {
    const { code } = await define(world);
    await setValue(world, code, 6, { reason: 'Because' });
    const { body } = await as(world.admin).systemSetting.queryHistoryPage({ body: { code } });
    expect(body.data.map(({ action }) => action)).toEqual(['SET', 'DEFINE']);
    expect(body.data[0]).toMatchObject({ oldValue: null, newValue: 6, reason: 'Because', updatedBy: 'admin' });
  },
  'system-setting rollback': async (as, world) => {
    const { code } = await define(world);
    await setValue(world, code, 6);
    const { version } = await setValue(world, code, 7, { version: 1 });
    const history = await world.admin.sure.systemSetting.queryHistoryPage({ body: { code, actionList: ['SET'] } });
    const uuid = history.body.data[0]?.uuid ?? '';
    const { body } = await as(world.admin).systemSetting.rollback({ params: { uuid }, body: { version } });
    expect(body).toMatchObject({ code, value: 6, version: version + 1 });
  },
};

const ofUsers: Readonly<Record<string, Scenario>> = {
  'system-setting getUserValues': async (as, world) => {
    const { code } = await define(world, { userOverridable: true, defaultValue: 5 });
    const other = await define(world, { defaultValue: 5 });
    const person = await world.somebody();
    await person.sure.systemSetting.setUserValue({ body: { code, value: 6 } });
    const { body } = await as(person).systemSetting.getUserValues();
    expect(body).toMatchObject({ [code]: 6 });
    expect(Object.keys(body)).not.toContain(other.code);
    expect((await as(await world.worker()).systemSetting.getUserValues()).body).toMatchObject({ [code]: 5 });
  },
  'system-setting setUserValue': async (as, world) => {
    const { code } = await define(world, { userOverridable: true });
    const person = await world.somebody();
    const { body } = await as(person).systemSetting.setUserValue({ body: { code, value: 6 } });
    expect(body).toMatchObject({ code, scope: 'USER', username: person.username, value: 6, version: 1 });
  },
  'system-setting revertUserValue': async (as, world) => {
    const { code } = await define(world, { userOverridable: true, defaultValue: 5 });
    const person = await world.somebody();
    const { body } = await person.sure.systemSetting.setUserValue({ body: { code, value: 6 } });
    await as(person).systemSetting.revertUserValue({ params: { code }, query: { version: body.version } });
    expect((await person.sure.systemSetting.getUserValues()).body).toMatchObject({ [code]: 5 });
  },
};

const transfer: Readonly<Record<string, Scenario>> = {
  'system-setting exportAll': async (as, world) => {
    const made = await define(world, { defaultValue: 5 });
    const secret = await define(world, { type: 'SECRET' });
    await setValue(world, made.code, 6);
    await setValue(world, secret.code, 'nobody reads this');
    const { body } = await as(world.admin).systemSetting.exportAll({ body: { codePrefix: 'demo.' } });
    expect(body.formatVersion).toBe(1);
    expect(body.definitionList.map(({ code }) => code)).toEqual(expect.arrayContaining([made.code, secret.code]));
    const exported = (code: string) => body.valueList.find((entry) => entry.code === code)?.value;
    expect([exported(made.code), exported(secret.code)]).toEqual([6, '***']);
  },
  'system-setting importAll': async (as, world) => {
    const code = world.name('demo.taken');
    const document = {
      formatVersion: 1,
      definitionList: [{ code, name: 'Taken', type: 'NUMBER' as const }],
      valueList: [{ code, scope: 'GLOBAL' as const, value: 6 }],
    };
    const take = as(world.admin).systemSetting.importAll;
    const rehearsed = (await take({ query: { dryRun: true }, body: document })).body;
    expect(rehearsed).toMatchObject({ dryRun: true, createdCount: 2, problemList: [] });
    expect((await take({ body: document })).body).toEqual({ ...rehearsed, dryRun: false });
    expect((await take({ body: document })).body).toMatchObject({ createdCount: 0, unchangedCount: 2 });
    expect((await world.admin.sure.systemSetting.getNumberSettingByCode({ params: { code } })).body).toBe(6);
  },
  'system-setting reencryptSecrets': async (as, world) => {
    const { code } = await define(world, { type: 'SECRET' });
    await setValue(world, code, 'sealed already');
    const reencrypt = as(world.admin).systemSetting.reencryptSecrets;
    await reencrypt();
    // All of them are under the first key by now.
    expect((await reencrypt()).body).toBe(0);
  },
};

export const settingValueScenarios: Readonly<Record<string, Scenario>> = { ...writing, ...ofUsers, ...transfer };
