// What a caller is told of a file: problems, and how strictly the rules are taken.
import type { RuleId } from '../texts/rule-catalogue.ts';

/** A problem of severity ERROR refuses the deployment. */
export type Severity = 'ERROR' | 'WARNING';

/** Strictness says how rules with the marks L and S are taken: `lenient` warns for L, only `strict` refuses for S. */
export type Strictness = 'strict' | 'spec' | 'lenient';

export const STRICTNESSES: readonly Strictness[] = ['strict', 'spec', 'lenient'];

/** A problem is one thing wrong with a file. Texts are filled in; `line` and `column` count from 1. */
export interface Problem {
  readonly ruleId: RuleId;
  readonly severity: Severity;
  readonly elementId: string | null;
  readonly elementType: string | null;
  readonly elementName: string | null;
  readonly line: number;
  readonly column: number;
  /** `message` is the English text. */
  readonly message: string;
  /** `messageTr` is the Turkish text. */
  readonly messageTr: string;
  /** `help` says in English what to do about it. */
  readonly help: string;
  /** `helpTr` says it in Turkish. */
  readonly helpTr: string;
  readonly file: string;
}
