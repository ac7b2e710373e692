// Deploys processes and links version and definition, and shows the deployments of a process.
import type {
  SvcBpmnDeploymentModel,
  SvcBpmnProcessDeployModel,
  SvcBpmnProcessDeploymentModel,
} from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { failAuthority, invalid } from '../../../kernel/request/errors.ts';
import type { BpmnEngineApi } from '../../bpmn-engine/api.ts';
import { bpmnAdminEvents } from '../bpmn-admin.events.ts';
import { processes } from '../record/process.store.ts';
import { judgedBy } from './asked-strictness.ts';
import type { DeployedFile, DeployedFiles } from './deployed-files.ts';
import { findDeployedVersions, insertDeployment } from './deployment.store.ts';

type Engine = Pick<
  BpmnEngineApi,
  'countInstances' | 'deploy' | 'findDefinitions' | 'prepareDeployment' | 'setDefinitionState'
>;

interface DeploymentGround extends Pick<Kernel, 'database' | 'clock'> {
  readonly files: DeployedFiles;
  readonly engine: () => Engine;
}

type Deployed = Awaited<ReturnType<Engine['deploy']>>;

export type DeploymentService = ReturnType<typeof createDeploymentService>;

export function createDeploymentService({ database, clock, files, engine }: DeploymentGround) {
  /** Activates new definitions later, which were stored suspended; unchanged ones stay as they are. */
  async function activateLater(tx: Transaction, act: Act, { definitions }: Deployed, at: number): Promise<void> {
    const { tenantIdentifier } = act.caller;
    for (const { id: value, unchanged } of definitions) {
      if (unchanged) continue;
      const change = { by: 'id', value, tenantIdentifier, suspended: false } as const;
      await engine().setDefinitionState(change, { actor: act.actor, at }, tx);
    }
  }

  return {
    deploy: (act: Act, id: number, body: SvcBpmnProcessDeployModel): Promise<SvcBpmnDeploymentModel> =>
      act.once(async (claim) => {
        if (!act.caller.holds('BPMN_DEPLOY')) failAuthority('BPMN_DEPLOY');
        const at = activationOf(body, clock.now());
        const found = await files.findAll(act, id, body);
        const prepared = await engine().prepareDeployment(act, {
          files: found.map(({ name, bytes, process }) => ({ name, bytes, processModelId: process.id })),
          deploymentName: body.comment ?? found[0]!.process.name,
          source: 'bpmn-admin',
          strictness: judgedBy(body.strictness),
          suspended: at !== null,
        });
        return database.transaction(async (tx) => {
          const deployed = await engine().deploy(act, prepared, tx);
          await link(tx, act, found, deployed, new Date(clock.now()));
          if (at !== null) await activateLater(tx, act, deployed, at);
          await claim.save(tx, deployed.deployment);
          return deployed.deployment;
        });
      }),

    async list(act: Act, id: number): Promise<SvcBpmnProcessDeploymentModel[]> {
      await processes.get(database, act.caller, { id });
      const versions = await findDeployedVersions(database, id);
      const found = await engine().findDefinitions(act, { processModelId: id });
      const ids = found.map((definition) => definition.id);
      const uses = await engine().countInstances(act, ids);
      return found.map((definition) => ({
        versionNumber: versions.get(definition.id) ?? null,
        processDefinitionId: definition.id,
        key: definition.key,
        version: definition.version,
        deploymentId: definition.deploymentId,
        deploymentTime: definition.deploymentTime,
        suspended: definition.suspended,
        runningInstances: uses.get(definition.id)?.running ?? 0,
        openIncidents: uses.get(definition.id)?.incidents ?? 0,
      }));
    },
  };
}

function activationOf({ activateAt }: SvcBpmnProcessDeployModel, now: number): number | null {
  if (activateAt === null || activateAt === undefined) return null;
  const at = Date.parse(activateAt);
  if (at <= now) invalid({ field: 'activateAt', code: 'DATE_IN_PAST', message: 'Must lie in the future.' });
  return at;
}

/** Writes this module's side of the link; the engine has written the other one. */
async function link(
  tx: Transaction,
  act: Act,
  files: readonly DeployedFile[],
  { deployment, definitions }: Deployed,
  now: Date,
): Promise<void> {
  const change = { by: act.caller.username, now };
  for (const { process, versionNumber, name } of files) {
    const row = await processes.lock(tx, act.caller, { id: process.id });
    const own = definitions.filter(({ resourceName }) => resourceName === name);
    for (const { id: definitionId, key: definitionKey, version: definitionVersion } of own) {
      const deployedVersion = { processId: row.id, versionNumber, definitionId, definitionKey, definitionVersion };
      await insertDeployment(tx, { ...deployedVersion, deploymentId: deployment.id }, change);
    }
    const last = { lastDeployedVersion: versionNumber, lastDeployedAt: now, lastDeployedBy: change.by };
    const { uuid } = await processes.update(tx, row, last, change);
    const detail = { uuid, versionNumber, deploymentId: deployment.id, definitionIds: own.map(({ id }) => id) };
    await act.record(tx, bpmnAdminEvents.deployed, { name: row.code, tenantIdentifier: row.tenantIdentifier }, detail);
  }
}
