// Problems as lines that a person and an editor can read.
import type { FileProblem, ReadFiles } from './read-files.ts';

export function problemLines(problems: readonly FileProblem[]): readonly string[] {
  return problems.map(({ file, line, column, severity, ruleId, elementId, message, help }) => {
    const element = elementId === null ? '' : ` ${elementId}`;
    const advice = help === null || help === '' ? '' : `    ${help}\n`;
    return `${file}:${line}:${column}: ${severity.toLowerCase()} ${ruleId}${element}: ${message}\n${advice}`;
  });
}

/** Lists the errors, which is all that a quiet form prints. */
export function errorsOf({ problems }: ReadFiles): readonly FileProblem[] {
  return problems.filter(({ severity }) => severity === 'ERROR');
}

export function problemSummary({ problems, problemCount }: ReadFiles): string {
  if (problemCount === 0) return 'no problems\n';
  const errors = problems.filter(({ severity }) => severity === 'ERROR').length;
  const hidden = problemCount - problems.length;
  const more = hidden === 0 ? '' : `, ${hidden} more not shown`;
  return `${counted(errors, 'error')}, ${counted(problems.length - errors, 'warning')}${more}\n`;
}

export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
