// EXE-00: what stands in a process and has no behaviour yet is refused by name, so that nothing passes in silence.
import { type BpmnElement, booleanAttribute, resolveReference } from '../model/document.ts';
import { isFlowElementType, SCOPE_TYPES } from './element-types.ts';
import { type Finding, finding } from './problem.ts';
import type { Rule, RuleContext } from './rule-context.ts';

const FLOW_LISTS = ['incoming', 'outgoing'];

/** By parent: the children that the compiler reads. */
const BUILT_CHILDREN: Readonly<Record<string, ReadonlySet<string>>> = {
  process: new Set([
    'startEvent',
    'endEvent',
    'task',
    'manualTask',
    'userTask',
    'exclusiveGateway',
    'parallelGateway',
    'sequenceFlow',
    'laneSet',
  ]),
  startEvent: new Set(FLOW_LISTS),
  endEvent: new Set(FLOW_LISTS),
  task: new Set(FLOW_LISTS),
  manualTask: new Set(FLOW_LISTS),
  userTask: new Set([...FLOW_LISTS, 'humanPerformer', 'potentialOwner']),
  exclusiveGateway: new Set(FLOW_LISTS),
  parallelGateway: new Set(FLOW_LISTS),
  sequenceFlow: new Set(['conditionExpression']),
  laneSet: new Set(['lane']),
  childLaneSet: new Set(['lane']),
  lane: new Set(['flowNodeRef', 'childLaneSet']),
  humanPerformer: new Set(['resourceAssignmentExpression']),
  potentialOwner: new Set(['resourceAssignmentExpression']),
  resourceAssignmentExpression: new Set(['formalExpression']),
};

/** Kept in the file; the standard gives them no effect on execution. */
const CARRIED_TYPES: ReadonlySet<string> = new Set([
  'association',
  'auditing',
  'categoryValueRef',
  'group',
  'monitoring',
  'partitionElement',
  'textAnnotation',
]);

function* elements({ document }: RuleContext): Iterable<Finding> {
  for (const process of document.processes) yield* notBuiltIn(process);
}

function* notBuiltIn(parent: BpmnElement): Iterable<Finding> {
  const isScope = SCOPE_TYPES.has(parent.type);
  const built = BUILT_CHILDREN[isScope ? 'process' : parent.type];
  for (const child of parent.children) {
    if (CARRIED_TYPES.has(child.type)) continue;
    if (built?.has(child.type)) yield* notBuiltIn(child);
    // The parts of what is refused are refused with it; a sub-process is opened so that one look shows all that is missing.
    else if (parent.type === 'process' || !isScope || isFlowElementType(child.type)) {
      yield finding('EXE-00', child, { about: 'element', values: { x: child.type } });
      if (SCOPE_TYPES.has(child.type)) yield* notBuiltIn(child);
    }
  }
}

const FLOW_NODES_BUILT: ReadonlySet<string> = new Set(
  [...(BUILT_CHILDREN.process ?? [])].filter((type) => type !== 'sequenceFlow' && type !== 'laneSet'),
);

function* attributes({ document }: RuleContext): Iterable<Finding> {
  for (const element of document.elements) {
    if (element.process === null || !FLOW_NODES_BUILT.has(element.type)) continue;
    for (const x of notBuiltAttributes(element)) {
      yield finding('EXE-00', element, { about: `attribute ${x}`, values: { x } });
    }
  }
}

function notBuiltAttributes(element: BpmnElement): readonly string[] {
  const found = ['isForCompensation', 'parallelMultiple'].filter((name) => booleanAttribute(element, name, false));
  const implementation = element.attributes.get('implementation')?.trim() ?? '';
  // The standard's own default says that the engine may do as it likes.
  if (implementation !== '' && implementation !== '##unspecified') found.push('implementation');
  return found;
}

/** Carried between pools; at an element of an executable process it would promise a message that nothing sends. */
function* messageFlows({ document }: RuleContext): Iterable<Finding> {
  for (const flow of document.elements) {
    if (flow.type !== 'messageFlow') continue;
    for (const reference of flow.references) {
      const end = reference.attribute === 'messageRef' ? undefined : resolveReference(document, reference);
      if (end === undefined || end.process === null) continue;
      const about = `message flow ${flow.id ?? ''}`;
      const at = finding('EXE-00', end, { position: flow.position, about, values: { x: flow.type } });
      yield { ...at, subject: { id: flow.id, type: flow.type, name: flow.name } };
    }
  }
}

/** True where the element itself is refused with EXE-00, or lies in one that is. */
export function isNotBuilt(element: BpmnElement): boolean {
  for (let inner = element; inner.parent !== null && inner.type !== 'process'; inner = inner.parent) {
    const isScope = SCOPE_TYPES.has(inner.parent.type);
    const built = BUILT_CHILDREN[isScope ? 'process' : inner.parent.type];
    if (!built?.has(inner.type) && !CARRIED_TYPES.has(inner.type)) return true;
  }
  return false;
}

export const NOT_BUILT_RULES: readonly Rule[] = [elements, attributes, messageFlows];
