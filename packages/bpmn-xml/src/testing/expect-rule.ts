// The claim is that a file breaks exactly one rule, at the place marked, and that its twin breaks none.
import { RULES, type RuleId, STRICTNESSES, type Strictness } from '@keelson/bpmn-rules';
import { expect } from 'vitest';
import { withFlowLists } from './flow-lists.ts';
import { mark, problemsOf, type TestOptions } from './model-text.ts';

export interface RuleCase {
  readonly rule: RuleId;
  /** Element that the user is shown as broken; null for the file itself. */
  readonly element: string | null;
  /** Text with `§` in front of what the problem points at. */
  readonly broken: string;
  readonly twin: string;
  /** What the caller knows beside the file. */
  readonly options?: TestOptions;
}

function expectedSeverity(rule: RuleId, strictness: Strictness): string {
  const { marks } = RULES[rule];
  if (rule.startsWith('W-')) return 'WARNING';
  if (marks.includes('L') && strictness === 'lenient') return 'WARNING';
  return marks.includes('S') && strictness !== 'strict' ? 'WARNING' : 'ERROR';
}

/** Warnings other than the one claimed may accompany it. */
export function expectRule({ rule, element, options = {}, ...texts }: RuleCase): void {
  const broken = withFlowLists(texts.broken);
  const twin = withFlowLists(texts.twin);
  const { line, column } = mark(broken);
  for (const strictness of STRICTNESSES) {
    const severity = expectedSeverity(rule, strictness);
    const reported = problemsOf(broken, strictness, options)
      .filter((problem) => problem.ruleId === rule || problem.severity === 'ERROR')
      .map(({ ruleId, elementId, ...rest }) => [ruleId, rest.severity, elementId, rest.line, rest.column]);
    expect(reported, `${rule} ${strictness}`).toEqual([[rule, severity, element, line, column]]);
    const ofTwin = problemsOf(twin, strictness, options);
    expect(
      ofTwin.filter((problem) => problem.ruleId === rule || problem.severity === 'ERROR'),
      `twin of ${rule} ${strictness}`,
    ).toEqual([]);
  }
}
