// Checks processes and files by the rules of a deployment, those that look outside the file included.
import type { SvcBpmnProblem, UploadedFile } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import type { BpmnEngineApi } from '../../bpmn-engine/api.ts';
import { type AskedStrictness, judgedBy } from './asked-strictness.ts';
import type { DeployedFiles } from './deployed-files.ts';

export type CheckService = ReturnType<typeof createCheckService>;

export function createCheckService({
  files,
  engine,
}: {
  readonly files: DeployedFiles;
  readonly engine: () => Pick<BpmnEngineApi, 'validate'>;
}) {
  return {
    async process(
      act: Act,
      id: number,
      { version, strictness }: { readonly version?: number; readonly strictness?: AskedStrictness },
    ): Promise<readonly SvcBpmnProblem[]> {
      const { name, bytes } = await files.find(act, id, version ?? null);
      return (await engine().validate(act, [{ name, bytes }], { outside: true, strictness: judgedBy(strictness) }))
        .problems;
    },

    /** Checks files; 409 DUPLICATE_KEY as for a deployment of them. */
    async files(
      act: Act,
      uploaded: readonly UploadedFile[],
      { strictness }: { readonly strictness?: AskedStrictness },
    ): Promise<readonly SvcBpmnProblem[]> {
      const named = uploaded.map(({ fileName: name, bytes }) => ({ name, bytes }));
      if (new Set(named.map(({ name }) => name)).size < named.length)
        invalid({ field: 'files', code: 'DUPLICATE', message: 'Each file must have a name of its own.' });
      const { problems, duplicateKeys } = await engine().validate(act, named, {
        outside: true,
        strictness: judgedBy(strictness),
      });
      const [key] = duplicateKeys;
      return key === undefined ? problems : fail('DUPLICATE_KEY', { parameters: { key } });
    },
  };
}
