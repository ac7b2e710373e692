// Answers the contract operations that read values.
import type { PublicAct } from '../../../kernel/records/act.ts';
import type { Revisioned } from '../../../kernel/records/revisioned.ts';
import { invalid } from '../../../kernel/request/errors.ts';
import { findValueProblem, type SettingObject } from '../../../kernel/settings/setting-value.ts';
import { createCatchUpFirst } from '../client-revision.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import type { SettingHandlers } from '../system-setting.types.ts';
import { preparedJson } from './prepared-value.ts';
import type { createReadService, SingleRead } from './read.service.ts';

type ReadService = ReturnType<typeof createReadService>;
type TypeName = 'Boolean' | 'Number' | 'Decimal' | 'String' | 'Json';
type TypedRead = `get${TypeName}SettingByCode` | `get${TypeName}SettingByCodeAndTenant`;

const anyObject = { type: 'JSON', minValue: null, maxValue: null, pattern: null, allowedValueList: null } as const;

function parseObject(text: string): SettingObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  // A value that does not fit the setting is no default for it.
  if (findValueProblem(anyObject, value) === null) return value as SettingObject;
  invalid({ field: 'query.default', code: 'TYPE', message: 'Must be a JSON object.' });
}

const readHeaders = { 'cache-control': 'private, no-cache', vary: 'Authorization, Cookie' } as const;

/** A request with the parameters of the ten reads; `default` has the operation's type already. */
interface ReadRequest<T> {
  readonly params: { readonly code: string };
  readonly query: { readonly tenant?: string; readonly default?: T };
  readonly act: Pick<PublicAct, 'caller' | 'context'>;
}

function createTypedHandlers(reads: ReadService): SettingHandlers<TypedRead> {
  /** The service checks the value's type against that of the operation. */
  const answer = async (
    type: SingleRead['type'],
    request: ReadRequest<SingleRead['fallback']>,
    tenant: string | undefined,
  ) => {
    const { params, query, act } = request;
    const read = { type, code: params.code, tenant, fallback: query.default };
    const { value, etag } = await reads.single(act, read);
    return {
      body: { preparedJson: preparedJson(value) },
      headers: { ...readHeaders, ...(etag === null ? {} : { etag }) },
    };
  };
  const forAll = (type: SingleRead['type']) => (request: ReadRequest<SingleRead['fallback']>) =>
    answer(type, request, undefined);
  const forTenant = (type: SingleRead['type']) => (request: ReadRequest<SingleRead['fallback']>) =>
    answer(type, request, request.query.tenant ?? '');
  const withObject = (request: ReadRequest<string>): ReadRequest<SettingObject> => {
    const { tenant, default: text } = request.query;
    const query = {
      ...(tenant === undefined ? {} : { tenant }),
      ...(text === undefined ? {} : { default: parseObject(text) }),
    };
    return { ...request, query };
  };
  return {
    getBooleanSettingByCode: forAll('BOOLEAN'),
    getBooleanSettingByCodeAndTenant: forTenant('BOOLEAN'),
    getNumberSettingByCode: forAll('NUMBER'),
    getNumberSettingByCodeAndTenant: forTenant('NUMBER'),
    getDecimalSettingByCode: forAll('DECIMAL'),
    getDecimalSettingByCodeAndTenant: forTenant('DECIMAL'),
    getStringSettingByCode: forAll('STRING'),
    getStringSettingByCodeAndTenant: forTenant('STRING'),
    getJsonSettingByCode: async (request: ReadRequest<string>) => forAll('JSON')(withObject(request)),
    getJsonSettingByCodeAndTenant: async (request: ReadRequest<string>) => forTenant('JSON')(withObject(request)),
  };
}

export function createReadHandlers({
  reads,
  snapshot,
  revisioned,
}: {
  readonly reads: ReadService;
  readonly snapshot: Pick<SettingSnapshot, 'revision'>;
  readonly revisioned: Revisioned;
}): SettingHandlers<TypedRead | 'getValuesByCodes' | 'getPublicValues' | 'getEffective' | 'getRevision'> {
  const current = createCatchUpFirst(revisioned);
  return {
    ...createTypedHandlers(reads),
    getValuesByCodes: ({ act, body }) => reads.byCodes(act, body),
    getPublicValues: ({ act, query }) => reads.publicValues(act, query.tenant),
    getEffective: current(({ act, params, query }) =>
      reads.effective(act, { code: params.code, tenant: query.tenant, username: query.username }),
    ),
    getRevision: current(() => snapshot.revision),
  };
}
