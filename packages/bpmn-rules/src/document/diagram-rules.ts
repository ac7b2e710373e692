// Rules of diagrams: what a shape, an edge and a plane may show.
import {
  type BpmnDocument,
  type BpmnElement,
  type BpmnReference,
  booleanAttribute,
  type DiagramMark,
  type DiagramPlane,
  resolveReference,
} from '../facts/types/document.ts';
import { CONNECTION_TYPES, PLANE_TYPES } from '../facts/types/element-types.ts';
import { type Finding, fileFinding } from '../rule/finding.ts';
import { aboutReference, type Rule, type RuleContext } from '../rule/rule-context.ts';

function* diagrams({ document }: RuleContext): Iterable<Finding> {
  for (const plane of document.planes) {
    yield* checkPlane(document, plane);
    const shown = new Set<BpmnElement>();
    for (const mark of plane.marks) yield* checkMark(document, mark, shown);
  }
}

function* checkPlane(document: BpmnDocument, plane: DiagramPlane): Iterable<Finding> {
  const { element: reference, position } = plane;
  if (reference === null) return;
  const element = resolveReference(document, reference);
  if (element === undefined) yield* missing(document, reference, plane);
  else if (!PLANE_TYPES.has(element.type)) {
    yield fileFinding('DIA-04', position, { id: element.id, type: element.type, values: { x: reference.text } });
  }
}

function* missing(
  document: BpmnDocument,
  reference: BpmnReference,
  mark: Pick<DiagramMark, 'id' | 'position'>,
): Iterable<Finding> {
  const { id, position } = mark;
  const { namespace, text } = reference;
  const about = aboutReference('bpmnElement', text);
  if (namespace === null) {
    yield fileFinding('REF-03', position, { id, about, values: { p: reference.prefix } });
    return;
  }
  const isLocal = namespace === '' || namespace === document.targetNamespace;
  if (isLocal) yield fileFinding('DIA-01', position, { id, about, values: { x: text } });
  else if (!document.importedNamespaces.has(namespace)) {
    yield fileFinding('W-15', position, { id, about, values: { attr: 'bpmnElement', v: text } });
  }
}

function* checkMark(document: BpmnDocument, mark: DiagramMark, shown: Set<BpmnElement>): Iterable<Finding> {
  const { kind, position, element: reference } = mark;
  if (kind === 'edge' && mark.waypoints.length < 2) {
    const marks = isOnlyDrawn(document, reference) ? 'S' : '';
    yield fileFinding('DIA-03', position, { id: reference?.text ?? mark.id, marks });
  }
  if (reference === null) return;
  const element = resolveReference(document, reference);
  if (element === undefined) {
    yield* missing(document, reference, mark);
    return;
  }
  const subject = { id: element.id, type: element.type };
  if (CONNECTION_TYPES.has(element.type) !== (kind === 'edge')) {
    yield fileFinding('DIA-02', position, { ...subject, values: wrongMark(kind, reference.text) });
  }
  // The bands of participants and the envelopes of messages stand at each activity and flow that they belong to.
  if (mark.participantBand || element.type === 'message') return;
  if (shown.has(element)) yield fileFinding('DIA-05', position, { ...subject, values: { x: reference.text } });
  shown.add(element);
}

/** Whether a mark shows nothing of a process that may be run. */
function isOnlyDrawn(document: BpmnDocument, reference: BpmnReference | null): boolean {
  const shown = reference === null ? undefined : resolveReference(document, reference);
  const processes = shown?.process == null ? document.processes : [shown.process];
  return processes.every((process) => !booleanAttribute(process, 'isExecutable', true));
}

function wrongMark(kind: DiagramMark['kind'], x: string) {
  return kind === 'shape'
    ? { problem: `A shape shows the connection ${x}`, problemTr: `Bir şekil (shape) ${x} bağlantısını gösteriyor` }
    : { problem: `An edge shows the node ${x}`, problemTr: `Bir kenar (edge) ${x} düğümünü gösteriyor` };
}

export const DIAGRAM_RULES: readonly Rule[] = [diagrams];
