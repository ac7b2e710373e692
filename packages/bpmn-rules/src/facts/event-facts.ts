// What an event waits for or throws, and where it stands.

import { isEventSubProcess } from './flow-graph.ts';
import {
  type BpmnDocument,
  type BpmnElement,
  booleanAttribute,
  findReference,
  referencedElement,
  resolveReference,
  type SourcePosition,
} from './types/document.ts';
import { EVENT_DEFINITION_TYPES } from './types/element-types.ts';

/** Kinds of triggers and results by the standard's name. */
export type EventKind =
  | 'message'
  | 'timer'
  | 'conditional'
  | 'signal'
  | 'error'
  | 'escalation'
  | 'compensation'
  | 'cancel'
  | 'link'
  | 'terminate';

/** One trigger or result of an event. */
export interface EventTrigger {
  readonly kind: EventKind;
  /** Event definition, inline or at the file's root level. */
  readonly definition: BpmnElement;
  /** Event that has the trigger. */
  readonly event: BpmnElement;
  /** Place inside the event. */
  readonly position: SourcePosition;
}

/** Lists inline definitions in document order, then references in the order written. */
export function triggersOf(document: BpmnDocument, event: BpmnElement): readonly EventTrigger[] {
  const inline = event.children
    .filter((child) => EVENT_DEFINITION_TYPES.has(child.type))
    .map((definition) => ({ kind: kindOf(definition), definition, event, position: definition.position }));
  const referred = event.references.flatMap((reference) => {
    if (reference.attribute !== 'eventDefinitionRef') return [];
    const definition = resolveReference(document, reference);
    if (definition === undefined || !EVENT_DEFINITION_TYPES.has(definition.type)) return [];
    return { kind: kindOf(definition), definition, event, position: reference.position };
  });
  return [...inline, ...referred];
}

function kindOf({ type }: BpmnElement): EventKind {
  const kind = type.replace('EventDefinition', '');
  return (kind === 'compensate' ? 'compensation' : kind) as EventKind;
}

export function hasTrigger(document: BpmnDocument, event: BpmnElement, kind: EventKind): boolean {
  return triggersOf(document, event).some((trigger) => trigger.kind === kind);
}

const THROWING_TYPES: ReadonlySet<string> = new Set(['endEvent', 'intermediateThrowEvent', 'implicitThrowEvent']);

export function isThrowing(event: BpmnElement): boolean {
  return THROWING_TYPES.has(event.type);
}

/** Finds the activity that a boundary event is attached to. */
export function hostOf(document: BpmnDocument, boundary: BpmnElement): BpmnElement | undefined {
  return referencedElement(document, boundary, 'attachedToRef');
}

/** Whether a boundary event, or the start of an event sub-process, interrupts. */
export function isInterrupting(event: BpmnElement): boolean {
  return booleanAttribute(event, event.type === 'boundaryEvent' ? 'cancelActivity' : 'isInterrupting', true);
}

/** Whether this is the start of an event sub-process. */
export function startsEventSubProcess({ type, parent }: BpmnElement): boolean {
  return type === 'startEvent' && parent !== null && isEventSubProcess(parent);
}

/** Finds the code that a trigger names; null means all codes, undefined a reference that leads to nothing. */
export function codeOf(document: BpmnDocument, { kind, definition }: EventTrigger): string | null | undefined {
  const attribute = kind === 'error' ? 'errorRef' : 'escalationRef';
  const reference = findReference(definition, attribute);
  if (reference === undefined) return null;
  const target = resolveReference(document, reference);
  if (target === undefined) return undefined;
  const code = target.attributes.get(kind === 'error' ? 'errorCode' : 'escalationCode')?.trim() ?? '';
  return code === '' ? null : code;
}
