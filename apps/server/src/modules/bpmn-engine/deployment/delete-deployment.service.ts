// Deletes a deployment: nothing starts, calls or decides by what it made, and the version before is the latest one again.
import { cancelledInstancesMax } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail, failAuthority } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { bpmnEngineEvents } from '../bpmn-engine.events.ts';
import { isUuid } from '../interface/part-id.ts';
import { createCommandEach } from '../runtime/command-each.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { ArmStarts } from '../runtime/starts/arm-starts.ts';
import { definitionStateStore } from '../runtime/starts/definition-state.store.ts';
import { type DeployedVersion, deleteDeploymentStore } from './delete-deployment.store.ts';

const REASON = 'The deployment was deleted.';

/** Creates the deletion of deployments; `onChange` is called after the commit. */
export function createDeleteDeployment({
  clock,
  database,
  log,
  runtime,
  armStarts,
  onChange,
}: Pick<Kernel, 'clock' | 'database' | 'log'> & {
  readonly runtime: Pick<InstanceRuntime, 'runByJob'>;
  readonly armStarts: ArmStarts;
  readonly onChange: () => void;
}) {
  const commandEach = createCommandEach({ log, runtime });

  /** Cancels the running instances of versions. One that cannot be cancelled goes on, and the deployment is in use then. */
  async function cancelRunning({ caller }: Act, definitionIds: readonly string[]): Promise<number> {
    const found = await deleteDeploymentStore.running(database, definitionIds, cancelledInstancesMax + 1);
    const isOthers = found.some(({ tenant_identifier: tenant }) => tenant !== caller.tenantIdentifier);
    if (isOthers && !caller.holds('TENANT_ALL')) return refuseInUse(definitionIds);
    if (found.length > cancelledInstancesMax)
      return fail('DEPLOYMENT_INSTANCES_TOO_MANY', { parameters: { limit: cancelledInstancesMax } });
    await commandEach(
      found.map(({ id }) => id),
      {
        decide: () => ({ kind: 'cancel', at: clock.now(), actor: caller.username, reason: REASON }),
        answer: () => undefined,
        interrupts: true,
      },
    );
    return found.length;
  }

  async function refuseInUse(definitionIds: readonly string[]): Promise<never> {
    const count = await deleteDeploymentStore.countRunning(database, definitionIds);
    return fail('DEPLOYMENT_IN_USE', { parameters: { count } });
  }

  async function deleteIn(tx: Transaction, act: Act, id: string, cancelled: number): Promise<void> {
    const { tenantIdentifier } = act.caller;
    // The catalogue is raised first, as by deployments: whoever deletes the same one beside this waits here.
    await definitionStateStore.raiseCatalogue(tx);
    const versions = (await deleteDeploymentStore.versions(tx, tenantIdentifier, id)) ?? notFound(id);
    const definitions = versions.map((version) => version.id);
    const [running] = await deleteDeploymentStore.running(tx, definitions, 1);
    if (running !== undefined) return refuseInUse(definitions);
    const decisions = await deleteDeploymentStore.markDeleted(tx, id, new Date(clock.now()));
    await deleteDeploymentStore.removeStarts(tx, definitions);
    for (const key of keysOf(versions)) await armStarts.renew(tx, tenantIdentifier, key, new Map());
    await act.record(tx, bpmnEngineEvents.deploymentDeleted, id, { definitions, decisions, cancelled });
    tx.afterCommit(onChange);
  }

  return async function deleteDeployment(act: Act, id: string, cascade: boolean): Promise<undefined> {
    const { caller } = act;
    if (cascade && !caller.holds('BPMN_INSTANCE_MANAGE')) failAuthority('BPMN_INSTANCE_MANAGE');
    const versions = isUuid(id)
      ? await deleteDeploymentStore.versions(database, caller.tenantIdentifier, id)
      : notFound(id);
    if (versions === null) return notFound(id);
    const definitionIds = versions.map((version) => version.id);
    const cancelled = cascade ? await cancelRunning(act, definitionIds) : 0;
    await database.transaction((tx) => deleteIn(tx, act, id, cancelled));
  };
}

export type DeleteDeployment = ReturnType<typeof createDeleteDeployment>;

function keysOf(versions: readonly DeployedVersion[]): readonly string[] {
  return [...new Set(versions.map(({ key }) => key))];
}

function notFound(deploymentId: string): never {
  return failNotFound('DEPLOYMENT_NOT_FOUND', { deploymentId });
}
