// How much of the files needs work, for whoever brings many of them along.
import { RULES, type RuleId } from '@keelson/bpmn-rules';
import { counted } from './print-problems.ts';
import type { FileProblem, ReadFiles } from './read-files.ts';

export interface RuleCount {
  readonly ruleId: string;
  readonly count: number;
  /** The message of the first place, as an example. */
  readonly message: string;
  readonly help: string | null;
}

export interface WorkSummary {
  readonly file: string;
  /** Number of elements; null for what is no model that could be read. */
  readonly elements: number | null;
  /** Number of elements with an error. */
  readonly needWork: number;
  /** Errors of the file itself. */
  readonly ofFile: number;
  /** Rules, the most frequent first. */
  readonly rules: readonly RuleCount[];
}

/** Sums up each model, and whatever else has errors. */
export function workSummary(read: ReadFiles): readonly WorkSummary[] {
  const errors = read.problems.filter(needsWork);
  const files = new Set([...read.elementCounts.keys(), ...errors.map(({ file }) => file)]);
  return [...files].map((file) => {
    const own = errors.filter((problem) => problem.file === file);
    const ofElements = own.filter(({ elementId, elementType }) => elementId !== null || elementType !== null);
    return {
      file,
      elements: read.elementCounts.get(file) ?? null,
      needWork: new Set(ofElements.map(({ elementId, line, column }) => elementId ?? `${line}:${column}`)).size,
      ofFile: own.length - ofElements.length,
      rules: ruleCounts(own),
    };
  });
}

/**
 * Whether a problem is work: a warning of a rule of executable processes is, too, as a process that does not say whether it is executable
 * is not where such a rule speaks against it.
 */
function needsWork({ ruleId, severity }: FileProblem): boolean {
  if (severity === 'ERROR' || ruleId.startsWith('W-') || !Object.hasOwn(RULES, ruleId)) return severity === 'ERROR';
  return RULES[ruleId as RuleId].marks === 'X';
}

function ruleCounts(errors: readonly FileProblem[]): readonly RuleCount[] {
  const counts = new Map<string, RuleCount>();
  for (const { ruleId, message, help } of errors) {
    counts.set(ruleId, { message, help, ...counts.get(ruleId), ruleId, count: (counts.get(ruleId)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((left, right) => right.count - left.count);
}

export function summaryText(read: ReadFiles): string {
  const files = workSummary(read);
  const lines = files.flatMap((file) => [`${file.file}: ${need(file)}\n`, ...file.rules.flatMap(ruleLines)]);
  const able = files.filter(({ rules }) => rules.length === 0).length;
  const hidden = read.problemCount - read.problems.length;
  return [
    ...lines,
    ...(files.length > 1 ? [`${able} of ${files.length} files are executable as they are\n`] : []),
    ...(hidden === 0 ? [] : [`at least: ${counted(hidden, 'problem')} more not counted\n`]),
  ].join('');
}

function need({ elements, needWork, ofFile }: WorkSummary): string {
  if (elements === null) return counted(needWork + ofFile, 'error');
  const ofElements = `${needWork} of ${counted(elements, 'element')} ${needWork === 1 ? 'needs' : 'need'} work`;
  return ofFile === 0 ? ofElements : `${ofElements}, ${counted(ofFile, 'error')} of the file itself`;
}

function ruleLines({ ruleId, count, message, help }: RuleCount): readonly string[] {
  const advice = help === null || help === '' ? [] : [`       ${help}\n`];
  return [`  ${count} ${ruleId} ${message}\n`, ...advice];
}
