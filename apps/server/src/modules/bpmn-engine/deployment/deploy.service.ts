// Deploys files: reads and checks them all, then stores the versions that have changed.
import type { Language } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { echo } from '../../../kernel/request/echo.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import type { DecisionStore } from '../runtime/decisions/decision.store.ts';
import type { Known, ReadFiles } from '../runtime/definitions/deployment-reader.ts';
import type { ModelReader } from '../runtime/definitions/model-reader.ts';
import type { Actions } from '../runtime/native/actions.ts';
import type { ArmStarts } from '../runtime/starts/arm-starts.ts';
import { problemToWire } from './problem.wire.ts';
import { createSaveDeployment, type DeployRequest } from './save-deployment.ts';

export interface Deployed {
  readonly deploymentId: string;
  readonly warningCount: number;
}

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
  return {
    /** Stores all files or none; every problem of every file is told at once. */
    deploy: (act: Act, request: DeployRequest): Promise<Deployed> =>
      act.once(async (claim) => {
        refuseDuplicateNames(request.files);
        const { caller } = act;
        const readKnowing = (known: Pick<Known, 'decisions'>) =>
          reader.read(caller, request.files, request.strictness, { ...known, nativeCalls: nativeCalls() });
        let read = await readKnowing({});
        const deployed = await decisions.findKeys(caller.tenantIdentifier, read.decisionsOutside);
        // Most files call what is deployed: they are read once.
        if (deployed.size < read.decisionsOutside.length) read = await readKnowing({ decisions: deployed });
        refuseUnlessDeployable(read, request.files.length > 1, act.context.language);
        const answered = await database.transaction(async (tx) => {
          const deploymentId = await saveDeployment(tx, act, request, read);
          const answer = { deploymentId, warningCount: read.problemCount };
          await claim.save(tx, answer);
          return answer;
        });
        onChange();
        return answered;
      }),
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
