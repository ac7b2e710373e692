// Takes running instances on to another version of their process, each by itself.
import type { Variables } from '@keelson/bpmn-core';
import {
  migratedAtOnceMax,
  type SvcBpmnMigratedInstanceModel,
  type SvcBpmnMigrateInstancesModel,
} from '@keelson/contract';
import type { Act } from '../../../../kernel/records/act.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { fail, invalid, ServiceError } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { checkVariables } from '../../interface/check-variables.ts';
import type { DefinitionCache } from '../../runtime/definitions/definition-cache.ts';
import { eachAtOnce } from '../../runtime/each-at-once.ts';
import type { EngineLimits } from '../../runtime/state/engine-limits.ts';
import type { InstanceSelectionStore } from '../instance-selection.store.ts';
import type { MigrateInstance, Migration } from './migrate-instance.ts';
import type { SelectionQuery } from './selection-query.ts';

type Body = SvcBpmnMigrateInstancesModel;
/** Target of a migration, with its mapping. */
export type MigrationWanted = Pick<Body, 'targetDefinitionId' | 'mapping' | 'autoMap' | 'variables'>;

export type FindMigration = (caller: Pick<Caller, 'tenantIdentifier'>, wanted: MigrationWanted) => Promise<Migration>;

/**
 * Creates the look-up of what is migrated to. It fails with 404 `DEFINITION_NOT_FOUND`, 422 `PROCESS_NOT_EXECUTABLE` and 413
 * `VARIABLE_TOO_LARGE`.
 */
export function createFindMigration({
  definitions,
  limits,
}: {
  readonly definitions: DefinitionCache;
  readonly limits: EngineLimits;
}): FindMigration {
  return async ({ tenantIdentifier }, { targetDefinitionId: id, mapping, autoMap, variables }) => {
    checkVariables(variables ?? {}, limits.variableBytes(tenantIdentifier));
    const target = await definitions.findById(tenantIdentifier, id);
    if (target === null) return failNotFound('DEFINITION_NOT_FOUND', { processDefinitionId: id });
    if (!target.executable) {
      fail('PROCESS_NOT_EXECUTABLE', { parameters: { processDefinitionId: target.id, key: target.key } });
    }
    return {
      target: await definitions.compiled(target.id),
      mapping: (mapping ?? []).map((pair) => ({ ...pair, updateTrigger: pair.updateTrigger ?? false })),
      autoMap: autoMap ?? true,
      variables: (variables ?? {}) as Variables,
    };
  };
}

export function createMigrateService({
  findMigration,
  migrateInstance,
  selection,
  selectionQuery,
}: {
  readonly findMigration: FindMigration;
  readonly migrateInstance: MigrateInstance;
  readonly selection: InstanceSelectionStore;
  readonly selectionQuery: SelectionQuery;
}) {
  async function idsOf({ caller }: Act, { processInstanceIds, query }: Body): Promise<readonly string[]> {
    if ((processInstanceIds == null) === (query == null)) {
      invalid({ field: '', code: 'REQUIRED', message: 'Exactly one of processInstanceIds and query must be given.' });
    }
    if (query == null) return processInstanceIds ?? [];
    const found = await selection.ids(await selectionQuery(caller, query, 'running'), migratedAtOnceMax + 1);
    if (found.length > migratedAtOnceMax) fail('RESULT_TOO_LARGE', { parameters: { limit: migratedAtOnceMax } });
    return found;
  }

  async function migrateOne(
    act: Act,
    id: string,
    migration: Migration,
    body: Body,
  ): Promise<SvcBpmnMigratedInstanceModel> {
    const tried = { dryRun: body.dryRun ?? false, expectedVersion: body.expectedVersions?.[id] ?? null };
    try {
      const plan = await migrateInstance(act.caller, id, migration, tried);
      return { id, errorCode: plan.legal ? null : 'MIGRATION_NOT_POSSIBLE', plan };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const isRefused = error.code === 'MIGRATION_NOT_POSSIBLE' && !tried.dryRun;
      const again = isRefused ? await migrateOne(act, id, migration, { ...body, dryRun: true }) : null;
      return { id, errorCode: error.code, plan: again?.plan ?? null };
    }
  }

  return {
    async migrate(act: Act, body: Body): Promise<SvcBpmnMigratedInstanceModel[]> {
      const ids = await idsOf(act, body);
      const migration = await findMigration(act.caller, body);
      const done = await eachAtOnce(ids, (id) => migrateOne(act, id, migration, body));
      if (body.dryRun !== true) refuseAll(done);
      return done;
    },
  };
}

export type MigrateService = ReturnType<typeof createMigrateService>;

/** Ends the request where none of the instances can be migrated, as nothing was done. */
function refuseAll(done: readonly SvcBpmnMigratedInstanceModel[]): void {
  if (done.length === 0 || done.some(({ errorCode }) => errorCode !== 'MIGRATION_NOT_POSSIBLE')) return;
  const errorArguments = done.flatMap(({ id, plan }) => (plan?.reasons ?? []).map((reason) => ({ id, reason })));
  fail('MIGRATION_NOT_POSSIBLE', { errorArguments });
}
