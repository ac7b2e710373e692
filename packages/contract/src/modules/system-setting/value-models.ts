// Declares the models of setting values: what is stored at a level, what holds, and why.
import type { Static } from 'typebox';
import { pageable } from '../../models/paging.ts';
import { queryModel } from '../../models/read-as.ts';
import {
  absent,
  anyMap,
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
  uuid,
} from '../../models/schema.ts';
import {
  settingCodeField,
  settingSources,
  settingTenantField,
  settingTypeField,
  settingUnitField,
} from './definition-models.ts';

export const settingScopes = ['GLOBAL', 'TENANT', 'USER'] as const;
export const writableScopes = ['GLOBAL', 'TENANT'] as const;
export const settingActions = [
  'SET',
  'REVERT',
  'EXPIRE',
  'IMPORT',
  'ROLLBACK',
  'DEFINE',
  'REDEFINE',
  'RETIRE',
  'DELETE',
] as const;

/** One setValues takes so many entries: two values bound by a rule need two, a screen of settings fewer than this. */
export const settingValuesMax = 100;
const codesMax = 200;
const usernameMax = 254;
const reasonMax = 500;

const tenant = text('Tenant; default that of the caller.', settingTenantField);
const code = text('Code or alias.', settingCodeField);
const scope = choice(settingScopes, 'Level of the value.');
const version = integer('Version of the value that was read; needed when there is one at this level.', { minimum: 0 });

export const SvcSettingValueModel = closed(
  {
    uuid: nullable(uuid('Identifier of the value; null where none was ever stored.')),
    code: text('Code of the definition.'),
    scope,
    tenantIdentifier: nullable(text('Tenant of the value; null for GLOBAL.')),
    username: nullable(text('User of the value; null but for USER.')),
    value: anyValue('The value; *** for SECRET, null after its removal.'),
    version: integer('Version of the value; goes on after a removal.'),
    revision: long('Revision of the settings that it was written in.'),
    expiryDate: nullable(dateTime('When it is removed by itself.')),
    invalid: flag('It no longer satisfies its definition; the next level is in use.'),
    dateUpdated: nullable(dateTime('When it was set.')),
    updatedBy: nullable(text('Who set it.')),
  },
  'SvcSettingValueModel',
);
export type SvcSettingValueModel = Static<typeof SvcSettingValueModel>;

/** What only the server sets, in a value that is sent back. */
const asAnswered = {
  uuid: serverSet(uuid('Identifier of the value.')),
  revision: serverSet(long('Revision of the settings.')),
  invalid: serverSet(flag('It no longer satisfies its definition.')),
  dateUpdated: serverSet(dateTime('When it was set.')),
  updatedBy: serverSet(text('Who set it.')),
} as const;

export const SvcSettingValuePersistModel = closed(
  {
    code,
    scope: optional(choice(writableScopes, 'Default TENANT when tenantIdentifier is given, else GLOBAL.')),
    tenantIdentifier: optional(tenant),
    value: anyValue('Value of the type of the definition; null removes what is stored.'),
    version: optional(version),
    reason: optional(text('Why; kept in the history.', { maxLength: reasonMax })),
    expiryDate: optional(dateTime('When the value is removed by itself; at most 366 days ahead.')),
    ...asAnswered,
    username: absent('User of the value: null, because each person sets their own.'),
  },
  'SvcSettingValuePersistModel',
);
export type SvcSettingValuePersistModel = Static<typeof SvcSettingValuePersistModel>;

export const SvcSettingUserValuePersistModel = closed(
  {
    code,
    value: anyValue('Value of the type of the definition; null removes what is stored.'),
    version: optional(version),
    ...asAnswered,
    scope: optional(choice(['USER'] as const, 'Level of the value: always USER.')),
    tenantIdentifier: serverSet(text('Tenant of the value: always that of the caller.')),
    username: serverSet(text('User of the value: always the caller.')),
    expiryDate: absent('When the value is removed by itself: null, because values of a person have no end.'),
  },
  'SvcSettingUserValuePersistModel',
);
export type SvcSettingUserValuePersistModel = Static<typeof SvcSettingUserValuePersistModel>;

export const SvcSettingValueProblemModel = closed(
  {
    index: integer('Entry of the request, from 0.'),
    code: text('Code that the entry names.'),
    errorCode: text('Error code that writing it would answer.'),
    errorArguments: list(anyMap('Argument of the error.'), 'Arguments of the error.'),
  },
  'SvcSettingValueProblemModel',
);

export const settingValueSort = ['code', 'scope', 'tenantIdentifier', 'dateUpdated', 'expiryDate', 'revision'] as const;
export const settingValueSortStandard = {
  properties: ['code', 'scope', 'tenantIdentifier'],
  direction: 'ASC',
} as const;

export const SvcSettingValueQueryModel = queryModel(
  {
    pageable: pageable(settingValueSort, settingValueSortStandard),
    code: optional(code),
    codePrefix: optional(text('Beginning of the code.', { maxLength: 128 })),
    scopeList: optional(list(choice(writableScopes, 'Level.'), 'One of these levels.', { maxItems: 2 })),
    tenantIdentifier: optional(tenant),
    expiring: optional(flag('Whether it has an expiry date.')),
    invalid: optional(flag('Whether it no longer satisfies its definition.')),
    updatedBy: optional(text('Who set it.', { maxLength: usernameMax })),
    dateUpdatedFrom: optional(dateTime('Set at or after.')),
    dateUpdatedTo: optional(dateTime('Set before.')),
  },
  'SvcSettingValueQueryModel',
);
export type SvcSettingValueQueryModel = Static<typeof SvcSettingValueQueryModel>;

export const SvcSettingEffectiveModel = closed(
  {
    code: text('Code of the definition.'),
    type: settingTypeField,
    unit: settingUnitField,
    value: anyValue('The value that holds; *** for a SECRET, null when no level gives one.'),
    source: choice(settingSources, 'Level that gives it.'),
    chain: list(
      closed(
        {
          level: choice(settingSources, 'Level.'),
          value: anyValue('Value of this level.'),
          version: nullable(integer('Version of the value.')),
          updatedBy: nullable(text('Who set it.')),
          dateUpdated: nullable(dateTime('When it was set.')),
          expiryDate: nullable(dateTime('When it is removed by itself.')),
          invalid: flag('It no longer satisfies the definition and is passed over.'),
        },
        'SvcSettingLevelValueModel',
      ),
      'Levels that have a value, the one that counts most first.',
    ),
    revision: long('Revision of the settings that the answer shows.'),
  },
  'SvcSettingEffectiveModel',
);
export type SvcSettingEffectiveModel = Static<typeof SvcSettingEffectiveModel>;

export const SvcSettingValuesRequestModel = closed(
  {
    codeList: list(code, 'Codes or aliases.', { minItems: 1, maxItems: codesMax }),
    tenant: optional(tenant),
  },
  'SvcSettingValuesRequestModel',
);
export type SvcSettingValuesRequestModel = Static<typeof SvcSettingValuesRequestModel>;

export const SvcSettingValuesModel = closed(
  {
    valueMap: anyMap('Values by the codes that were asked for.'),
    missingList: list(text('Code.'), 'Codes that are unknown, disabled or without a value.'),
    deniedList: list(text('Code.'), 'Codes that the caller may not see.'),
    revision: long('Revision that all of them are of.'),
  },
  'SvcSettingValuesModel',
);
export type SvcSettingValuesModel = Static<typeof SvcSettingValuesModel>;

export const settingHistorySort = ['revision', 'date', 'code'] as const;
export const settingHistorySortStandard = { properties: ['revision'], direction: 'DESC' } as const;

export const SvcSettingHistoryModel = closed(
  {
    uuid: uuid('Identifier of the row.'),
    revision: long('Revision of the settings.'),
    code: text('Code of the definition.'),
    scope: nullable(choice(settingScopes, 'Level; null for changes of the definition.')),
    tenantIdentifier: nullable(text('Tenant of the value.')),
    username: nullable(text('User of the value.')),
    action: choice(settingActions, 'What was done.'),
    oldValue: anyValue('Value before; *** for SECRET.'),
    newValue: anyValue('Value after; *** for SECRET.'),
    reason: nullable(text('Why, as whoever changed it wrote.')),
    updatedBy: text('Who did it.'),
    ipAddress: nullable(text('From where.')),
    correlationId: nullable(text('Request that did it.')),
    date: dateTime('When.'),
  },
  'SvcSettingHistoryModel',
);
export type SvcSettingHistoryModel = Static<typeof SvcSettingHistoryModel>;

export const SvcSettingHistoryQueryModel = queryModel(
  {
    pageable: pageable(settingHistorySort, settingHistorySortStandard),
    code: optional(code),
    codePrefix: optional(text('Beginning of the code.', { maxLength: 128 })),
    scopeList: optional(list(scope, 'One of these levels.', { maxItems: 3 })),
    tenantIdentifier: optional(tenant),
    updatedBy: optional(text('Who did it.', { maxLength: usernameMax })),
    actionList: optional(list(choice(settingActions, 'Action.'), 'One of these.', { maxItems: settingActions.length })),
    dateFrom: optional(dateTime('At or after.')),
    dateTo: optional(dateTime('Before.')),
  },
  'SvcSettingHistoryQueryModel',
);
export type SvcSettingHistoryQueryModel = Static<typeof SvcSettingHistoryQueryModel>;

export const SvcSettingRollbackModel = closed(
  { version: optional(version), reason: optional(text('Why; kept in the history.', { maxLength: reasonMax })) },
  'SvcSettingRollbackModel',
);
export type SvcSettingRollbackModel = Static<typeof SvcSettingRollbackModel>;
