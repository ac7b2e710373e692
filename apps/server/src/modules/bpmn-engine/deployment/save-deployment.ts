// Writes a deployment within its transaction: its files, the versions that they make, and what starts instances of these.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { bpmnEngineEvents } from '../bpmn-engine.events.ts';
import type { ReadFiles, ReadProcess } from '../runtime/definitions/deployment-reader.ts';
import type { ReadDecision } from '../runtime/definitions/read-decision-files.ts';
import type { ArmStarts } from '../runtime/starts/arm-starts.ts';
import { definitionStateStore } from '../runtime/starts/definition-state.store.ts';
import { decisionVersionStore } from './decision-version.store.ts';
import { deploymentStore } from './deployment.store.ts';
import type { DeployRequest } from './deployment.types.ts';

/** Warnings kept with a deployment: what its page can show. All of them are counted. */
const KEPT_PROBLEMS_MAX = 200;

export function createSaveDeployment({
  clock,
  ids,
  armStarts,
}: Pick<Kernel, 'clock' | 'ids'> & { readonly armStarts: ArmStarts }) {
  /** Answers the id of the deployment; of the newest one that holds it where nothing is new. */
  return async function saveDeployment(
    tx: Transaction,
    act: Pick<Act, 'caller' | 'record'>,
    request: DeployRequest,
    { processes, decisions, problems, problemCount }: ReadFiles,
  ): Promise<string> {
    const tenant = act.caller.tenantIdentifier;
    // The catalogue is raised first, so that deployments of one key run one after another.
    await definitionStateStore.raiseCatalogue(tx);
    const { changed, unchanged } = await planVersions(tx, tenant, processes, request.force);
    const decided = await planDecisions(tx, tenant, decisions, request.force);
    const newestUnchanged = unchanged.at(-1) ?? decided.unchanged.at(-1);
    const isUnchanged = changed.length + decided.changed.length === 0;
    if (isUnchanged && newestUnchanged !== undefined) return newestUnchanged.deploymentId;
    const deploymentId = ids.uuidV7();
    const made = decided.changed.map(({ decision, version }) => ({
      ...decision,
      id: `${decision.key}:${version}:${ids.suffix8()}`,
      version,
    }));
    await deploymentStore.saveDeployment(tx, {
      id: deploymentId,
      tenantIdentifier: tenant,
      name: request.deploymentName,
      source: request.source,
      deployedBy: act.caller.username,
      deployedByUuid: personOf(act.caller),
      deployedAt: clock.now(),
      unchangedKeys: [...unchanged, ...decided.unchanged].map(({ key }) => key),
      decisions: Object.fromEntries([...made, ...decided.unchanged].map(({ key, id }) => [key, id])),
      problems: problems.slice(0, KEPT_PROBLEMS_MAX),
      problemCount,
    });
    for (const { name, bytes } of request.files) await deploymentStore.saveResource(tx, deploymentId, name, bytes);
    for (const decision of made) await decisionVersionStore.save(tx, tenant, deploymentId, decision);
    const saved: string[] = [];
    for (const { process, version } of changed) {
      const id = `${process.key}:${version}:${ids.suffix8()}`;
      await deploymentStore.saveDefinition(tx, tenant, deploymentId, { ...process, id, version });
      saved.push(id);
      await armStarts.renew(tx, tenant, process.key, new Map(process.starts === null ? [] : [[id, process.starts]]));
    }
    const detail = {
      definitions: saved,
      decisions: made.map(({ id }) => id),
      files: request.files.map((file) => file.name),
    };
    await act.record(tx, bpmnEngineEvents.deployed, deploymentId, detail);
    return deploymentId;
  };
}

/** Whoever acts in another's stead leaves nothing behind that goes on doing so. */
function personOf({ actorUsername, userUuid }: Caller): string | null {
  return actorUsername === null ? userUuid : null;
}

/** Versions to make of the processes read, and the deployments that hold those that are unchanged. */
async function planVersions(tx: Transaction, tenant: string, processes: readonly ReadProcess[], force: boolean) {
  const changed: { readonly process: ReadProcess; readonly version: number }[] = [];
  const unchanged: { readonly key: string; readonly deploymentId: string }[] = [];
  for (const process of processes) {
    const newest = await deploymentStore.findNewestContent(tx, tenant, process.key);
    if (newest !== null && !force && process.contentSha256 === newest.contentSha256) {
      unchanged.push({ key: process.key, deploymentId: newest.deploymentId });
      continue;
    }
    changed.push({ process, version: (newest?.version ?? 0) + 1 });
  }
  return { changed, unchanged };
}

/** The same of decisions: each is as its whole file, so its version follows the file. */
async function planDecisions(tx: Transaction, tenant: string, decisions: readonly ReadDecision[], force: boolean) {
  const changed: { readonly decision: ReadDecision; readonly version: number }[] = [];
  const unchanged: { readonly key: string; readonly id: string; readonly deploymentId: string }[] = [];
  for (const decision of decisions) {
    const newest = await decisionVersionStore.findNewest(tx, tenant, decision.key);
    if (newest !== null && !force && decision.contentSha256 === newest.contentSha256) {
      unchanged.push({ key: decision.key, id: newest.id, deploymentId: newest.deploymentId });
      continue;
    }
    changed.push({ decision, version: (newest?.version ?? 0) + 1 });
  }
  return { changed, unchanged };
}
