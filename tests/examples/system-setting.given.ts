// Arranges what the examples of settings need: definitions with values of their own.
import type { SvcSettingSaveModel, systemSettingModule } from '@keelson/contract';
import { define, setValue } from '../acceptance/system-setting/settings.ts';
import type { Person } from '../support/people.ts';
import { type Arrange, asAdmin, type ExampleWorld, type GivenOf } from './given.ts';

const model: Partial<SvcSettingSaveModel> = {
  name: 'Answer period',
  unit: 'MINUTE',
  defaultValue: 30,
  minValue: 1,
  maxValue: 60,
};

async function made(world: ExampleWorld, own: Partial<SvcSettingSaveModel> = model) {
  const { uuid, code } = await define(world, { name: 'Answer period', ...own });
  return { as: world.admin, values: { setting: uuid, settingCode: code } };
}
const plain: Arrange = (world) => made(world);

const defined =
  (own: Partial<SvcSettingSaveModel>): Arrange =>
  (world) =>
    made(world, own);

/** A value of its own holds. */
async function valued(world: ExampleWorld) {
  const given = await made(world);
  await setValue(world, given.values.settingCode, 20, { reason: 'As agreed' });
  return given;
}

async function changed(world: ExampleWorld) {
  const given = await valued(world);
  await setValue(world, given.values.settingCode, 25, { version: 1 });
  const { body } = await world.admin.sure.systemSetting.queryHistoryPage({
    body: { code: given.values.settingCode, actionList: ['SET'] },
  });
  return { as: given.as, values: { ...given.values, change: body.data[0]!.uuid } };
}

async function asOwner(world: ExampleWorld) {
  const person = await world.somebody();
  const given = await made(world, { ...model, userOverridable: true });
  return { as: person, values: { ...given.values, username: person.username } };
}

async function asOwnerOfValue(world: ExampleWorld) {
  const given = await asOwner(world);
  await given.as.sure.systemSetting.setUserValue({ body: { code: given.values.settingCode, value: 45 } });
  return given;
}

const two: Arrange = async (world) => {
  const [first, second] = [await made(world), await made(world)];
  return { as: world.admin, values: { ...first.values, otherSettingCode: second.values.settingCode } };
};

const toBeDefined: Arrange = ({ admin, name }) => ({ as: admin, values: { settingCode: name('demo.period') } });

async function ticketFor({ sure }: Person, prefix: string): Promise<string> {
  const { body } = await sure.systemSetting.evaluateFlags({ body: { context: { 'keelson.prefix': prefix } } });
  const [stream] = (body as { eventStreams: { endpoint: { requestUri: string } }[] }).eventStreams;
  return new URL(stream!.endpoint.requestUri, 'http://localhost').searchParams.get('ticket') ?? '';
}

/** Whoever listens is told of the next value of the setting. */
const listening: Arrange = async (world) => {
  const given = await made(world);
  return { ...given, happens: () => setValue(world, given.values.settingCode, 20) };
};

const flag = defined({ type: 'BOOLEAN', defaultValue: true });
const decimal = defined({ type: 'DECIMAL', defaultValue: 0.5 });
const word = defined({ type: 'STRING', defaultValue: 'metric' });
const object = defined({ type: 'JSON', defaultValue: { from: '08:00', to: '17:00' } });

export const systemSettingGivens: GivenOf<typeof systemSettingModule> = {
  getBooleanSettingByCode: flag,
  getBooleanSettingByCodeAndTenant: flag,
  getNumberSettingByCode: plain,
  getNumberSettingByCodeAndTenant: plain,
  getDecimalSettingByCode: decimal,
  getDecimalSettingByCodeAndTenant: decimal,
  getStringSettingByCode: word,
  getStringSettingByCodeAndTenant: word,
  getJsonSettingByCode: object,
  getJsonSettingByCodeAndTenant: object,
  getValuesByCodes: plain,
  getPublicValues: async (world) => ({ ...(await made(world, { ...model, visibility: 'PUBLIC' })), as: null }),
  getEffective: valued,
  getRevision: asAdmin,
  save: toBeDefined,
  update: plain,
  getByUuid: plain,
  getByCode: plain,
  delete: plain,
  activate: defined({ ...model, enabled: false }),
  deactivate: plain,
  queryDataPage: plain,
  queryDataList: plain,
  getGroups: plain,
  setValue: plain,
  setValues: two,
  validateValues: plain,
  revertValue: valued,
  queryValuePage: valued,
  getUserValues: asOwnerOfValue,
  setUserValue: asOwner,
  revertUserValue: asOwnerOfValue,
  queryHistoryPage: changed,
  rollback: changed,
  exportAll: valued,
  importAll: toBeDefined,
  reencryptSecrets: asAdmin,
  streamChanges: listening,
  evaluateFlag: plain,
  evaluateFlags: plain,
  streamFlagChanges: async (world) => {
    const given = await made(world);
    const { settingCode } = given.values;
    const ticket = await ticketFor(world.admin, settingCode);
    return { as: null, values: { ticket }, happens: () => setValue(world, settingCode, 20) };
  },
};
