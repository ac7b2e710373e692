// Plays the scenarios of reading settings: by type with and without a tenant, several at once, and why a value holds.
import { expect } from 'vitest';
import type { Scenario } from '../world.ts';
import { define, type SettingKind, setValue } from './settings.ts';

interface Kind<T> {
  readonly type: SettingKind;
  readonly standard: T;
  readonly other: T;
}

const kinds = {
  Boolean: { type: 'BOOLEAN', standard: true, other: false },
  Number: { type: 'NUMBER', standard: 7, other: Number.MAX_SAFE_INTEGER },
  Decimal: { type: 'DECIMAL', standard: 0.5, other: -0.25 },
  String: { type: 'STRING', standard: 'one', other: ' two ' },
  Json: { type: 'JSON', standard: { list: [1] }, other: { list: [{ deep: null }] } },
} as const satisfies Readonly<Record<string, Kind<unknown>>>;
type KindName = keyof typeof kinds;

function readOf(name: KindName): Scenario {
  const { type, standard, other } = kinds[name];
  return async (as, world) => {
    const { code } = await define(world, { type, defaultValue: standard });
    const read = as(await world.worker()).systemSetting[`get${name}SettingByCode`];
    expect((await read({ params: { code } })).body).toEqual(standard);
    await setValue(world, code, other);
    // No tenant is asked for: its value is not what this operation tells.
    await setValue(world, code, standard, { scope: 'TENANT' });
    expect((await read({ params: { code } })).body).toEqual(other);
  };
}

function readOfTenant(name: KindName): Scenario {
  const { type, standard, other } = kinds[name];
  return async (as, world) => {
    const { code } = await define(world, { type, defaultValue: standard });
    const tenant = await world.ownTenant();
    const read = as(tenant.deputy).systemSetting[`get${name}SettingByCodeAndTenant`];
    expect((await read({ params: { code } })).body).toEqual(standard);
    await setValue(world, code, other, { scope: 'TENANT' }, tenant.deputy);
    for (const asked of [{}, { tenant: '' }, { tenant: tenant.identifier }]) {
      expect((await read({ params: { code }, query: asked })).body).toEqual(other);
    }
    const elsewhere = as(world.admin).systemSetting[`get${name}SettingByCodeAndTenant`];
    expect((await elsewhere({ params: { code } })).body).toEqual(standard);
    const named = { params: { code }, query: { tenant: tenant.identifier } };
    expect((await elsewhere(named)).body).toEqual(other);
  };
}

const byType = Object.fromEntries(
  (Object.keys(kinds) as KindName[]).flatMap((name) => [
    [`system-setting get${name}SettingByCode`, readOf(name)],
    [`system-setting get${name}SettingByCodeAndTenant`, readOfTenant(name)],
  ]),
);

export const settingScenarios: Readonly<Record<string, Scenario>> = {
  ...byType,
  'system-setting getValuesByCodes': async (as, world) => {
    const [seen, empty] = [await define(world, { defaultValue: 5 }), await define(world)];
    const hidden = await define(world, { visibility: 'RESTRICTED', defaultValue: 5 });
    const missing = world.name('demo.nothing');
    const { body } = await as(await world.worker()).systemSetting.getValuesByCodes({
      body: { codeList: [seen.code, empty.code, hidden.code, missing] },
    });
    expect(body).toMatchObject({
      valueMap: { [seen.code]: 5 },
      missingList: [empty.code, missing],
      deniedList: [hidden.code],
    });
  },
  'system-setting getPublicValues': async (as, world) => {
    const open = await define(world, { visibility: 'PUBLIC', defaultValue: 5 });
    const guarded = await define(world, { defaultValue: 5 });
    const { body } = await as(null).systemSetting.getPublicValues();
    expect(body).toMatchObject({ [open.code]: 5 });
    expect(Object.keys(body)).not.toContain(guarded.code);
  },
  'system-setting getEffective': async (as, world) => {
    const { code } = await define(world, { defaultValue: 5, unit: 'SECOND' });
    await setValue(world, code, 6);
    await setValue(world, code, 7, { scope: 'TENANT' });
    const { body } = await as(world.admin).systemSetting.getEffective({ params: { code } });
    expect(body).toMatchObject({ code, type: 'NUMBER', unit: 'SECOND', value: 7, source: 'TENANT' });
    expect(body.chain.map(({ level, value }) => [level, value])).toEqual([
      ['TENANT', 7],
      ['GLOBAL', 6],
      ['DEFAULT', 5],
    ]);
  },
  'system-setting getRevision': async (as, world) => {
    const { code } = await define(world);
    const read = as(await world.worker()).systemSetting.getRevision;
    const before = (await read()).body;
    const { revision } = await setValue(world, code, 5);
    expect(revision).toBeGreaterThan(before);
    expect((await read()).body).toBeGreaterThanOrEqual(revision);
  },
};
