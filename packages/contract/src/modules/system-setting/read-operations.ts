// Reads of single settings by type, of several at once, and of what holds and why.
import { type TSchema, Type } from 'typebox';
import { anyMap, closed, long, maybe, text } from '../../models/schema.ts';
import { authority, publicReadAccess, sessionAccess } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import { settingCodeField } from './definition-models.ts';
import { SvcSettingEffectiveModel, SvcSettingValuesModel, SvcSettingValuesRequestModel } from './value-models.ts';

/** The headers stand behind `ETag`: proxies may keep an answer and have to ask each time. */
const readHeaders = {
  etag: 'Changes with the value that holds.',
  'cache-control': 'private, no-cache',
  vary: 'Authorization, Cookie',
} as const;

const codeParams = closed({ code: text('Code or alias.', settingCodeField) });
const tenantQuery = maybe(
  text('Tenant; absent or empty: that of the caller, of an anonymous caller the global value.', {
    maxLength: 64,
    pattern: '^[A-Za-z0-9._-]*$',
  }),
);
const errors = [
  'AUTHENTICATION_REQUIRED',
  'SESSION_EXPIRED',
  'ACCESS_DENIED',
  'SETTING_NOT_FOUND',
  'SETTING_TYPE_MISMATCH',
] as const;

const rules =
  'Answers 304 to a matching If-None-Match. `default` answers where there is no such setting or no value, and never hides that the setting has another type.';

/** One setting read as `thing`: the global value by `single`, that of a tenant by `tenant`. */
function readPair<S extends TSchema, D extends TSchema>(segment: string, thing: string, schema: S, fallback: D) {
  const common = {
    method: 'GET',
    access: publicReadAccess,
    effect: 'read',
    passive: true,
    params: codeParams,
    reply: { kind: 'json', schema, headers: readHeaders, conditional: true },
    errors,
  } as const;
  return {
    single: operation({
      ...common,
      path: `/settings/${segment}/by-code/{code}`,
      summary: `A setting that is ${thing}`,
      description: `The global value: pinned, global, default. ${rules}`,
      query: closed({ default: maybe(fallback) }),
    }),
    tenant: operation({
      ...common,
      path: `/settings/${segment}-with-tenant/by-code/{code}`,
      summary: `A setting that is ${thing}, of a tenant`,
      description: `The value of a tenant: pinned, tenant, global, default. ${rules}`,
      query: closed({ tenant: tenantQuery, default: maybe(fallback) }),
    }),
  };
}

const whole = Type.Integer({
  format: 'int64',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The value.',
});
const flagValue = Type.Boolean({ description: 'The value.' });
const decimal = Type.Number({ description: 'The value.' });

const boolean = readPair('boolean-setting', 'true or false', flagValue, flagValue);
const number = readPair('number-setting', 'a number', whole, whole);
const decimals = readPair('decimal-setting', 'a decimal number', decimal, decimal);
const string = readPair('string-setting', 'a text', text('The value.'), text('The value.', { maxLength: 8_192 }));
const json = readPair(
  'json-setting',
  'an object',
  anyMap('The value.'),
  Type.String({
    maxLength: 8_192,
    contentMediaType: 'application/json',
    contentSchema: { type: 'object', additionalProperties: true },
    description: 'A JSON object as text.',
  }),
);

const listed = { listed: true } as const;

export const readOperations = {
  getBooleanSettingByCode: { ...boolean.single, ...listed },
  getBooleanSettingByCodeAndTenant: { ...boolean.tenant, ...listed },
  getNumberSettingByCode: { ...number.single, ...listed },
  getNumberSettingByCodeAndTenant: number.tenant,
  getDecimalSettingByCode: decimals.single,
  getDecimalSettingByCodeAndTenant: decimals.tenant,
  getStringSettingByCode: string.single,
  getStringSettingByCodeAndTenant: string.tenant,
  getJsonSettingByCode: json.single,
  getJsonSettingByCodeAndTenant: json.tenant,
  getValuesByCodes: operation({
    method: 'POST',
    path: '/settings/values/by-codes',
    summary: 'Values of several settings, all of one revision',
    description: 'Codes that the caller may not see are named in deniedList, unknown ones in missingList.',
    access: sessionAccess,
    effect: 'read',
    passive: true,
    body: { kind: 'json', schema: SvcSettingValuesRequestModel },
    reply: { kind: 'json', schema: SvcSettingValuesModel },
  }),
  getPublicValues: operation({
    method: 'GET',
    path: '/settings/public',
    summary: 'Every setting that is public',
    description: 'For a page before sign-in: values by code, of a tenant when one is named.',
    access: publicReadAccess,
    effect: 'read',
    passive: true,
    query: closed({ tenant: tenantQuery }),
    reply: { kind: 'json', schema: anyMap('Values by code.') },
    errors: ['AUTHENTICATION_REQUIRED', 'SESSION_EXPIRED'],
  }),
  getEffective: operation({
    method: 'GET',
    path: '/settings/effective/by-code/{code}',
    summary: 'The value that holds, and why',
    description: 'All levels with their values. Another tenant needs TENANT_ALL.',
    access: authority('SETTING_VIEW'),
    effect: 'read',
    params: codeParams,
    query: closed({
      tenant: tenantQuery,
      username: maybe(text('Also the value of this user of the tenant.', { minLength: 1, maxLength: 254 })),
    }),
    reply: { kind: 'json', schema: SvcSettingEffectiveModel },
    errors: ['SETTING_NOT_FOUND'],
  }),
  getRevision: operation({
    method: 'GET',
    path: '/settings/revision',
    summary: 'The revision of the settings',
    description: 'Raised by every change; a cheap poll.',
    access: sessionAccess,
    effect: 'read',
    passive: true,
    reply: { kind: 'json', schema: long('Revision that this process shows.') },
  }),
};
