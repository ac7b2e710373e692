// Writes a deployment within its transaction: its files, the versions that they make, and what starts instances of these.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { bpmnEngineEvents } from '../bpmn-engine.events.ts';
import type { ReadProcess } from '../runtime/definitions/deployment-reader.ts';
import type { ReadDecision } from '../runtime/definitions/read-decision-files.ts';
import type { ArmStarts } from '../runtime/starts/arm-starts.ts';
import { definitionStateStore } from '../runtime/starts/definition-state.store.ts';
import { decisionVersionStore } from './decision-version.store.ts';
import { deploymentStore } from './deployment.store.ts';
import type { DeployedDefinition, DeployRequest, PreparedDeployment } from './deployment.types.ts';

/** Warnings kept with a deployment: what its page can show. All of them are counted. */
export const KEPT_PROBLEMS_MAX = 200;

export interface SavedDeployment {
  /** Is that of the newest one that holds everything, where nothing is new. */
  readonly deploymentId: string;
  /** Names processes and decisions. */
  readonly unchangedKeys: readonly string[];
  readonly definitions: readonly DeployedDefinition[];
}

export type SaveDeployment = ReturnType<typeof createSaveDeployment>;

interface PlannedVersion {
  readonly process: ReadProcess;
  readonly version: number;
  /** Of the administration; null for one that comes as a file. */
  readonly processModelId: number | null;
}

interface VersionParts extends Pick<Kernel, 'ids'> {
  readonly armStarts: ArmStarts;
}

function createSaveVersion({ ids, armStarts }: VersionParts) {
  return async function saveVersion(
    tx: Transaction,
    { tenant, deploymentId, suspended }: { tenant: string; deploymentId: string; suspended: boolean },
    { process, version, processModelId }: PlannedVersion,
  ): Promise<DeployedDefinition> {
    const { key, resourceName, starts } = process;
    const id = `${key}:${version}:${ids.suffix8()}`;
    const definition = { ...process, id, version, suspended, processModelId };
    await deploymentStore.saveDefinition(tx, tenant, deploymentId, definition);
    await armStarts.renew(tx, tenant, key, new Map(starts === null ? [] : [[id, starts]]));
    return { id, key, version, resourceName, suspended, unchanged: false };
  };
}

export function createSaveDeployment(parts: VersionParts & Pick<Kernel, 'clock'>) {
  const { clock, ids } = parts;
  const saveVersion = createSaveVersion(parts);

  /** Stores the files and what they make, where anything of it is new. */
  async function saveNew(
    tx: Transaction,
    act: Pick<Act, 'caller' | 'record'>,
    { request, found }: PreparedDeployment,
    { versions, decided, unchangedKeys }: Planned,
  ): Promise<{ readonly deploymentId: string; readonly definitions: readonly DeployedDefinition[] }> {
    const { files, suspended = false } = request;
    const tenant = act.caller.tenantIdentifier;
    const deploymentId = ids.uuidV7();
    const made = decided.changed.map(({ decision, version }) => ({
      ...decision,
      id: `${decision.key}:${version}:${ids.suffix8()}`,
      version,
    }));
    await deploymentStore.saveDeployment(tx, {
      id: deploymentId,
      tenantIdentifier: tenant,
      name: request.deploymentName ?? files[0]?.name ?? null,
      source: request.source ?? null,
      deployedBy: act.caller.username,
      deployedByUuid: personOf(act.caller),
      deployedAt: clock.now(),
      unchangedKeys,
      decisions: Object.fromEntries([...made, ...decided.unchanged].map(({ key, id }) => [key, id])),
      problems: found.problems.slice(0, KEPT_PROBLEMS_MAX),
      problemCount: found.problemCount,
    });
    for (const { name, bytes } of files) await deploymentStore.saveResource(tx, deploymentId, name, bytes);
    for (const decision of made) await decisionVersionStore.save(tx, tenant, deploymentId, decision);
    const definitions: DeployedDefinition[] = [];
    for (const planned of versions) {
      definitions.push(planned.kept ?? (await saveVersion(tx, { tenant, deploymentId, suspended }, planned)));
    }
    await act.record(tx, bpmnEngineEvents.deployed, deploymentId, {
      definitions: definitions.flatMap(({ id, unchanged }) => (unchanged ? [] : id)),
      decisions: made.map(({ id }) => id),
      files: files.map((file) => file.name),
      ...(suspended ? { suspended } : {}),
    });
    return { deploymentId, definitions };
  }

  return async function saveDeployment(
    tx: Transaction,
    act: Pick<Act, 'caller' | 'record'>,
    prepared: PreparedDeployment,
  ): Promise<SavedDeployment> {
    const { request, found } = prepared;
    const tenant = act.caller.tenantIdentifier;
    // The catalogue is raised first, so that deployments of one key run one after another.
    await definitionStateStore.raiseCatalogue(tx);
    const versions = await planVersions(tx, tenant, found.processes, request);
    const decided = await planDecisions(tx, tenant, found.decisions, request.force === true);
    const kept = versions.flatMap((version) => version.kept ?? []);
    for (const { kept, processModelId } of versions) {
      if (kept !== null && processModelId !== null) await deploymentStore.setProcessModel(tx, kept.id, processModelId);
    }
    const unchangedKeys = [...kept, ...decided.unchanged].map(({ key }) => key);
    const holder = kept.at(-1) ?? decided.unchanged.at(-1);
    const hasNews = kept.length < versions.length || decided.changed.length > 0;
    if (!hasNews && holder !== undefined) {
      return { deploymentId: holder.deploymentId, unchangedKeys, definitions: kept };
    }
    return { unchangedKeys, ...(await saveNew(tx, act, prepared, { versions, decided, unchangedKeys })) };
  };
}

/** Whoever acts in another's stead leaves nothing behind that goes on doing so. */
function personOf({ actorUsername, userUuid }: Caller): string | null {
  return actorUsername === null ? userUuid : null;
}

/** `kept` is the newest version where it equals what was read. */
interface PlannedVersions extends PlannedVersion {
  readonly kept: (DeployedDefinition & { readonly deploymentId: string }) | null;
}

interface Planned {
  readonly versions: readonly PlannedVersions[];
  readonly decided: Awaited<ReturnType<typeof planDecisions>>;
  readonly unchangedKeys: readonly string[];
}

async function planVersions(
  tx: Transaction,
  tenant: string,
  processes: readonly ReadProcess[],
  { files, force }: DeployRequest,
): Promise<readonly PlannedVersions[]> {
  const modelOf = new Map(files.map(({ name, processModelId = null }) => [name, processModelId]));
  const planned: PlannedVersions[] = [];
  for (const process of processes) {
    const { key, resourceName, contentSha256 } = process;
    const newest = await deploymentStore.findNewest(tx, tenant, key);
    const processModelId = modelOf.get(resourceName) ?? null;
    if (newest !== null && force !== true && contentSha256 === newest.contentSha256) {
      const { id, version, suspended, deploymentId } = newest;
      const kept = { id, key, version, resourceName, suspended, unchanged: true, deploymentId };
      planned.push({ process, version, processModelId, kept });
    } else planned.push({ process, version: (newest?.version ?? 0) + 1, processModelId, kept: null });
  }
  return planned;
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
