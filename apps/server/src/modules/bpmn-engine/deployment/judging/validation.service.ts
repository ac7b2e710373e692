// Says what the rules make of files, and stores nothing.
import type { Strictness } from '@keelson/bpmn-rules';
import type { AskingPerson } from '../../interface/caller-act.types.ts';
import { createRulesVersion } from '../../runtime/definitions/rules-version.ts';
import type { NamedFile, StrictnessCounts, StrictnessOf, Validated, ValidateOptions } from '../deployment.types.ts';
import type { JudgeFiles } from './judge-files.ts';
import { problemToWire } from './problem.wire.ts';

export function createValidationService({
  judge,
  strictnessOf,
}: {
  readonly judge: JudgeFiles;
  readonly strictnessOf: StrictnessOf;
}) {
  const rulesVersion = createRulesVersion();
  return {
    rulesVersion,

    /** Judges files as their deployment would. */
    async validate(who: AskingPerson, files: readonly NamedFile[], options: ValidateOptions): Promise<Validated> {
      const { caller, context } = who;
      const how = options.strictness ?? strictnessOf(caller.tenantIdentifier);
      const checked = await judge.check(caller, { files, strictness: how }, options.outside);
      const { problems, problemCount, duplicateKeys, counts } = checked;
      const counted = (under: Strictness): StrictnessCounts => ({
        ...counts[under],
        deployable: counts[under].errors === 0 && duplicateKeys.length === 0,
      });
      return {
        problems: problems.map((problem) => problemToWire(problem, files.length > 1, context.language)),
        problemCount,
        duplicateKeys: duplicateKeys.map(({ key }) => key),
        counts: { strict: counted('strict'), spec: counted('spec'), lenient: counted('lenient') },
        rulesVersion: await rulesVersion(),
      };
    },
  };
}

export type ValidationService = ReturnType<typeof createValidationService>;
