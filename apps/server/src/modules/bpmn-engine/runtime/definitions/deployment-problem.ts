// A problem of a file of a deployment, of whatever notation.
import type { Problem } from '@keelson/bpmn-rules';

/** A problem of a file; those of rules of BPMN have help of their own, those of other notations may have none. */
export interface DeploymentProblem extends Omit<Problem, 'ruleId' | 'help' | 'helpTr'> {
  readonly ruleId: string;
  readonly help: string | null;
  readonly helpTr: string | null;
}
