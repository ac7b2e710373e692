// Rules of a choreography's flow: which events it may have, who may begin what, and what follows an event-based gateway.

import { type EventKind, hostOf, triggersOf } from '../facts/event-facts.ts';
import { type BpmnDocument, type BpmnElement, childrenOfType, referencedElement } from '../facts/types/document.ts';
import { CHOREOGRAPHY_ACTIVITY_TYPES, EVENT_TYPES } from '../facts/types/element-types.ts';
import { type Finding, finding, label } from '../rule/finding.ts';
import { elementsOfTypes, type Rule, type RuleContext } from '../rule/rule-context.ts';
import { CHOREOGRAPHY_SCOPE_TYPES, participantsOf } from './choreography-rules.ts';

interface Position {
  readonly en: string;
  readonly tr: string;
  readonly kinds: ReadonlySet<EventKind>;
}

/**
 * What each event may do in a choreography (BPMN 2.0, 11.6): no participant owns one, so nothing can be thrown to it or caught by it
 * alone.
 */
const POSITIONS: Readonly<Record<string, Position>> = {
  startEvent: { en: 'a start', tr: 'bir başlangıçta', kinds: new Set(['timer', 'conditional', 'signal']) },
  intermediateCatchEvent: {
    en: 'an intermediate catch',
    tr: 'bir ara yakalamada',
    kinds: new Set(['timer', 'conditional', 'signal', 'link']),
  },
  intermediateThrowEvent: { en: 'an intermediate throw', tr: 'bir ara gönderimde', kinds: new Set(['signal', 'link']) },
  boundaryEvent: {
    en: 'the boundary of an activity',
    tr: 'bir etkinliğin sınırında',
    kinds: new Set(['message', 'timer', 'conditional', 'signal', 'cancel', 'compensation']),
  },
  endEvent: { en: 'an end', tr: 'bir bitişte', kinds: new Set(['signal', 'terminate']) },
};

function* triggers(context: RuleContext): Iterable<Finding> {
  for (const event of elementsOfTypes(context, EVENT_TYPES)) {
    const position = POSITIONS[event.type];
    if (position === undefined || !isInChoreography(event)) continue;
    for (const { kind, position: at } of triggersOf(context.document, event)) {
      if (position.kinds.has(kind)) continue;
      const values = { t: kind, position: position.en, positionTr: position.tr };
      yield finding('CHO-04', event, { position: at, values });
    }
  }
}

function isInChoreography({ parent }: BpmnElement): boolean {
  return parent !== null && CHOREOGRAPHY_SCOPE_TYPES.has(parent.type);
}

/** Participants who may begin what follows; null means that anybody may. */
type Involved = ReadonlySet<BpmnElement> | null;

function* initiators(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const scope of elementsOfTypes(context, CHOREOGRAPHY_SCOPE_TYPES)) {
    const involved = involvedBefore(document, scope);
    for (const activity of scope.children.filter((child) => CHOREOGRAPHY_ACTIVITY_TYPES.has(child.type))) {
      const initiator = referencedElement(document, activity, 'initiatingParticipantRef');
      const before = involved.get(activity) ?? null;
      if (initiator === undefined || before === null || before.has(initiator)) continue;
      yield finding('CHO-08', activity, { values: { x: label(activity) } });
    }
  }
}

/**
 * Answers who took part in every activity that may come directly before a node: gateways and events pass it on. Sets only shrink, so loops
 * come to rest.
 */
function involvedBefore(document: BpmnDocument, scope: BpmnElement): ReadonlyMap<BpmnElement, Involved> {
  const outgoing = new Map<BpmnElement, BpmnElement[]>();
  const queue: (readonly [BpmnElement, Involved])[] = [];
  for (const flow of childrenOfType(scope, 'sequenceFlow')) {
    const source = referencedElement(document, flow, 'sourceRef');
    const target = referencedElement(document, flow, 'targetRef');
    if (source === undefined || target === undefined) continue;
    const targets = outgoing.get(source) ?? [];
    outgoing.set(source, targets);
    targets.push(target);
  }
  for (const [source, targets] of outgoing) {
    const after = involvedAfter(document, source);
    if (after !== null) for (const target of targets) queue.push([target, after]);
  }
  const before = new Map<BpmnElement, Involved>();
  for (let step = queue.pop(); step !== undefined; step = queue.pop()) {
    const [node, involved] = step;
    const known = before.get(node) ?? null;
    const narrowed = intersection(known, involved);
    if (known !== null && narrowed?.size === known.size) continue;
    before.set(node, narrowed);
    if (involvedAfter(document, node) !== null) continue;
    for (const target of outgoing.get(node) ?? []) queue.push([target, narrowed]);
  }
  return before;
}

function intersection(left: Involved, right: Involved): Involved {
  if (left === null || right === null) return left ?? right;
  return new Set([...left].filter((participant) => right.has(participant)));
}

/** Answers the participants of an activity; null for a node that passes on what it was given. */
function involvedAfter(document: BpmnDocument, node: BpmnElement): Involved {
  const host = node.type === 'boundaryEvent' ? hostOf(document, node) : node;
  if (host === undefined || !CHOREOGRAPHY_ACTIVITY_TYPES.has(host.type)) return null;
  const participants = participantsOf(document, host);
  return participants.size === 0 ? null : participants;
}

function* eventGateways({ document }: RuleContext): Iterable<Finding> {
  for (const flow of document.elements) {
    if (flow.type !== 'sequenceFlow' || !isInChoreography(flow)) continue;
    const target = referencedElement(document, flow, 'targetRef');
    if (referencedElement(document, flow, 'sourceRef')?.type !== 'eventBasedGateway' || target === undefined) continue;
    if (target.type === 'choreographyTask' || isTimer(document, target)) continue;
    yield finding('CHO-09', target, { about: 'behind event-based gateway', values: { x: label(target) } });
  }
}

function isTimer(document: BpmnDocument, event: BpmnElement): boolean {
  if (event.type !== 'intermediateCatchEvent') return false;
  const kinds = triggersOf(document, event).map(({ kind }) => kind);
  return kinds.length > 0 && kinds.every((kind) => kind === 'timer');
}

export const CHOREOGRAPHY_FLOW_RULES: readonly Rule[] = [triggers, initiators, eventGateways];
