// What a caller is told of a file: problems, and how strictly the rules are taken.
import type { RuleId } from '../texts/rule-catalogue.ts';

/** An error refuses the deployment. */
export type Severity = 'ERROR' | 'WARNING';

/** How rules with the marks L and S are taken: `lenient` warns for L, only `strict` refuses for S. */
export type Strictness = 'strict' | 'spec' | 'lenient';

/** One thing wrong with a file. Texts are filled in; `line` and `column` count from 1. */
export interface Problem {
  readonly ruleId: RuleId;
  readonly severity: Severity;
  readonly elementId: string | null;
  readonly elementType: string | null;
  readonly elementName: string | null;
  readonly line: number;
  readonly column: number;
  /** English. */
  readonly message: string;
  /** Turkish. */
  readonly messageTr: string;
  /** What to do about it, in English. */
  readonly help: string;
  readonly file: string;
}
