// What the schema finds wrong, reported at the element of the model or the diagram that it is about.
import {
  type BpmnElement,
  type Finding,
  type FindingDetails,
  fileFinding,
  finding,
  type SourcePosition,
} from '@keelson/bpmn-rules';
import type { XmlElement, XmlNode } from '../tree/tree.types.ts';
import { positionOf } from '../tree/xml-access.ts';

/** State of the check of one file: elements of the tree and of the document are met in the same order. */
export interface Check {
  readonly elements: Iterator<BpmnElement>;
  readonly findings: Finding[];
  /** Names of elements of namespaces that are carried unread, as written. */
  readonly foreign: Set<string>;
}

/** Element of the model, or part of a diagram or of the file, that a finding is about. */
export interface Owner {
  readonly element: BpmnElement | null;
  readonly id: string | null;
  readonly type: string | null;
}

/** Rules that the schema alone decides. */
type SchemaRule = 'DOC-05' | 'DOC-06' | 'DOC-07' | 'DOC-14' | 'DOC-17' | 'REF-03';

const TEXT_SHOWN_MAX = 40;

/** Reports an element or text that may not stand where it stands. */
export function reportMisplaced(check: Check, node: XmlNode, owner: Owner, list: string): void {
  if (node.kind === 'element' && node.namespace === null) return;
  const isText = node.kind === 'text' || node.kind === 'cdata';
  const position = isText ? behindSpace(node.value, positionOf(node)) : positionOf(node);
  const text = isText ? node.value.trim().slice(0, TEXT_SHOWN_MAX) : '';
  const x = node.kind === 'element' ? node.name : `"${text}"`;
  const values = {
    problem: `${x} is not allowed here; expected ${list}`,
    problemTr: `${x} burada kullanılamaz; beklenen: ${list}`,
  };
  // What may not stand here need not be reported as unknown to the engine too.
  report(check, 'DOC-05', owner, { position, about: isText ? 'text' : 'element', values });
}

/** Finds where text begins that has white space in front. */
function behindSpace(text: string, { line, column }: SourcePosition): SourcePosition {
  const lines = (/^\s*/.exec(text)?.[0] ?? '').split('\n');
  const last = lines.at(-1)?.length ?? 0;
  return lines.length === 1 ? { line, column: column + last } : { line: line + lines.length - 1, column: last + 1 };
}

/** Reports a child that the schema asks for and does not find. */
export function reportMissing(check: Check, source: XmlElement, owner: Owner, name: string, count: number): void {
  const values = {
    problem: `${source.name} ends too early; expected ${count === 1 ? '' : `${count} more `}${name}`,
    problemTr: `${source.name} erken bitiyor; beklenen: ${count === 1 ? '' : `${count} tane daha `}${name}`,
  };
  report(check, 'DOC-05', owner, { position: positionOf(source), about: `child ${name}`, values });
}

export function report(
  check: Check,
  ruleId: SchemaRule,
  { element, id, type }: Owner,
  details: FindingDetails & { readonly position: NonNullable<FindingDetails['position']> },
): void {
  const named = type === null ? { ...details, id } : { ...details, id, type };
  check.findings.push(
    element === null ? fileFinding(ruleId, details.position, named) : finding(ruleId, element, details),
  );
}
