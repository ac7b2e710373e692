// These rules judge message flows: what they join, and that both ends speak of one message.

import { triggersOf } from '../facts/event-facts.ts';
import { type BpmnElement, findReference, referencedElement, resolveReference } from '../facts/types/document.ts';
import { ACTIVITY_TYPES, ARTIFACT_TYPES, EVENT_TYPES } from '../facts/types/element-types.ts';
import { type Finding, finding, label, words } from '../rule/finding.ts';
import { aboutReference, elementsOfType, isMissed, type Rule, type RuleContext } from '../rule/rule-context.ts';
import { collaborationOf, messageOf, poolsOf } from './pools.ts';

type End = 'source' | 'target';
const ENDS: readonly End[] = ['source', 'target'];

interface FlowEnd {
  readonly flow: BpmnElement;
  readonly end: End;
  /** Element that the reference leads to; undefined for nothing in this file. */
  readonly element: BpmnElement | undefined;
  readonly about: string;
  readonly text: string;
}

function flowEnds(context: RuleContext): readonly FlowEnd[] {
  return elementsOfType(context, 'messageFlow').flatMap((flow) =>
    ENDS.flatMap((end) => {
      const reference = findReference(flow, `${end}Ref`);
      if (reference === undefined || reference.namespace === null) return [];
      const { attribute, text } = reference;
      const element = resolveReference(context.document, reference);
      return { flow, end, element, about: aboutReference(attribute, text), text };
    }),
  );
}

function* differentPools(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  const pools = poolsOf(document);
  for (const flow of elementsOfType(context, 'messageFlow')) {
    const collaboration = collaborationOf(flow);
    const [source, target] = ENDS.map((end) => referencedElement(document, flow, `${end}Ref`));
    if (source === undefined || target === undefined || collaboration === null) continue;
    // A process without participant is a pool of its own.
    const poolAt = (end: BpmnElement) => {
      const ofProcess = end.process === null ? undefined : pools.get(collaboration)?.get(end.process);
      return ofProcess?.length === 1 ? ofProcess[0] : (end.process ?? end);
    };
    if (poolAt(source) === poolAt(target)) yield finding('COL-01', flow, { about: 'pools' });
  }
}

function* possibleEnds(context: RuleContext): Iterable<Finding> {
  // Which of its flows an event cannot have is not known while it has both kinds.
  const both = eventsOfBothWays(context);
  for (const { flow, end, element, about } of flowEnds(context)) {
    // PRC-12 reports an artifact.
    if (element === undefined || ARTIFACT_TYPES.has(element.type) || canBeEnd(element, end)) continue;
    if (both.has(element)) continue;
    const values = { x: `${words(element.type)} ${label(element)}` };
    yield finding(end === 'source' ? 'COL-02' : 'COL-03', flow, { about, values });
  }
}

const SENDING_EVENT_TYPES: ReadonlySet<string> = new Set(['endEvent', 'intermediateThrowEvent']);
const RECEIVING_EVENT_TYPES: ReadonlySet<string> = new Set(['startEvent', 'intermediateCatchEvent', 'boundaryEvent']);

function canBeEnd({ type }: BpmnElement, end: End): boolean {
  if (type === 'participant' || ACTIVITY_TYPES.has(type)) return true;
  return (end === 'source' ? SENDING_EVENT_TYPES : RECEIVING_EVENT_TYPES).has(type);
}

const POSITIONS: Readonly<Record<string, readonly [string, string]>> = {
  startEvent: ['a start', 'başlangıç'],
  endEvent: ['an end', 'bitiş'],
};

function* eventEnds(context: RuleContext): Iterable<Finding> {
  for (const { flow, end, element, about } of flowEnds(context)) {
    if (element === undefined || !EVENT_TYPES.has(element.type) || !canBeEnd(element, end)) continue;
    if (mayBeMessage(context, element)) continue;
    const [position, positionTr] = POSITIONS[element.type] ?? ['an intermediate', 'ara'];
    yield finding('COL-05', flow, { about, values: { position, positionTr } });
  }
}

/** Whether an event may have a message trigger: one that lies in another file counts as such. */
function mayBeMessage({ document }: RuleContext, event: BpmnElement): boolean {
  const isElsewhere = event.references.some(
    (reference) => reference.attribute === 'eventDefinitionRef' && resolveReference(document, reference) === undefined,
  );
  return isElsewhere || triggersOf(document, event).some(({ kind }) => kind === 'message');
}

/** Checks that no event both sends and receives; the event is reported, since neither flow alone is wrong. */
function* bothWays(context: RuleContext): Iterable<Finding> {
  for (const event of eventsOfBothWays(context)) yield finding('COL-06', event);
}

function eventsOfBothWays(context: RuleContext): ReadonlySet<BpmnElement> {
  const ends = new Map<BpmnElement, Set<End>>();
  for (const { end, element } of flowEnds(context)) {
    if (element === undefined || !EVENT_TYPES.has(element.type)) continue;
    ends.set(element, (ends.get(element) ?? new Set()).add(end));
  }
  return new Set([...ends].flatMap(([event, both]) => (both.size > 1 ? event : [])));
}

function* messages(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const { flow, end, element } of flowEnds(context)) {
    const message = referencedElement(document, flow, 'messageRef');
    if (message === undefined || element === undefined) continue;
    const own = messagesAt(context, element, end);
    if (own.length === 0 || own.includes(message)) continue;
    const endTr = end === 'source' ? 'kaynağınınkinden' : 'hedefininkinden';
    yield finding('COL-07', flow, { about: `message at ${end}`, values: { end, endTr } });
  }
}

function messagesAt({ document }: RuleContext, element: BpmnElement, end: End): readonly BpmnElement[] {
  const speakers = EVENT_TYPES.has(element.type)
    ? triggersOf(document, element).flatMap(({ kind, definition }) => (kind === 'message' ? definition : []))
    : [element];
  return speakers.flatMap((speaker) => messageOf(document, speaker, end) ?? []);
}

function* homeless(context: RuleContext): Iterable<Finding> {
  for (const { flow, end, element, about, text } of flowEnds(context)) {
    const reference = findReference(flow, `${end}Ref`);
    const isMissing = element === undefined && text !== '' && reference !== undefined && isMissed(context, reference);
    const isNowhere = isMissing || (element !== undefined && isOutOfPools(element));
    if (isNowhere) yield finding('COL-10', flow, { about, values: { x: text } });
  }
}

/** Whether an end lies outside of every pool, as in a choreography; COL-02 and COL-03 report what can be no end at all. */
function isOutOfPools(element: BpmnElement): boolean {
  const isNode = ACTIVITY_TYPES.has(element.type) || EVENT_TYPES.has(element.type);
  return isNode && element.process === null;
}

export const MESSAGE_FLOW_RULES: readonly Rule[] = [
  differentPools,
  possibleEnds,
  eventEnds,
  bothWays,
  messages,
  homeless,
];
