// Declares the models of setting definitions, with the values that the caller may see.
import { type Static, Type } from 'typebox';
import { pageable } from '../../models/paging.ts';
import { queryModel } from '../../models/read-as.ts';
import { recordFields, serverSetRecordFields } from '../../models/records.ts';
import {
  anyValue,
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  long,
  nullable,
  optional,
  serverSet,
  text,
} from '../../models/schema.ts';

export const settingCodeField = { minLength: 1, maxLength: 128, pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$' } as const;
export const settingTenantField = { minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9._-]+$' } as const;

export const settingTypes = ['BOOLEAN', 'NUMBER', 'DECIMAL', 'STRING', 'JSON', 'SECRET'] as const;
export const settingUnits = [
  'NONE',
  'COUNT',
  'PERCENT',
  'MILLISECOND',
  'SECOND',
  'MINUTE',
  'HOUR',
  'DAY',
  'BYTE',
  'KIBIBYTE',
  'MEBIBYTE',
] as const;
export const settingVisibilities = ['PUBLIC', 'SESSION', 'RESTRICTED'] as const;
export const settingSources = ['PINNED', 'USER', 'TENANT', 'GLOBAL', 'DEFAULT', 'NONE'] as const;

/** A longer list of options belongs into a table of its own. */
const allowedValuesMax = 200;
const aliasesMax = 10;
const localesMax = 20;
const nameMax = 128;
const descriptionMax = 2_000;
const codeListMax = 200;

const texts = (maxLength: number, description: string) =>
  Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    maxProperties: localesMax,
    propertyNames: { type: 'string', pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$' },
    additionalProperties: { type: 'string', minLength: 1, maxLength },
    description,
  });

const fields = {
  code: text('Code; case-sensitive and never changed.', settingCodeField),
  name: text('Name for people, in the language of the answer.', { minLength: 1, maxLength: nameMax }),
  description: text('What it does.', { maxLength: descriptionMax }),
  nameMap: texts(nameMax, 'Name by locale.'),
  descriptionMap: texts(descriptionMax, 'Description by locale.'),
  groupCode: text('Group; default the first segment of the code. An unknown one is made.', {
    minLength: 1,
    maxLength: 64,
    pattern: '^[a-z0-9-]+$',
  }),
  type: choice(settingTypes, 'Type of its values.'),
  unit: choice(settingUnits, 'Unit of NUMBER and DECIMAL.'),
  defaultValue: anyValue('Value where no level has one; of the type. Never for SECRET.'),
  minValue: Type.Number({ description: 'Least value; of STRING the least length. Inclusive.' }),
  maxValue: Type.Number({ description: 'Greatest value; of STRING the greatest length. Inclusive.' }),
  pattern: text('Pattern that a whole STRING has to match, in RE2 syntax.', { minLength: 1, maxLength: 200 }),
  allowedValueList: list(anyValue('Value of the type.'), 'Nothing but these values.', {
    minItems: 1,
    maxItems: allowedValuesMax,
  }),
  visibility: choice(settingVisibilities, 'Who may read it: anybody, whoever is signed in, or SETTING_VIEW.'),
  tenantOverridable: flag('Whether a tenant may have a value of its own.'),
  tenantEditable: flag('False: only a caller with TENANT_ALL sets the value of a tenant.'),
  userOverridable: flag('Whether each user may have a value of their own.'),
  reauthenticationRequired: flag('Whether a person who writes it must have signed in a short while ago.'),
  restartRequired: flag('Whether a value is used at the next start only.'),
  aliasList: list(text('Former code.', settingCodeField), 'Codes that reach this definition too.', {
    maxItems: aliasesMax,
  }),
  orderNumber: integer('Place within its group.', { minimum: 0, maximum: 1_000_000 }),
} as const;

/** What only the server says of a definition. */
const shown = {
  owner: text('Module that registered it, or custom.'),
  enabled: flag('False: reads behave as if there were no such code.'),
  system: flag('Registered by a module: what the code owns cannot be edited.'),
  retired: flag('Was registered once and is no longer in the code.'),
  value: anyValue('Global value; null when there is none, *** for a SECRET that is set.'),
  valueVersion: nullable(integer('Version of the global value.')),
  valueDate: nullable(dateTime('When the global value was set.')),
  effectiveValue: anyValue('Value in the tenant of the caller; null when no level gives one, *** for a SECRET.'),
  source: choice(settingSources, 'Level that gives it.'),
  tenantValueCount: nullable(long('Tenants with a value of their own; null without TENANT_ALL.')),
  invalid: flag('A stored value no longer satisfies the definition; the next level is in use.'),
  restartPending: flag('The answering process still runs on another value.'),
} as const;

const answered = {
  ...recordFields,
  tenantIdentifier: nullable(text('Null: definitions hold for the whole suite.')),
  code: fields.code,
  name: fields.name,
  description: fields.description,
  groupCode: fields.groupCode,
  type: fields.type,
  unit: fields.unit,
  defaultValue: fields.defaultValue,
  minValue: nullable(fields.minValue),
  maxValue: nullable(fields.maxValue),
  pattern: nullable(fields.pattern),
  allowedValueList: nullable(fields.allowedValueList),
  visibility: fields.visibility,
  tenantOverridable: fields.tenantOverridable,
  tenantEditable: fields.tenantEditable,
  userOverridable: fields.userOverridable,
  reauthenticationRequired: fields.reauthenticationRequired,
  restartRequired: fields.restartRequired,
  aliasList: fields.aliasList,
  orderNumber: fields.orderNumber,
  ...shown,
} as const;

export const SvcSettingDataModel = closed(answered, 'SvcSettingDataModel');
export type SvcSettingDataModel = Static<typeof SvcSettingDataModel>;

export const SvcSettingModel = closed(
  { ...answered, nameMap: fields.nameMap, descriptionMap: fields.descriptionMap },
  'SvcSettingModel',
);
export type SvcSettingModel = Static<typeof SvcSettingModel>;

/** Values of a definition that is sent back; they are compared, not taken, as another operation sets them. */
const sentBack = {
  ...serverSetRecordFields,
  tenantIdentifier: serverSet(text('Null: definitions hold for the whole suite.')),
  owner: serverSet(shown.owner),
  system: serverSet(shown.system),
  retired: serverSet(shown.retired),
  valueDate: serverSet(dateTime('When the global value was set.')),
  effectiveValue: serverSet(anyValue('Value in the tenant of the caller.')),
  source: serverSet(shown.source),
  tenantValueCount: serverSet(long('Tenants with a value of their own.')),
  invalid: serverSet(shown.invalid),
  restartPending: serverSet(shown.restartPending),
  value: optional(anyValue('Set by setValue: must be absent or as it is.')),
  valueVersion: optional(integer('Set by setValue: must be absent or as it is.')),
} as const;

const changeable = {
  description: optional(fields.description),
  nameMap: optional(fields.nameMap),
  descriptionMap: optional(fields.descriptionMap),
  groupCode: optional(fields.groupCode),
  unit: optional(fields.unit),
  defaultValue: optional(fields.defaultValue),
  minValue: optional(fields.minValue),
  maxValue: optional(fields.maxValue),
  pattern: optional(fields.pattern),
  allowedValueList: optional(fields.allowedValueList),
  visibility: optional(fields.visibility),
  tenantOverridable: optional(fields.tenantOverridable),
  tenantEditable: optional(fields.tenantEditable),
  userOverridable: optional(fields.userOverridable),
  reauthenticationRequired: optional(fields.reauthenticationRequired),
  restartRequired: optional(fields.restartRequired),
  aliasList: optional(fields.aliasList),
  orderNumber: optional(fields.orderNumber),
} as const;

export const SvcSettingSaveModel = closed(
  {
    ...sentBack,
    code: fields.code,
    name: fields.name,
    type: fields.type,
    enabled: optional(flag('Default true.')),
    ...changeable,
  },
  'SvcSettingSaveModel',
);
export type SvcSettingSaveModel = Static<typeof SvcSettingSaveModel>;

export const SvcSettingUpdateModel = closed(
  {
    ...sentBack,
    uuid: recordFields.uuid,
    version: integer('Version that was read.', { minimum: 1 }),
    code: optional(text('Must be as it is.', settingCodeField)),
    name: optional(fields.name),
    type: optional(fields.type),
    enabled: optional(flag('Changed by activate and deactivate: must be absent or as it is.')),
    ...changeable,
  },
  'SvcSettingUpdateModel',
);
export type SvcSettingUpdateModel = Static<typeof SvcSettingUpdateModel>;

export const settingSort = ['groupCode', 'orderNumber', 'code', 'name', 'dateUpdated'] as const;
export const settingSortStandard = { properties: ['groupCode', 'orderNumber', 'code'], direction: 'ASC' } as const;

export const SvcSettingQueryModel = queryModel(
  {
    pageable: pageable(settingSort, settingSortStandard),
    searchText: optional(text('Contained in code, name or description.', { maxLength: nameMax })),
    codePrefix: optional(text('Beginning of the code.', { maxLength: 128 })),
    codeList: optional(list(fields.code, 'One of these codes.', { maxItems: codeListMax })),
    groupCode: optional(text('Group.', { maxLength: 64 })),
    owner: optional(text('Module that registered it, or custom.', { maxLength: 64 })),
    typeList: optional(list(fields.type, 'One of these types.', { maxItems: settingTypes.length })),
    visibilityList: optional(
      list(fields.visibility, 'One of these visibilities.', { maxItems: settingVisibilities.length }),
    ),
    enabled: optional(flag('Whether it is enabled.')),
    retired: optional(flag('Whether it is retired; default false.')),
    system: optional(flag('Whether a module registered it.')),
    overridden: optional(flag('Whether it has a global value or one of the own tenant.')),
    invalid: optional(flag('Whether a stored value no longer satisfies it.')),
  },
  'SvcSettingQueryModel',
);
export type SvcSettingQueryModel = Static<typeof SvcSettingQueryModel>;

export const SvcSettingGroupModel = closed(
  {
    code: text('Code of the group.'),
    name: text('Name in the language of the answer.'),
    nameMap: texts(nameMax, 'Name by locale.'),
    orderNumber: integer('Place among the groups.'),
    settingCount: long('Definitions in it that the caller may see.'),
  },
  'SvcSettingGroupModel',
);
export type SvcSettingGroupModel = Static<typeof SvcSettingGroupModel>;

/** Type of a setting, for other models of the module. */
export const settingTypeField = fields.type;
export const settingUnitField = fields.unit;
