// Has files judged: with what is deployed beside them, or for themselves.
import { echo } from '../../../../kernel/request/echo.ts';
import { invalid } from '../../../../kernel/request/errors.ts';
import type { AskingPerson } from '../../interface/caller-act.types.ts';
import type { DecisionStore } from '../../runtime/decisions/decision.store.ts';
import type { DefinitionStore } from '../../runtime/definitions/definition.store.ts';
import {
  type AskedOutside,
  type CheckedFiles,
  type FilesToRead,
  isAsAssumed,
  type ReadFiles,
} from '../../runtime/definitions/deployment-reader.ts';
import type { ModelReader } from '../../runtime/definitions/model-reader.ts';
import type { FormStore } from '../../runtime/forms/form.store.ts';
import type { Actions } from '../../runtime/native/actions.ts';
import type { KeysOfDeployed } from '../deployment.types.ts';

/** Who has the files read: whose rules hold, and whose time it takes. */
type Reader = AskingPerson['caller'];
type FilesToJudge = Omit<FilesToRead, 'outside'>;

export function createJudgeFiles({
  reader,
  decisions,
  forms,
  definitions,
  nativeCalls,
}: {
  readonly reader: Pick<ModelReader, 'read' | 'check'>;
  readonly decisions: Pick<DecisionStore, 'findKeys'>;
  readonly forms: Pick<FormStore, 'findKeys'>;
  readonly definitions: Pick<DefinitionStore, 'findCallables'>;
  readonly nativeCalls: Actions['parameters'];
}) {
  /**
   * Reads files, once more where what they name outside has to be looked up: most call what is deployed and takes no data, as the first
   * reading assumes.
   */
  async function lookingOutside<T extends { readonly asked: AskedOutside }>(
    { tenantIdentifier }: Reader,
    files: FilesToJudge,
    judge: (files: FilesToRead) => Promise<T>,
  ): Promise<T> {
    const first = await judge({ ...files, outside: { nativeCalls: nativeCalls() } });
    const found = {
      decisions: await decisions.findKeys(tenantIdentifier, first.asked.decisions),
      forms: await forms.findKeys(tenantIdentifier, first.asked.forms),
      processes: await definitions.findCallables(tenantIdentifier, first.asked.processes),
    };
    if (isAsAssumed(first.asked, found)) return first;
    return judge({ ...files, outside: { nativeCalls: nativeCalls(), ...found } });
  }

  return {
    /** Answers those of the keys under which the tenant has something deployed. */
    async findDeployedKeys(
      tenantIdentifier: string,
      keys: KeysOfDeployed<readonly string[]>,
    ): Promise<KeysOfDeployed<ReadonlySet<string>>> {
      const callables = await definitions.findCallables(tenantIdentifier, keys.processes);
      return {
        processes: new Set(callables.keys()),
        decisions: await decisions.findKeys(tenantIdentifier, keys.decisions),
      };
    },
    /** Reads files for their deployment. */
    async read(who: Reader, files: FilesToJudge): Promise<ReadFiles> {
      refuseDuplicateNames(files);
      return lookingOutside(who, files, (toRead) => reader.read(who, toRead));
    },
    async check(who: Reader, files: FilesToJudge, outside: boolean): Promise<CheckedFiles> {
      refuseDuplicateNames(files);
      const check = (toRead: FilesToRead) => reader.check(who, toRead);
      return outside ? lookingOutside(who, files, check) : check(files);
    },
  };
}

export type JudgeFiles = ReturnType<typeof createJudgeFiles>;

/** Refuses files of one name; the finding names the part of the request that carries them. */
export function refuseDuplicateNames({ files }: Pick<FilesToJudge, 'files'>, part = 'xmlFileList'): void {
  const seen = new Set<string>();
  for (const file of files) {
    if (seen.has(file.name)) {
      invalid({ field: part, code: 'NOT_ALLOWED', message: `Two files are named ${echo(file.name)}.` });
    }
    seen.add(file.name);
  }
}
