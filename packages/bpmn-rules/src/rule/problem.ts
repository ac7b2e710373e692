// What a caller reads of a file: problems, and how strictly the rules are taken.
import type { RuleId } from '../texts/rule-catalogue.ts';

/** Severity of a problem; an ERROR refuses the deployment. */
export type Severity = 'ERROR' | 'WARNING';

/** How rules with the marks L and S are taken: `lenient` warns for L, only `strict` refuses for S. */
export type Strictness = 'strict' | 'spec' | 'lenient';

export const STRICTNESSES: readonly Strictness[] = ['strict', 'spec', 'lenient'];

/** Something that is wrong with a file. Texts are filled in; `line` and `column` count from 1. */
export interface Problem {
  readonly ruleId: RuleId;
  readonly severity: Severity;
  readonly elementId: string | null;
  readonly elementType: string | null;
  readonly elementName: string | null;
  readonly line: number;
  readonly column: number;
  /** The English text. */
  readonly message: string;
  /** The Turkish text. */
  readonly messageTr: string;
  /** What to do about it, in English. */
  readonly help: string;
  /** What to do about it, in Turkish. */
  readonly helpTr: string;
  readonly file: string;
}
