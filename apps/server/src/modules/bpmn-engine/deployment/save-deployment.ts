// Writes a deployment within its transaction: its files, the versions that they make, and what starts instances of these.
import { createHash } from 'node:crypto';
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
import type { DeployedDefinition, DeployRequest, PreparedDeployment } from './deployment.types.ts';
import { formVersionStore, type NewForm } from './form-version.store.ts';

/** Bound of the warnings kept with a deployment, for its page; all of them are counted. */
export const KEPT_PROBLEMS_MAX = 200;

export interface SavedDeployment {
  /** Id of the deployment; where nothing is new, of the newest one that holds everything. */
  readonly deploymentId: string;
  /** Keys of processes, decisions and forms that are unchanged. */
  readonly unchangedKeys: readonly string[];
  readonly definitions: readonly DeployedDefinition[];
}

export type SaveDeployment = ReturnType<typeof createSaveDeployment>;

interface PlannedVersion {
  readonly process: ReadProcess;
  readonly version: number;
  /** Process of the administration; null for one that comes as a file. */
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

  /** Stores the files and the versions that they make, where anything of it is new. */
  async function saveNew(
    tx: Transaction,
    act: Pick<Act, 'caller' | 'record'>,
    { request, found }: PreparedDeployment,
    { versions, decided, formed, unchangedKeys }: Planned,
  ): Promise<{ readonly deploymentId: string; readonly definitions: readonly DeployedDefinition[] }> {
    const { files, suspended = false } = request;
    const tenant = act.caller.tenantIdentifier;
    const deploymentId = ids.uuidV7();
    const made = decided.changed.map((decision) => ({
      ...decision,
      id: `${decision.key}:${decision.version}:${ids.suffix8()}`,
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
      forms: Object.fromEntries([...formed.changed, ...formed.unchanged].map(({ key, version }) => [key, version])),
      problems: found.problems.slice(0, KEPT_PROBLEMS_MAX),
      problemCount: found.problemCount,
    });
    for (const { name, bytes } of files) await deploymentStore.saveResource(tx, deploymentId, name, bytes);
    for (const decision of made) await decisionVersionStore.save(tx, tenant, deploymentId, decision);
    for (const form of formed.changed) await formVersionStore.save(tx, tenant, deploymentId, form);
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
    const { decided, formed } = await planOthers(tx, tenant, prepared);
    const kept = versions.flatMap((version) => version.kept ?? []);
    for (const { kept, processModelId } of versions) {
      if (kept !== null && processModelId !== null) await deploymentStore.setProcessModel(tx, kept.id, processModelId);
    }
    const unchanged = [...kept, ...decided.unchanged, ...formed.unchanged];
    const unchangedKeys = unchanged.map(({ key }) => key);
    const holder = kept.at(-1) ?? decided.unchanged.at(-1) ?? formed.unchanged.at(-1);
    const hasNews = kept.length < versions.length || decided.changed.length + formed.changed.length > 0;
    if (!hasNews && holder !== undefined) {
      return { deploymentId: holder.deploymentId, unchangedKeys, definitions: kept };
    }
    return { unchangedKeys, ...(await saveNew(tx, act, prepared, { versions, decided, formed, unchangedKeys })) };
  };
}

/** Answers the person behind a deployment; null for who acts in another's stead: he leaves nothing behind that goes on doing so. */
function personOf({ actorUsername, userUuid }: Caller): string | null {
  return actorUsername === null ? userUuid : null;
}

/** Versions of a deployment; `kept` is the newest version where it equals what was read. */
interface PlannedVersions extends PlannedVersion {
  readonly kept: (DeployedDefinition & { readonly deploymentId: string }) | null;
}

interface Planned {
  readonly versions: readonly PlannedVersions[];
  readonly decided: PlannedFiles<ReadDecision, NewestDecision>;
  readonly formed: PlannedFiles<HashedForm, NewestForm>;
  readonly unchangedKeys: readonly string[];
}

type NewestDecision = NonNullable<Awaited<ReturnType<typeof decisionVersionStore.findNewest>>['newest']>;
type NewestForm = NonNullable<Awaited<ReturnType<typeof formVersionStore.findNewest>>['newest']>;
type HashedForm = Omit<NewForm, 'version'>;

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
    const { newest, last } = await deploymentStore.findNewest(tx, tenant, key);
    const processModelId = modelOf.get(resourceName) ?? null;
    if (newest !== null && force !== true && contentSha256 === newest.contentSha256) {
      const { id, version, suspended, deploymentId } = newest;
      const kept = { id, key, version, resourceName, suspended, unchanged: true, deploymentId };
      planned.push({ process, version, processModelId, kept });
    } else planned.push({ process, version: last + 1, processModelId, kept: null });
  }
  return planned;
}

/** Versions of things that are as their whole file is, so that their version follows the file. */
interface PlannedFiles<Thing, Newest> {
  readonly changed: readonly (Thing & { readonly version: number })[];
  readonly unchanged: readonly (Newest & { readonly key: string })[];
}

async function planFiles<
  Thing extends { readonly key: string; readonly contentSha256: string },
  Newest extends { readonly version: number; readonly contentSha256: string },
>(
  things: readonly Thing[],
  force: boolean,
  findNewest: (key: string) => Promise<{ readonly newest: Newest | null; readonly last: number }>,
): Promise<PlannedFiles<Thing, Newest>> {
  const changed: (Thing & { readonly version: number })[] = [];
  const unchanged: (Newest & { readonly key: string })[] = [];
  for (const thing of things) {
    const { newest, last } = await findNewest(thing.key);
    const isSame = newest !== null && !force && thing.contentSha256 === newest.contentSha256;
    if (isSame) unchanged.push({ ...newest, key: thing.key });
    else changed.push({ ...thing, version: last + 1 });
  }
  return { changed, unchanged };
}

/** Plans the versions of decisions and forms. */
async function planOthers(tx: Transaction, tenant: string, { request, found }: PreparedDeployment) {
  const force = request.force === true;
  return {
    decided: await planFiles(found.decisions, force, (key) => decisionVersionStore.findNewest(tx, tenant, key)),
    formed: await planFiles(hashed(found.forms, request), force, (key) => formVersionStore.findNewest(tx, tenant, key)),
  };
}

function hashed(forms: ReadFiles['forms'], { files }: DeployRequest): readonly HashedForm[] {
  const bytesOf = new Map(files.map(({ name, bytes }) => [name, bytes]));
  return forms.map(({ key, resourceName }) => {
    const bytes = bytesOf.get(resourceName) ?? Buffer.of();
    return { key, resourceName, contentSha256: createHash('sha256').update(bytes).digest('hex') };
  });
}
