// Deploys files: reads and checks them all, then stores the versions that have changed.
import type { Problem, Strictness } from '@keelson/bpmn-rules';
import type { Language } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { echo } from '../../../kernel/request/echo.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import { bpmnEngineEvents } from '../bpmn-engine.events.ts';
import { deploymentReader, type ReadProcess } from '../runtime/definitions/deployment-reader.ts';
import type { Scripting } from '../runtime/scripting/scripting.ts';
import type { ArmStarts } from '../runtime/starts/arm-starts.ts';
import type { LoopBudget } from '../runtime/state/loop-budget.ts';
import { deploymentStore } from './deployment.store.ts';

export interface DeployRequest {
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  readonly deploymentName: string | null;
  readonly source: string | null;
  readonly strictness: Strictness;
  /** Makes a new version even where the content is unchanged. */
  readonly force: boolean;
}

export interface Deployed {
  readonly deploymentId: string;
  readonly warningCount: number;
}

/** `onChange` is called after the commit of whatever changes the catalogue. */
export function createDeployService({
  database,
  clock,
  ids,
  budget,
  scripting,
  armStarts,
  onChange,
}: Pick<Kernel, 'database' | 'clock' | 'ids'> & {
  readonly budget: LoopBudget;
  readonly scripting: Pick<Scripting, 'languages'>;
  readonly armStarts: ArmStarts;
  readonly onChange: () => void;
}) {
  async function deployIn(
    tx: Transaction,
    act: Act,
    request: DeployRequest,
    processes: readonly ReadProcess[],
  ): Promise<string> {
    const tenant = act.caller.tenantIdentifier;
    // The catalogue is raised first, so that deployments of one key run one after another.
    await deploymentStore.raiseCatalogue(tx);
    const { changed, unchangedDeploymentId } = await planVersions(tx, tenant, processes, request.force);
    if (changed.length === 0 && unchangedDeploymentId !== null) return unchangedDeploymentId;
    const deploymentId = ids.uuidV7();
    await deploymentStore.saveDeployment(tx, {
      id: deploymentId,
      tenantIdentifier: tenant,
      name: request.deploymentName,
      source: request.source,
      deployedBy: act.caller.username,
      deployedAt: clock.now(),
    });
    for (const { name, bytes } of request.files) await deploymentStore.saveResource(tx, deploymentId, name, bytes);
    const saved: string[] = [];
    for (const { process, version } of changed) {
      const id = `${process.key}:${version}:${ids.suffix8()}`;
      await deploymentStore.saveDefinition(tx, tenant, deploymentId, { ...process, id, version });
      saved.push(id);
      const models = new Map(process.model === null ? [] : [[id, process.model]]);
      await armStarts.renew(tx, tenant, process.key, models);
    }
    const detail = { definitions: saved, files: request.files.map((file) => file.name) };
    await act.record(tx, bpmnEngineEvents.deployed, deploymentId, detail);
    return deploymentId;
  }

  return {
    /** Stores all files or none; every problem of every file is told at once. */
    deploy: (act: Act, request: DeployRequest): Promise<Deployed> =>
      act.once(async (claim) => {
        refuseDuplicateNames(request.files);
        const { tenantIdentifier, username } = act.caller;
        const languages = await scripting.languages();
        const { problems, problemCount, duplicateKeys, processes } = budget.run(tenantIdentifier, username, () =>
          deploymentReader.read(request.files, request.strictness, languages),
        );
        const [duplicate] = duplicateKeys;
        if (duplicate !== undefined) {
          fail('DUPLICATE_KEY', { parameters: { key: duplicate.key }, errorArguments: duplicateKeys });
        }
        if (problems.some((problem) => problem.severity === 'ERROR')) {
          refuseDeployment(problems, problemCount, request.files.length > 1, act.context.language);
        }
        const deployed = await database.transaction(async (tx) => {
          const deploymentId = await deployIn(tx, act, request, processes);
          const answer = { deploymentId, warningCount: problemCount };
          await claim.save(tx, answer);
          return answer;
        });
        onChange();
        return deployed;
      }),
  };
}

export type DeployService = ReturnType<typeof createDeployService>;

/** Versions to make of the processes read, and the deployment that holds the unchanged ones. */
async function planVersions(tx: Transaction, tenant: string, processes: readonly ReadProcess[], force: boolean) {
  const changed: { readonly process: ReadProcess; readonly version: number }[] = [];
  let unchangedDeploymentId: string | null = null;
  for (const process of processes) {
    const newest = await deploymentStore.findNewestContent(tx, tenant, process.key);
    if (newest !== null && !force && process.contentSha256.equals(newest.contentSha256)) {
      unchangedDeploymentId = newest.deploymentId;
      continue;
    }
    changed.push({ process, version: (newest?.version ?? 0) + 1 });
  }
  return { changed, unchangedDeploymentId };
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
  severalFiles: boolean,
  language: Language,
): never {
  const shown: object[] = problems.map(({ messageTr, message, elementId, ...problem }) => ({
    ...problem,
    elementId: severalFiles && elementId !== null ? `${problem.file}#${elementId}` : elementId,
    message: language === 'tr' ? messageTr : message,
  }));
  if (problemCount > shown.length) shown.push({ problemCount });
  fail('DEPLOYMENT_INVALID', { parameters: { count: problemCount }, errorArguments: shown });
}
