// Takes one running instance on to another version of its process.
import type { MigrationPair, Variables } from '@keelson/bpmn-core';
import type { SvcBpmnChangePlanModel } from '@keelson/contract';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import type { HistoryApi } from '../../history/feature.ts';
import { planReply, refusalsOf, requireSeen, type Tried } from '../../interface/change-plan.wire.ts';
import { isInstanceId } from '../../interface/part-id.ts';
import type { Burst } from '../../runtime/burst/burst.ts';
import type { CompiledDefinition } from '../../runtime/definitions/definition.types.ts';
import type { InstanceRuntime } from '../../runtime/instance-runtime.ts';

export interface Migration {
  readonly target: CompiledDefinition;
  readonly mapping: readonly MigrationPair[];
  readonly autoMap: boolean;
  readonly variables: Variables;
}

interface HowToMigrate extends Tried {
  /** Adds to the commit what belongs to whoever migrates. */
  readonly accompany?: (burst: Burst) => void;
}

const REFUSALS = refusalsOf('MIGRATION_NOT_POSSIBLE');

export function createMigrateInstance({
  clock,
  runtime,
  history,
}: Pick<Kernel, 'clock'> & { readonly runtime: InstanceRuntime; readonly history: HistoryApi }) {
  /**
   * Migrates an instance of the person's tenant. Fails with 404 `INSTANCE_NOT_FOUND`, 409 `INSTANCE_ENDED`, 422 `MIGRATION_NOT_POSSIBLE`
   * with every reason, and as any step of the process.
   */
  return async function migrateInstance(
    { username, tenantIdentifier }: Pick<Caller, 'username' | 'tenantIdentifier'>,
    id: string,
    { target, ...migration }: Migration,
    { accompany, ...tried }: HowToMigrate,
  ): Promise<SvcBpmnChangePlanModel> {
    if (!isInstanceId(id)) return notFound(id);
    const dryRun = tried.dryRun ?? false;
    const done = await runtime.run(
      id,
      {
        target,
        decide(live) {
          if (live.state.facts.tenantIdentifier !== tenantIdentifier) notFound(id);
          requireSeen(live, tried);
          const to = { processDefinitionId: target.id, model: target.model };
          return { kind: 'migrate', at: clock.now(), actor: username, target: to, ...migration, dryRun };
        },
        ...planReply(tried),
        ...(accompany === undefined || dryRun ? {} : { accompany }),
      },
      REFUSALS,
    );
    if (done !== null) return done;
    const origin = await history.findOrigin(id);
    if (origin?.tenant_identifier === tenantIdentifier) {
      fail('INSTANCE_ENDED', { parameters: { processInstanceId: id } });
    }
    return notFound(id);
  };
}

export type MigrateInstance = ReturnType<typeof createMigrateInstance>;

function notFound(processInstanceId: string): never {
  return failNotFound('INSTANCE_NOT_FOUND', { processInstanceId });
}
