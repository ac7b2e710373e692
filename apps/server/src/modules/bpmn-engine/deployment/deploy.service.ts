// Deploys files: reads and checks them all, then stores the versions that have changed.
import type { Language } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { echo } from '../../../kernel/request/echo.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import type { DecisionStore } from '../runtime/decisions/decision.store.ts';
import type { Known, ReadFiles } from '../runtime/definitions/deployment-reader.ts';
import type { ModelReader } from '../runtime/definitions/model-reader.ts';
import type { Actions } from '../runtime/native/actions.ts';
import type { ArmStarts } from '../runtime/starts/arm-starts.ts';
import type { Deployed, DeployingAct, DeployRequest, Validated } from './deployment.types.ts';
import { problemToWire } from './problem.wire.ts';
import { createSaveDeployment } from './save-deployment.ts';

/** Who has the files read: whose rules hold, and whose time it takes. */
type Reader = Pick<Caller, 'tenantIdentifier' | 'username'>;
type FilesToRead = Pick<DeployRequest, 'files' | 'strictness'>;

/** `onChange` is called after the commit of whatever changes the catalogue. */
export function createDeployService({
  database,
  clock,
  ids,
  reader,
  armStarts,
  decisions,
  nativeCalls,
  onChange,
}: Pick<Kernel, 'database' | 'clock' | 'ids'> & {
  readonly reader: Pick<ModelReader, 'read'>;
  readonly armStarts: ArmStarts;
  readonly decisions: Pick<DecisionStore, 'findKeys'>;
  readonly nativeCalls: Actions['parameters'];
  readonly onChange: () => void;
}) {
  const saveDeployment = createSaveDeployment({ clock, ids, armStarts });

  async function read(who: Reader, { files, strictness }: FilesToRead): Promise<ReadFiles> {
    refuseDuplicateNames(files);
    const readKnowing = (known: Pick<Known, 'decisions'>) =>
      reader.read(who, files, strictness, { ...known, nativeCalls: nativeCalls() });
    const first = await readKnowing({});
    const deployed = await decisions.findKeys(who.tenantIdentifier, first.decisionsOutside);
    // Most files call what is deployed: they are read once.
    return deployed.size < first.decisionsOutside.length ? readKnowing({ decisions: deployed }) : first;
  }

  async function readDeployable(act: DeployingAct, request: DeployRequest): Promise<ReadFiles> {
    const found = await read(act.caller, request);
    refuseUnlessDeployable(found, request.files.length > 1, act.context.language);
    return found;
  }

  return {
    /** Says what a deployment of the files would say; it is told at most as many problems as one answer may carry. */
    async validate(who: Reader, files: FilesToRead): Promise<Validated> {
      const { problems, problemCount, duplicateKeys } = await read(who, files);
      return { problems, problemCount, duplicateKeys };
    },

    /** Stores all files or none; every problem of every file is told at once. */
    deploy: (act: Act, request: DeployRequest): Promise<Deployed> =>
      act.once(async (claim) => {
        const found = await readDeployable(act, request);
        const answered = await database.transaction(async (tx) => {
          const deploymentId = await saveDeployment(tx, act, request, found);
          const answer = { deploymentId, warningCount: found.problemCount };
          await claim.save(tx, answer);
          return answer;
        });
        onChange();
        return answered;
      }),

    /** The same in the transaction of somebody else. */
    async deployIn(tx: Transaction, act: DeployingAct, request: DeployRequest): Promise<Deployed> {
      const found = await readDeployable(act, request);
      const deploymentId = await saveDeployment(tx, act, request, found);
      tx.afterCommit(onChange);
      return { deploymentId, warningCount: found.problemCount };
    },
  };
}

export type DeployService = ReturnType<typeof createDeployService>;

function refuseDuplicateNames(files: DeployRequest['files']): void {
  const seen = new Set<string>();
  for (const file of files) {
    if (seen.has(file.name)) {
      invalid({ field: 'xmlFileList', code: 'NOT_ALLOWED', message: `Two files are named ${echo(file.name)}.` });
    }
    seen.add(file.name);
  }
}

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
