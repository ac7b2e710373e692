// Collects the result of an import: changes, problems, and unchanged entries.
import type { SvcSettingImportModel, SvcSettingImportResultModel } from '@keelson/contract';
import type { Turn } from '../../../kernel/records/revisioned.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { ServiceError } from '../../../kernel/request/errors.ts';

type Change = SvcSettingImportResultModel['changeList'][number];
type Problem = SvcSettingImportResultModel['problemList'][number];

export interface Draft {
  readonly changes: Change[];
  readonly problems: Problem[];
  unchanged: number;
  skipped: number;
}

export interface Importing {
  readonly turn: Turn;
  readonly document: SvcSettingImportModel;
  readonly draft: Draft;
  readonly caller: Caller;
}

export function resultOf(
  { changes, problems, unchanged, skipped }: Draft,
  dryRun: boolean,
): SvcSettingImportResultModel {
  const count = (action: Change['action']): number => changes.filter((change) => change.action === action).length;
  return {
    dryRun,
    createdCount: count('CREATE'),
    updatedCount: count('UPDATE'),
    removedCount: count('REMOVE'),
    unchangedCount: unchanged,
    skippedCount: skipped,
    changeList: changes,
    problemList: problems,
  };
}

/** Keeps a refusal of an entry as a problem; other errors are no fault of the document. */
export async function collect<T>(
  draft: Draft,
  at: { readonly field: string; readonly code: string },
  work: () => Promise<T> | T,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const errorArguments = (error.options.errorArguments ?? []) as Problem['errorArguments'];
    draft.problems.push({ ...at, errorCode: error.code, errorArguments });
    return null;
  }
}
