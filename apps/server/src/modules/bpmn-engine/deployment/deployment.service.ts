// Deploys files, and sets versions active or suspended.
import type { Problem, Strictness } from '@keelson/bpmn-core';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import type { Ids } from '../../../kernel/database/ids.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import type { IdempotencyClaim } from '../../../kernel/records/idempotency.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { echo } from '../../../kernel/request/echo.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import type { DefinitionCache } from '../runtime/definition-cache.ts';
import type { DeploymentReader, ReadProcess } from '../runtime/deployment-reader.ts';
import type { DefinitionStore } from './definition.store.ts';

export interface DeployRequest {
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  readonly deploymentName: string | null;
  readonly source: string | null;
  readonly strictness: Strictness;
  /** A new version even where the content is unchanged. */
  readonly force: boolean;
  /** Of the problems that are told. */
  readonly language: 'en' | 'tr';
}

export interface Deployed {
  readonly deploymentId: string;
  readonly warningCount: number;
}

export interface SelectDefinitions {
  readonly by: 'id' | 'key';
  readonly value: string;
  readonly tenantIdentifier: string;
}

interface Needs {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly events: EventRecorder;
  readonly store: DefinitionStore;
  readonly definitions: DefinitionCache;
  readonly reader: DeploymentReader;
  /** Tells the other processes that look-ups are old. */
  readonly announceCatalogue: () => void;
}

export function createDeploymentService(needs: Needs) {
  const { store, reader } = needs;
  return {
    deploy: (caller: Caller, request: DeployRequest, claim: IdempotencyClaim | null) =>
      deploy(needs, caller, request, claim),
    /** Idempotent. With a key: all versions of it. */
    setSuspended: (caller: Caller, selection: SelectDefinitions, suspended: boolean) =>
      setSuspended(needs, caller, selection, suspended),
    findResource: (tenantIdentifier: string, definitionId: string) =>
      findResource(store, tenantIdentifier, definitionId),
    /** The nodes of a version's process, in document order. */
    async findNodes(tenantIdentifier: string, definitionId: string) {
      const resource = await findResource(store, tenantIdentifier, definitionId);
      return reader.nodes(resource.bytes, resource.key);
    },
  };
}

export type DeploymentService = ReturnType<typeof createDeploymentService>;

async function deploy(
  needs: Needs,
  caller: Caller,
  request: DeployRequest,
  claim: IdempotencyClaim | null,
): Promise<Deployed> {
  refuseDuplicateNames(request.files);
  const { problems, problemCount, duplicateKeys, processes } = needs.reader.read(request.files, request.strictness);
  const [duplicate] = duplicateKeys;
  if (duplicate !== undefined) {
    fail('DUPLICATE_KEY', { parameters: { key: duplicate.key }, errorArguments: duplicateKeys });
  }
  if (problems.some((problem) => problem.severity === 'ERROR')) refuseDeployment(problems, problemCount, request);
  const deployed = await needs.database.transaction(async (tx) => {
    const deploymentId = await deployIn(needs, tx, caller, request, processes);
    const answer = { deploymentId, warningCount: problemCount };
    await claim?.save(tx, answer);
    return answer;
  });
  needs.definitions.forgetLookUps();
  needs.announceCatalogue();
  return deployed;
}

async function deployIn(
  needs: Needs,
  tx: Transaction,
  caller: Caller,
  request: DeployRequest,
  processes: readonly ReadProcess[],
): Promise<string> {
  const { ids, events, store } = needs;
  const tenant = caller.tenantIdentifier;
  // First, so that deployments of one key run one after another.
  await store.raiseCatalogue(tx);
  const { changed, unchangedDeploymentId } = await planVersions(store, tx, tenant, processes, request.force);
  if (changed.length === 0 && unchangedDeploymentId !== null) return unchangedDeploymentId;
  const deploymentId = await saveDeployment(needs, tx, caller, request);
  const saved: string[] = [];
  for (const { process, version } of changed) {
    const id = `${process.key}:${version}:${ids.suffix8()}`;
    await store.saveDefinition(tx, tenant, deploymentId, { ...process, id, version });
    saved.push(id);
  }
  await events.record(tx, {
    kind: 'definition.deployed',
    type: 'AUDIT',
    tenantIdentifier: tenant,
    actor: caller.username,
    subject: deploymentId,
    detail: { definitions: saved, files: request.files.map((file) => file.name) },
  });
  return deploymentId;
}

/** Versions to make of the processes read, and the deployment that holds the unchanged ones. */
async function planVersions(
  store: DefinitionStore,
  tx: Transaction,
  tenant: string,
  processes: readonly ReadProcess[],
  force: boolean,
) {
  const changed: { readonly process: ReadProcess; readonly version: number }[] = [];
  let unchangedDeploymentId: string | null = null;
  for (const process of processes) {
    const newest = await store.findNewestContent(tx, tenant, process.key);
    if (newest !== null && !force && process.contentSha256.equals(newest.contentSha256)) {
      unchangedDeploymentId = newest.deploymentId;
      continue;
    }
    changed.push({ process, version: (newest?.version ?? 0) + 1 });
  }
  return { changed, unchangedDeploymentId };
}

async function saveDeployment(
  { ids, clock, store }: Needs,
  tx: Transaction,
  caller: Caller,
  request: DeployRequest,
): Promise<string> {
  const id = ids.uuidV7();
  const { tenantIdentifier, username } = caller;
  const { deploymentName: name, source, files } = request;
  await store.saveDeployment(tx, {
    id,
    tenantIdentifier,
    name,
    source,
    deployedBy: username,
    deployedAt: clock.now(),
  });
  for (const file of files) await store.saveResource(tx, id, file.name, file.bytes);
  return id;
}

async function setSuspended(
  { database, store, events, definitions, announceCatalogue }: Needs,
  caller: Caller,
  selection: SelectDefinitions,
  suspended: boolean,
): Promise<void> {
  await database.transaction(async (tx) => {
    await store.raiseCatalogue(tx);
    const { tenantIdentifier, by, value } = selection;
    const count = await store.setSuspended(tx, tenantIdentifier, by, value, suspended);
    if (count === 0) fail('DEFINITION_NOT_FOUND');
    await events.record(tx, {
      kind: suspended ? 'definition.suspended' : 'definition.activated',
      type: 'AUDIT',
      tenantIdentifier,
      actor: caller.username,
      subject: value,
      detail: { by },
    });
  });
  definitions.forgetLookUps();
  announceCatalogue();
}

/** The deployed bytes and the key of the process in them. */
async function findResource(store: DefinitionStore, tenantIdentifier: string, definitionId: string) {
  const definition = await store.findById(tenantIdentifier, definitionId);
  const resource = definition === null ? null : await store.findResource(definitionId);
  return resource ?? fail('DEFINITION_NOT_FOUND');
}

function refuseDuplicateNames(files: DeployRequest['files']): void {
  const seen = new Set<string>();
  for (const file of files) {
    if (seen.has(file.name)) {
      invalid({ field: 'xmlFileList', code: 'NOT_ALLOWED', message: `Two files are named ${echo(file.name)}.` });
    }
    seen.add(file.name);
  }
}

function refuseDeployment(
  problems: readonly Problem[],
  problemCount: number,
  { language, files }: DeployRequest,
): never {
  const shown: object[] = problems.map(({ messageTr, message, elementId, ...problem }) => ({
    ...problem,
    elementId: files.length > 1 && elementId !== null ? `${problem.file}#${elementId}` : elementId,
    message: language === 'tr' ? messageTr : message,
  }));
  if (problemCount > shown.length) shown.push({ problemCount });
  fail('DEPLOYMENT_INVALID', { parameters: { count: problemCount }, errorArguments: shown });
}
