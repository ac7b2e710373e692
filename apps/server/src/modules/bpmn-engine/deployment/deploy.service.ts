// Deploys files: reads and checks them all, then stores the versions that have changed.
import type { Language } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { AskingAct } from '../interface/caller-act.types.ts';
import type { ReadFiles } from '../runtime/definitions/deployment-reader.ts';
import type { Deployed, DeployingAct, DeployRequest, PreparedDeployment, StrictnessOf } from './deployment.types.ts';
import type { JudgeFiles } from './judging/judge-files.ts';
import { problemToWire } from './judging/problem.wire.ts';
import { createRepositoryStore } from './repository.store.ts';
import { deploymentToWire } from './repository.wire.ts';
import { KEPT_PROBLEMS_MAX, type SaveDeployment, type SavedDeployment } from './save-deployment.ts';

/** Creates the service of deployments; `onChange` is called after the commit of whatever changes the catalogue. */
export function createDeployService({
  database,
  judge,
  saveDeployment,
  strictnessOf,
  onChange,
}: Pick<Kernel, 'database'> & {
  readonly judge: JudgeFiles;
  readonly saveDeployment: SaveDeployment;
  readonly strictnessOf: StrictnessOf;
  readonly onChange: () => void;
}) {
  /** Reads and checks the files, and reports every problem of every file at once. */
  async function prepare(act: AskingAct, request: DeployRequest): Promise<PreparedDeployment> {
    const { caller, context } = act;
    const { files } = request;
    const how = request.strictness ?? strictnessOf(caller.tenantIdentifier);
    const found = await judge.read(caller, { files, strictness: how });
    refuseUnlessDeployable(found, files.length > 1, context.language);
    return { request, found };
  }

  /** Stores all files or none. */
  async function save(tx: Transaction, act: DeployingAct, prepared: PreparedDeployment): Promise<SavedDeployment> {
    const saved = await saveDeployment(tx, act, prepared);
    tx.afterCommit(onChange);
    return saved;
  }

  /** Deploys in the transaction of somebody else. */
  async function deployIn(tx: Transaction, act: DeployingAct, prepared: PreparedDeployment): Promise<Deployed> {
    const { tenantIdentifier } = act.caller;
    const { deploymentId, unchangedKeys, definitions } = await save(tx, act, prepared);
    const row = await createRepositoryStore(tx).findDeployment(tenantIdentifier, deploymentId);
    if (row === null) throw new Error(`the deployment ${deploymentId} is not there`);
    const { problems, problemCount } = prepared.found;
    const shown = {
      ...row,
      unchanged_keys: unchangedKeys,
      problems: problems.slice(0, KEPT_PROBLEMS_MAX),
      problem_count: problemCount,
    };
    return { deployment: deploymentToWire(shown, act.context.language), definitions };
  }

  /** Reads, checks and stores the files of a request; `work` makes the answer of what was stored. */
  function deployed<T extends object>(
    act: Act,
    request: DeployRequest,
    work: (tx: Transaction, prepared: PreparedDeployment) => Promise<T>,
  ): Promise<T> {
    return act.once(async (claim) => {
      const prepared = await prepare(act, request);
      return database.transaction(async (tx) => {
        const answer = await work(tx, prepared);
        await claim.save(tx, answer);
        return answer;
      });
    });
  }

  return {
    prepare,
    deployIn,
    /** Deploys and answers the deployment as its page shows it. */
    create: (act: Act, request: DeployRequest) =>
      deployed(act, request, async (tx, prepared) => (await deployIn(tx, act, prepared)).deployment),
    /** Deploys and answers the values of the headers of the listed operations. */
    deploy: (act: Act, request: DeployRequest) =>
      deployed(act, request, async (tx, prepared) => {
        const { deploymentId } = await save(tx, act, prepared);
        return { deploymentId, warningCount: prepared.found.problemCount };
      }),
  };
}

export type DeployService = ReturnType<typeof createDeployService>;

function refuseUnlessDeployable(
  { problems, problemCount, duplicateKeys }: ReadFiles,
  severalFiles: boolean,
  language: Language,
): void {
  const [duplicate] = duplicateKeys;
  if (duplicate !== undefined) {
    fail('DUPLICATE_KEY', { parameters: { key: duplicate.key }, errorArguments: duplicateKeys });
  }
  if (!problems.some((problem) => problem.severity === 'ERROR')) return;
  const shown: object[] = problems.map((problem) => problemToWire(problem, severalFiles, language));
  if (problemCount > shown.length) shown.push({ problemCount });
  fail('DEPLOYMENT_INVALID', { parameters: { count: problemCount }, errorArguments: shown });
}
