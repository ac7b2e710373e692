// Applies every rule to a deployment's documents and decides which processes are executable.
import { type BpmnDocument, type BpmnElement, booleanAttribute } from '../model/document.ts';
import { DIAGRAM_RULES } from './diagram-rules.ts';
import { DOCUMENT_RULES } from './document-rules.ts';
import { EXPRESSION_RULES } from './expression-rules.ts';
import { EXTENSION_RULES } from './extension-rules.ts';
import { FLOW_NODE_RULES } from './flow-node-rules.ts';
import { GATEWAY_RULES } from './gateway-rules.ts';
import { LANE_RULES } from './lane-rules.ts';
import { NOT_BUILT_RULES } from './not-built-rules.ts';
import { PATH_RULES } from './path-rules.ts';
import { keepMostSpecific } from './precedence.ts';
import type { Finding, Problem, Severity, Strictness } from './problem.ts';
import { duplicateProcesses, PROCESS_RULES } from './process-rules.ts';
import { REFERENCE_RULES } from './reference-rules.ts';
import { ruleText } from './rule-catalogue.ts';
import { createRuleContext, type Rule } from './rule-context.ts';
import { SEQUENCE_FLOW_RULES } from './sequence-flow-rules.ts';

const RULES: readonly Rule[] = [
  ...DOCUMENT_RULES,
  ...REFERENCE_RULES,
  ...SEQUENCE_FLOW_RULES,
  ...GATEWAY_RULES,
  ...FLOW_NODE_RULES,
  ...PROCESS_RULES,
  ...LANE_RULES,
  ...DIAGRAM_RULES,
  ...NOT_BUILT_RULES,
  ...EXTENSION_RULES,
  ...EXPRESSION_RULES,
  ...PATH_RULES,
];

/** A document as the reader made it. */
export interface ValidationInput {
  readonly document: BpmnDocument;
  /** What the reader found against the schema. */
  readonly findings: readonly Finding[];
}

/** A problem that still knows its process. */
export interface LocatedProblem extends Problem {
  /** The process it lies in; null for what concerns the file. */
  readonly process: BpmnElement | null;
}

/** What the rules say of one document. */
export interface Verdict {
  readonly document: BpmnDocument;
  readonly problems: readonly LocatedProblem[];
  /** Which of its processes may be executed. */
  readonly executable: ReadonlySet<BpmnElement>;
}

/** Every problem of every document, unsorted and unbounded; one verdict per document in the order given. */
export function validateDocuments(inputs: readonly ValidationInput[], strictness: Strictness): readonly Verdict[] {
  const duplicates = duplicateProcesses(inputs.map(({ document }) => document));
  return inputs.map(({ document, findings }) => {
    const context = createRuleContext(document);
    const found = [...findings, ...RULES.flatMap((rule) => [...rule(context)]), ...(duplicates.get(document) ?? [])];
    return judge(document, keepMostSpecific(found), strictness);
  });
}

/** Rules marked X speak of executable processes only; a process that does not say is executable when none speaks against it. */
function judge(document: BpmnDocument, findings: readonly Finding[], strictness: Strictness): Verdict {
  const refused = new Set<BpmnElement>();
  for (const { ruleId, element } of findings) {
    const isRefusal = isExecutableOnly(ruleId) && severityOf(ruleId, strictness) === 'ERROR';
    if (isRefusal && element?.process != null) refused.add(element.process);
  }
  const executable = new Set(
    document.processes.filter((process) => {
      const isPublic = process.attributes.get('processType') === 'Public';
      return booleanAttribute(process, 'isExecutable', !refused.has(process) && !isPublic);
    }),
  );
  const problems = findings.flatMap((finding) => {
    const process = finding.element?.process ?? null;
    const severity = severityIn(finding, strictness, process, executable);
    return severity === null ? [] : toProblem(document.file, finding, severity, process);
  });
  return { document, problems, executable };
}

function isExecutableOnly(ruleId: Finding['ruleId']): boolean {
  return ruleText(ruleId).marks.includes('X');
}

function severityOf(ruleId: Finding['ruleId'], strictness: Strictness): Severity {
  const { marks } = ruleText(ruleId);
  if (ruleId.startsWith('W-')) return 'WARNING';
  if (marks.includes('S')) return strictness === 'strict' ? 'ERROR' : 'WARNING';
  return marks.includes('L') && strictness === 'lenient' ? 'WARNING' : 'ERROR';
}

/** Null where the rule does not speak of this process. */
function severityIn(
  { ruleId }: Finding,
  strictness: Strictness,
  process: BpmnElement | null,
  executable: ReadonlySet<BpmnElement>,
): Severity | null {
  const severity = severityOf(ruleId, strictness);
  if (!isExecutableOnly(ruleId) || (process !== null && executable.has(process))) return severity;
  const isUndecided = process !== null && booleanAttribute(process, 'isExecutable', true);
  return isUndecided ? 'WARNING' : null;
}

/** Fills the texts of a finding in. */
export function toProblem(
  file: string,
  { ruleId, subject, position, values }: Finding,
  severity: Severity,
  process: BpmnElement | null,
): LocatedProblem {
  const { en, tr, help } = ruleText(ruleId);
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
    file,
    process,
  };
}

/** As a caller is told. */
export function withoutProcess({ process: _, ...problem }: LocatedProblem): Problem {
  return problem;
}

/** Texts from a file may be long; a message shows their beginning. */
const SHOWN_LENGTH_MAX = 200;

function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (written, name: string) => {
    const value = Object.hasOwn(values, name) ? String(values[name]) : written;
    return value.length > SHOWN_LENGTH_MAX ? `${value.slice(0, SHOWN_LENGTH_MAX)}...` : value;
  });
}
