// Rules of event-based gateways: what may stand behind them, and how they start a process.

import { type EventKind, triggersOf } from '../facts/event-facts.ts';
import type { FlowGraph, GraphNode } from '../facts/flow-graph.ts';
import { type BpmnElement, booleanAttribute } from '../facts/types/document.ts';
import { type Finding, finding, label } from '../rule/finding.ts';
import type { Rule, RuleContext } from '../rule/rule-context.ts';

/** A gateway with the nodes behind it, each once. */
interface Choice {
  readonly gateway: GraphNode;
  readonly behind: readonly GraphNode[];
}

function choices({ graphs }: RuleContext): readonly Choice[] {
  return graphs.flatMap((graph) =>
    graph.nodes
      .filter(({ element }) => element.type === 'eventBasedGateway')
      .map((gateway) => ({ gateway, behind: nodesBehind(graph, gateway) })),
  );
}

function nodesBehind(graph: FlowGraph, { outgoing }: GraphNode): readonly GraphNode[] {
  const targets = new Set(
    outgoing.flatMap(({ target }) => (target === undefined ? [] : (graph.nodeOf.get(target) ?? []))),
  );
  return [...targets];
}

const AWAITED: ReadonlySet<EventKind> = new Set(['message', 'timer', 'signal', 'conditional']);

function isAwaited(context: RuleContext, element: BpmnElement): boolean {
  if (element.type === 'receiveTask') return true;
  if (element.type !== 'intermediateCatchEvent') return false;
  const triggers = triggersOf(context.document, element);
  // EVT-14 reports a catch event without trigger.
  return triggers.every(({ kind }) => AWAITED.has(kind));
}

function* flows(context: RuleContext): Iterable<Finding> {
  for (const { gateway, behind } of choices(context)) {
    if (gateway.outgoing.length < 2) yield finding('GWY-07', gateway.element, { about: 'flows' });
    for (const { condition } of gateway.outgoing) {
      if (condition !== undefined) yield finding('GWY-12', gateway.element, { position: condition.position });
    }
    for (const node of behind) {
      const x = label(node.element);
      if (!isAwaited(context, node.element)) yield finding('GWY-08', node.element, { values: { x } });
      else if (node.incoming.length > 1) yield finding('GWY-09', node.element, { values: { x } });
    }
  }
}

function* receiveTasks(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const { gateway, behind } of choices(context)) {
    const tasks = behind.filter(({ element }) => element.type === 'receiveTask');
    const messages = behind.filter(
      ({ element }) =>
        element.type === 'intermediateCatchEvent' &&
        triggersOf(document, element).some(({ kind }) => kind === 'message'),
    );
    if (tasks.length > 0 && messages.length > 0) yield finding('GWY-10', gateway.element);
    for (const { element } of tasks) {
      const carries = context.boundariesOf.has(element);
      if (carries) yield finding('GWY-11', element);
    }
  }
}

function* instantiation(context: RuleContext): Iterable<Finding> {
  for (const { gateway, behind } of choices(context)) {
    const { element, incoming } = gateway;
    const instantiates = booleanAttribute(element, 'instantiate', false);
    if (element.attributes.get('eventGatewayType')?.trim() === 'Parallel' && !instantiates) {
      yield finding('GWY-13', element);
    }
    if (!instantiates) continue;
    if (incoming.length > 0) yield finding('GWY-14', element);
    for (const node of behind) {
      const kinds = triggersOf(context.document, node.element).map(({ kind }) => kind);
      const needsInstance = kinds.some((kind) => kind === 'timer' || kind === 'conditional');
      if (needsInstance) yield finding('GWY-15', node.element, { values: { x: label(node.element) } });
    }
  }
}

export const EVENT_GATEWAY_RULES: readonly Rule[] = [flows, receiveTasks, instantiation];
