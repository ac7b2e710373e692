// Contract operations of the module, as calls of its services.
import type { Handlers, systemSettingModule } from '@keelson/contract';
import type { Logger } from '../../kernel/process/log.ts';
import type { Caller } from '../../kernel/request/caller.ts';
import type { Context } from '../../kernel/request/context.ts';
import { invalid } from '../../kernel/request/errors.ts';
import type { SealedColumns } from '../../kernel/secrets/sealed-columns.ts';
import { findValueProblem, type SettingObject } from '../../kernel/settings/setting-value.ts';
import type { DefinitionService } from './definition/definition.service.ts';
import { listDefinitions, listGroups, pageDefinitions } from './definition/definition-query.ts';
import type { HistoryService } from './history/history.service.ts';
import type { OfrepFeature } from './ofrep/feature.ts';
import { preparedJson } from './read/prepared-value.ts';
import type { ReadService, SingleRead } from './read/read.service.ts';
import { viewerOf } from './shown/definition.wire.ts';
import type { SettingSnapshot } from './snapshot/setting-snapshot.ts';
import type { SettingStreams } from './stream/setting-streams.ts';
import { reencryptAll } from './transfer/reencryption.ts';
import { exportSettings } from './transfer/setting-export.ts';
import type { SettingImport } from './transfer/setting-import.ts';
import type { UserValueService } from './user/user-value.service.ts';
import type { ValueService } from './value/value.service.ts';
import { pageValues } from './value/value-page.ts';

export interface SettingServices {
  readonly snapshot: SettingSnapshot;
  readonly reads: ReadService;
  readonly values: ValueService;
  readonly users: UserValueService;
  readonly definitions: DefinitionService;
  readonly history: HistoryService;
  readonly imports: SettingImport;
  readonly streams: SettingStreams;
  readonly ofrep: OfrepFeature;
  readonly sealedColumns: SealedColumns;
  readonly log: Logger;
}

type AllHandlers = Handlers<typeof systemSettingModule, Caller, Context>;

const readHeaders = { 'cache-control': 'private, no-cache', vary: 'Authorization, Cookie' } as const;

/** A request with parameters as the ten reads have them; `default` is of the operation's type already. */
interface ReadRequest<T> {
  readonly params: { readonly code: string };
  readonly query: { readonly tenant?: string; readonly default?: T };
  readonly caller: Caller | null;
  readonly context: Context;
}

function readHandlers({ reads }: SettingServices) {
  /** The service holds the value's type against that of the operation. */
  const answer = async (
    type: SingleRead['type'],
    request: ReadRequest<SingleRead['fallback']>,
    tenant: string | undefined,
  ) => {
    const { params, query, caller, context } = request;
    const read = { type, code: params.code, tenant, fallback: query.default };
    const { value, etag } = await reads.single(caller, context, read);
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

const anyObject = { type: 'JSON', minValue: null, maxValue: null, pattern: null, allowedValueList: null } as const;

function parseObject(text: string): SettingObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  // What could not be a value of the setting is no default for it.
  if (findValueProblem(anyObject, value) === null) return value as SettingObject;
  invalid({ field: 'query.default', code: 'TYPE', message: 'Must be a JSON object.' });
}

const revisionHeader = (revision: number) => ({ 'x-svc-setting-revision': String(revision) });

type DefinitionHandler =
  | 'save'
  | 'update'
  | 'getByUuid'
  | 'getByCode'
  | 'delete'
  | 'activate'
  | 'deactivate'
  | 'queryDataPage'
  | 'queryDataList'
  | 'getGroups';

interface WithContext {
  readonly context: Context;
}
/** Before the work: a client that wrote at another process finds here what it wrote. */
function catchUpFirst({ reads }: Pick<SettingServices, 'reads'>) {
  return <Q extends WithContext, R>(handle: (request: Q) => R) =>
    async (request: Q): Promise<Awaited<R>> => {
      await reads.catchUp(request.context);
      return await handle(request);
    };
}

function definitionHandlers(services: SettingServices): Pick<AllHandlers, DefinitionHandler> {
  const { definitions, snapshot } = services;
  const { index } = snapshot;
  const current = catchUpFirst(services);
  /** This process shows the change already. */
  const withRevision = <T>(body: T) => ({ body, headers: revisionHeader(snapshot.revision) });
  return {
    save: async ({ caller, context, body }) => withRevision(await definitions.save(caller, context, body)),
    update: async ({ caller, context, body }) => withRevision(await definitions.update(caller, context, body)),
    getByUuid: current(({ caller, context, params }) => definitions.get(caller, context, { uuid: params.uuid })),
    getByCode: current(({ caller, context, params }) => definitions.get(caller, context, { code: params.code })),
    async delete({ caller, context, params, query }) {
      await definitions.remove(caller, context, params.uuid, query.version);
      return withRevision(undefined);
    },
    activate: async ({ caller, context, params }) =>
      withRevision(await definitions.setEnabled(caller, context, params.uuid, true)),
    deactivate: async ({ caller, context, params }) =>
      withRevision(await definitions.setEnabled(caller, context, params.uuid, false)),
    queryDataPage: current(({ caller, context, body }) => pageDefinitions(index, body, viewerOf(caller, context))),
    queryDataList: current(({ caller, context, body }) => listDefinitions(index, body, viewerOf(caller, context))),
    getGroups: current(({ caller, context }) => listGroups(index, viewerOf(caller, context))),
  };
}

export function createHandlers(services: SettingServices): AllHandlers {
  const { reads, snapshot, values, users, history, imports, streams, ofrep } = services;
  const current = catchUpFirst(services);
  return {
    ...readHandlers(services),
    ...definitionHandlers(services),
    getValuesByCodes: ({ caller, context, body }) => reads.byCodes(caller, context, body),
    getPublicValues: ({ caller, context, query }) => reads.publicValues(caller, context, query.tenant),
    getEffective: current(({ caller, params, query }) =>
      reads.effective(caller, { code: params.code, tenant: query.tenant, username: query.username }),
    ),
    getRevision: current(() => snapshot.revision),
    setValue: current(async ({ caller, context, body }) => {
      const written = await values.set(caller, context, body);
      return { body: written.body, headers: revisionHeader(written.revision) };
    }),
    setValues: current(async ({ caller, context, body }) => {
      const written = await values.setAll(caller, context, body);
      return { body: written.body, headers: revisionHeader(written.revision) };
    }),
    validateValues: current(({ caller, context, body }) => values.validate(caller, context, body)),
    revertValue: current(async ({ caller, context, params, query }) => {
      const { tenant, ...rest } = query;
      const asked = { code: params.code, ...rest, ...(tenant === undefined ? {} : { tenantIdentifier: tenant }) };
      return { body: undefined, headers: revisionHeader(await values.revert(caller, context, asked)) };
    }),
    queryValuePage: current(({ caller, body }) => pageValues(snapshot.index, caller, body)),
    getUserValues: current(({ caller }) => users.resolved(caller)),
    setUserValue: current(({ caller, context, body }) => users.set(caller, context, body)),
    revertUserValue: current(async ({ caller, context, params, query }) => {
      await users.set(caller, context, { code: params.code, value: null, version: query.version ?? null });
      return undefined;
    }),
    exportAll: current(({ caller, body }) => exportSettings(snapshot.index, caller, body)),
    async importAll({ caller, context, body, query: { dryRun = false, mode = 'MERGE' } }) {
      const result = await imports.importAll(caller, context, body, { dryRun, mode });
      return { body: result, headers: revisionHeader(snapshot.revision) };
    },
    reencryptSecrets: ({ caller }) => reencryptAll(caller, services),
    streamChanges: async ({ caller, context, query }) => streams.stream(caller, context.lastEventId, query.codePrefix),
    evaluateFlag: ({ caller, context, params, query, body }) =>
      ofrep.single(params.key, { caller, context, body, refetchEtag: query.flagConfigEtag }),
    evaluateFlags: ({ caller, context, query, body }) =>
      ofrep.bulk({ caller, context, body, refetchEtag: query.flagConfigEtag }),
    streamFlagChanges: ({ context, query }) => ofrep.openStream(query.ticket, context.lastEventId),
    queryHistoryPage: ({ caller, body }) => history.page(caller, body),
    async rollback({ caller, context, params, body }) {
      const written = await history.rollback(caller, context, params.uuid, body);
      return { body: written.body, headers: revisionHeader(written.revision) };
    },
  };
}
