// These rules judge events and the flows, activities and associations around them.

import {
  codeOf,
  type EventTrigger,
  hasTrigger,
  hostOf,
  startsEventSubProcess,
  triggersOf,
} from '../facts/event-facts.ts';
import { isCompensationActivity, isEventSubProcess, isLink } from '../facts/flow-graph.ts';
import type { BpmnElement } from '../facts/types/document.ts';
import { ACTIVITY_TYPES } from '../facts/types/element-types.ts';
import { type Finding, finding, label } from '../rule/finding.ts';
import { aboutReference, elementsOfType, type Rule, type RuleContext } from '../rule/rule-context.ts';
import { compensationLinks } from './compensation-facts.ts';

function* eventFlows({ graphs }: RuleContext): Iterable<Finding> {
  for (const node of graphs.flatMap((graph) => graph.nodes)) {
    if (node.incoming.length === 0) yield* withoutIncoming(node.element);
    if (node.outgoing.length === 0) yield* withoutOutgoing(node.element);
  }
}

function* withoutIncoming(element: BpmnElement): Iterable<Finding> {
  const about = 'incoming';
  if (element.type === 'endEvent') yield finding('EVT-02', element, { about });
  const isCatch = element.type === 'intermediateCatchEvent';
  if (element.type === 'intermediateThrowEvent' || (isCatch && !isLink(element))) {
    yield finding('EVT-09', element, { about });
  }
}

function* withoutOutgoing(element: BpmnElement): Iterable<Finding> {
  const about = 'outgoing';
  if (element.type === 'startEvent') yield finding('EVT-01', element, { about });
  const isThrow = element.type === 'intermediateThrowEvent';
  if (element.type === 'intermediateCatchEvent' || (isThrow && !isLink(element))) {
    yield finding('EVT-11', element, { about });
  }
}

function* links({ graphs }: RuleContext): Iterable<Finding> {
  for (const { element, incoming, outgoing } of graphs.flatMap((graph) => graph.nodes)) {
    if (!isLink(element)) continue;
    const isBroken =
      (element.type === 'intermediateCatchEvent' && incoming.length > 0) ||
      (element.type === 'intermediateThrowEvent' && outgoing.length > 0);
    if (isBroken) yield finding('EVT-16', element, { about: 'flows' });
  }
}

function* boundaries(context: RuleContext): Iterable<Finding> {
  const { document, graphs } = context;
  for (const node of graphs.flatMap((graph) => graph.nodes)) {
    const { element, incoming, outgoing } = node;
    if (element.type !== 'boundaryEvent') continue;
    yield* attachment(context, element);
    const isCompensation = hasTrigger(document, element, 'compensation');
    if (incoming.length > 0 && !isCompensation) yield finding('EVT-19', element, { about: 'flows' });
    if (outgoing.length === 0 && !isCompensation) yield finding('EVT-20', element, { about: 'outgoing' });
  }
}

function* attachment({ document }: RuleContext, boundary: BpmnElement): Iterable<Finding> {
  const host = hostOf(document, boundary);
  if (host === undefined) return;
  const about = aboutReference('attachedToRef', boundary.attributes.get('attachedToRef')?.trim() ?? '');
  const values = { x: label(host) };
  if (isEventSubProcess(host)) yield finding('SUB-10', boundary, { about, values });
  else if (!ACTIVITY_TYPES.has(host.type) || host.parent !== boundary.parent) {
    yield finding('EVT-18', boundary, { about, values });
  }
}

function* compensationBoundaries({ document, nodeOf }: RuleContext): Iterable<Finding> {
  for (const [event, activities] of compensationLinks(document)) {
    const node = nodeOf.get(event);
    const flows = (node?.incoming.length ?? 0) + (node?.outgoing.length ?? 0);
    if (activities.length !== 1 || flows > 0) yield finding('EVT-21', event, { about: 'flows' });
    for (const activity of activities) {
      if (!isCompensationActivity(activity)) yield finding('ACT-04', activity);
    }
  }
}

function* compensationActivities(context: RuleContext): Iterable<Finding> {
  const handlers = new Set([...compensationLinks(context.document).values()].flat());
  for (const { element } of context.graphs.flatMap((graph) => graph.nodes)) {
    if (!isCompensationActivity(element) || isEventSubProcess(element) || handlers.has(element)) continue;
    yield finding('ACT-03', element);
  }
}

/** Checks that event sub-processes of one scope, and boundary events of one activity, differ by their codes. */
function* sameCodes(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  const taken = new Map<BpmnElement, Set<string>>();
  const catchers = [
    ...elementsOfType(context, 'boundaryEvent').map((event) => ({ event, place: hostOf(document, event) })),
    ...elementsOfType(context, 'startEvent')
      .filter(startsEventSubProcess)
      .map((event) => ({ event, place: event.parent?.parent ?? undefined })),
  ];
  for (const { event, place } of catchers) {
    if (place === undefined) continue;
    const codes = taken.get(place) ?? new Set<string>();
    taken.set(place, codes);
    for (const trigger of triggersOf(document, event)) {
      const said = caught(context, trigger);
      if (said === null) continue;
      // An activity's boundary events and the handlers in it are different catchers.
      const key = `${event.type} ${said.kind} ${said.code}`;
      if (codes.has(key)) {
        const values = { x: label(place), kind: said.kind, code: said.code };
        yield finding('EVT-15', event, { position: trigger.position, values });
      }
      codes.add(key);
    }
  }
}

function caught({ document }: RuleContext, trigger: EventTrigger) {
  if (trigger.kind !== 'error' && trigger.kind !== 'escalation') return null;
  const code = codeOf(document, trigger);
  return code === undefined ? null : { kind: trigger.kind, code: code ?? '(every code)' };
}

/** Reports compensation events beside the first one of an activity, whose handler alone compensates it. */
function* secondHandlers({ document, boundariesOf }: RuleContext): Iterable<Finding> {
  for (const [activity, events] of boundariesOf) {
    const handlers = events.filter((event) => hasTrigger(document, event, 'compensation'));
    const x = label(activity);
    for (const event of handlers.slice(1)) {
      const values = {
        x: label(event),
        why: `${x} has another compensation event`,
        whyTr: `${x} için başka bir telafi olayı var`,
      };
      yield finding('W-19', event, { values });
    }
  }
}

export const EVENT_FLOW_RULES: readonly Rule[] = [
  eventFlows,
  links,
  boundaries,
  compensationBoundaries,
  secondHandlers,
  compensationActivities,
  sameCodes,
];
