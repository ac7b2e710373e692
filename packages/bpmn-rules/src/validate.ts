// Applies every rule to a deployment's documents and decides which processes are executable.
import { type BpmnDocument, type BpmnElement, booleanAttribute } from './facts/types/document.ts';
import { keepMostSpecific } from './precedence.ts';
import { duplicateProcesses } from './processes/process-rules.ts';
import type { Finding } from './rule/finding.ts';
import type { Problem, Severity, Strictness } from './rule/problem.ts';
import { createRuleContext, type RuleOptions } from './rule/rule-context.ts';
import { ALL_RULES } from './rule-list.ts';
import { type RuleId, ruleText } from './texts/rule-catalogue.ts';
import type { RuleMarks } from './texts/rule-texts.ts';

/** What the reader made of a file. */
export interface ValidationInput {
  readonly document: BpmnDocument;
  /** What the reader found against the schema. */
  readonly findings: readonly Finding[];
}

/** A problem that still knows its process. */
export interface LocatedProblem extends Problem {
  /** Process of the problem; null for what concerns the file. */
  readonly process: BpmnElement | null;
}

/** What the rules say of one document. */
export interface Verdict {
  readonly document: BpmnDocument;
  readonly problems: readonly LocatedProblem[];
  /** Processes of the document that may be executed. */
  readonly executable: ReadonlySet<BpmnElement>;
}

/** Finds every problem of every document, unsorted and unbounded; one verdict per document in the order given. */
export function validateDocuments(
  inputs: readonly ValidationInput[],
  strictness: Strictness,
  options: RuleOptions = {},
): readonly Verdict[] {
  return judgeDocuments(inputs, options)(strictness);
}

/** Applies the rules once; what it answers says what comes of their findings under a strictness. */
export function judgeDocuments(
  inputs: readonly ValidationInput[],
  options: RuleOptions = {},
): (strictness: Strictness) => readonly Verdict[] {
  const documents = inputs.map(({ document }) => document);
  const duplicates = duplicateProcesses(documents, options.outside);
  const judged = inputs.map(({ document, findings }): JudgedDocument => {
    const context = createRuleContext(document, documents, options);
    const found = [
      ...findings,
      ...ALL_RULES.flatMap((rule) => [...rule(context)]),
      ...(duplicates.get(document) ?? []),
    ];
    const users = [document, ...importersOf(document, documents)].flatMap(({ processes }) => processes);
    return { document, findings: found, users };
  });
  return (strictness) => {
    const refused = new Set(judged.flatMap((each) => refusedBy(each, strictness)));
    const runs = new Set(documents.flatMap(({ processes }) => processes.filter((each) => mayRun(each, refused))));
    return judged.map((each) => judge(each, strictness, runs));
  };
}

/** What the rules found in a document, and the processes that it may concern. */
interface JudgedDocument {
  readonly document: BpmnDocument;
  readonly findings: readonly Finding[];
  /** Processes of the document, and those of files that may name what it holds. */
  readonly users: readonly BpmnElement[];
}

/** Lists the document, the files that import it, and those that import them. */
function importersOf(document: BpmnDocument, deployment: readonly BpmnDocument[]): readonly BpmnDocument[] {
  const found = new Set<BpmnDocument>([document]);
  for (const { targetNamespace } of found) {
    for (const other of deployment) if (other.importedNamespaces.has(targetNamespace)) found.add(other);
  }
  found.delete(document);
  return [...found];
}

/**
 * Lists the processes that findings keep from being executable: rules marked X speak of executable processes only, so what breaks one is
 * not executable by itself.
 */
function refusedBy(judged: JudgedDocument, strictness: Strictness): readonly BpmnElement[] {
  const refusals = judged.findings.filter((each) => isExecutableOnly(each) && severityOf(each, strictness) === 'ERROR');
  return refusals.flatMap((each) => processesOf(judged, each));
}

/** Whether a process may run: one that does not say is executable when no rule speaks against it. */
function mayRun(process: BpmnElement, refused: ReadonlySet<BpmnElement>): boolean {
  const isPublic = process.attributes.get('processType') === 'Public';
  return booleanAttribute(process, 'isExecutable', !refused.has(process) && !isPublic);
}

function judge(judged: JudgedDocument, strictness: Strictness, runs: ReadonlySet<BpmnElement>): Verdict {
  const { document, findings } = judged;
  const executable = new Set(document.processes.filter((process) => runs.has(process)));
  const applies = (each: Finding) => processesOf(judged, each).some((process) => runs.has(process));
  const causes = withoutFollowUps(findings);
  const kept = keepMostSpecific(causes, (each) => !isExecutableOnly(each) || applies(each));
  const problems = kept.flatMap((each) => {
    const process = each.element?.process ?? null;
    const severity = severityIn(judged, each, strictness, runs);
    return severity === null ? [] : toProblem(document.file, each, severity, process);
  });
  return { document, problems, executable };
}

/** Rules that follow references, which say nothing more where an id is used twice. */
const FOLLOWING_RULES: ReadonlySet<RuleId> = new Set<RuleId>([
  'PRC-04',
  'PRC-05',
  'EVT-20',
  'GWY-01',
  'SEQ-01',
  'SEQ-10',
  'SEQ-11',
  'REF-02',
  'DIA-02',
  'DIA-05',
  'W-10',
]);

/** Leaves out findings that follow from an id that is used twice: names lead to its first use alone, and DOC-08 has said so. */
function withoutFollowUps(findings: readonly Finding[]): readonly Finding[] {
  const twice = new Set(findings.flatMap(({ ruleId, subject }) => (ruleId === 'DOC-08' ? (subject.id ?? []) : [])));
  if (twice.size === 0) return findings;
  const isOf = (element: BpmnElement | null) =>
    element !== null &&
    (twice.has(element.id ?? '') || element.references.some(({ localName }) => twice.has(localName)));
  return findings.filter(({ ruleId, element }) => !FOLLOWING_RULES.has(ruleId) || !isOf(element));
}

/** Lists the processes that a finding is about: outside of any process it concerns all of the file, and of those that import it. */
function processesOf({ users }: JudgedDocument, { element }: Finding): readonly BpmnElement[] {
  return element?.process == null ? users : [element.process];
}

function marksOf({ ruleId, marks }: Finding): RuleMarks {
  return marks ?? ruleText(ruleId).marks;
}

function isExecutableOnly(each: Finding): boolean {
  return marksOf(each).includes('X');
}

function severityOf(each: Finding, strictness: Strictness): Severity {
  if (each.ruleId.startsWith('W-')) return 'WARNING';
  if (each.always) return 'ERROR';
  const marks = marksOf(each);
  if (marks.includes('S')) return strictness === 'strict' ? 'ERROR' : 'WARNING';
  return marks.includes('L') && strictness === 'lenient' ? 'WARNING' : 'ERROR';
}

/** Severity of a finding in a process; null where the rule does not speak of these processes. */
function severityIn(
  judged: JudgedDocument,
  each: Finding,
  strictness: Strictness,
  executable: ReadonlySet<BpmnElement>,
): Severity | null {
  // A warning with the mark S says what harms nobody: only who asks for everything gets it.
  if (each.ruleId.startsWith('W-') && marksOf(each).includes('S') && strictness !== 'strict') return null;
  const severity = severityOf(each, strictness);
  const processes = processesOf(judged, each);
  if (!isExecutableOnly(each) || processes.some((process) => executable.has(process))) return severity;
  const isUndecided = processes.some((process) => booleanAttribute(process, 'isExecutable', true));
  return isUndecided ? 'WARNING' : null;
}

/** Fills the texts of a finding in. */
export function toProblem(
  file: string,
  { ruleId, subject, position, values }: Finding,
  severity: Severity,
  process: BpmnElement | null,
): LocatedProblem {
  const { en, tr, help, helpTr } = ruleText(ruleId);
  return {
    ruleId,
    severity,
    elementId: subject.id,
    elementType: subject.type,
    elementName: subject.name,
    line: position.line,
    column: position.column,
    message: fill(en, values),
    messageTr: fill(tr, values),
    help: fill(help, values),
    helpTr: fill(helpTr, values),
    file,
    process,
  };
}

/** Leaves out the process of a problem, as a caller gets it. */
export function withoutProcess({ process: _, ...problem }: LocatedProblem): Problem {
  return problem;
}

/** Bound of the characters of a file's text in a message, which shows their beginning. */
const SHOWN_LENGTH_MAX = 200;

function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (written, name: string) => {
    // A name with a line break is written on one line.
    const value = Object.hasOwn(values, name) ? String(values[name]).replace(/\s+/g, ' ') : written;
    return value.length > SHOWN_LENGTH_MAX ? `${value.slice(0, SHOWN_LENGTH_MAX)}...` : value;
  });
}
