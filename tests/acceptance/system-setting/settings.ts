// Makes the settings of scenarios: definitions that no other one knows, and values of theirs.
import type {
  SvcSettingModel,
  SvcSettingSaveModel,
  SvcSettingValueModel,
  SvcSettingValuePersistModel,
} from '@keelson/contract';
import type { Person } from '../../support/people.ts';
import type { OwnTenant, World } from '../world.ts';

export type SettingKind = SvcSettingModel['type'];

/** Defines a NUMBER that whoever is signed in may read, unless told. */
export async function define(
  { admin, name }: Pick<World, 'admin' | 'name'>,
  model: Partial<SvcSettingSaveModel> = {},
): Promise<SvcSettingModel> {
  const code = name('demo.setting');
  return (await admin.sure.systemSetting.save({ body: { code, name: 'A setting', type: 'NUMBER', ...model } })).body;
}

/** Sets it for all, as the administrator, unless told. */
export async function setValue(
  { admin }: Pick<World, 'admin'>,
  code: string,
  value: SvcSettingValuePersistModel['value'],
  more: Partial<SvcSettingValuePersistModel> = {},
  person: Person = admin,
): Promise<SvcSettingValueModel> {
  return (await person.sure.systemSetting.setValue({ body: { code, value, ...more } })).body;
}

/** A tenant has these settings, of which others must not learn. */
export interface ForeignSetting {
  readonly settingCode: string;
  readonly settingHistoryUuid: string;
}

/** Makes a number that is 1 for everybody and 2 for that tenant. */
export async function createForeignSetting(world: World, { deputy }: OwnTenant): Promise<ForeignSetting> {
  const { code } = await define(world, { defaultValue: 1 });
  await setValue(world, code, 2, { scope: 'TENANT' }, deputy);
  const { body } = await deputy.sure.systemSetting.queryHistoryPage({ body: { code, actionList: ['SET'] } });
  return { settingCode: code, settingHistoryUuid: body.data[0]?.uuid ?? '' };
}
