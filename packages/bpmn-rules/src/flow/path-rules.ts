// Warnings about paths: joins that block, merges that continue more than once, elements that nothing reaches.
import type { FlowGraph, GraphFlow, GraphNode } from '../facts/flow-graph.ts';
import { type Finding, finding, label } from '../rule/finding.ts';
import type { Rule, RuleContext } from '../rule/rule-context.ts';

/**
 * Finds the split that a flow comes from when only nodes with one way in and one way out lie between. Splits further away are
 * not looked for: whether they pair with a merge depends on what lies between, and a false warning costs more than none.
 */
function originOf(graph: FlowGraph, flow: GraphFlow): GraphNode | undefined {
  let node = flow.source === undefined ? undefined : graph.nodeOf.get(flow.source);
  for (let steps = graph.nodes.length; steps > 0; steps -= 1) {
    const before = node?.incoming.length === 1 && node.outgoing.length === 1 ? node.incoming[0] : undefined;
    if (before?.source === undefined) return node;
    node = graph.nodeOf.get(before.source);
  }
  return undefined;
}

/** Finds a split of the type given that feeds two of the node's incoming flows. */
function feedingSplit(graph: FlowGraph, node: GraphNode, type: string): GraphNode | undefined {
  const seen = new Set<GraphNode>();
  for (const flow of node.incoming) {
    const origin = originOf(graph, flow);
    if (origin === undefined || origin.element.type !== type || origin.outgoing.length < 2) continue;
    if (seen.has(origin)) return origin;
    seen.add(origin);
  }
  return undefined;
}

function* merges({ graphs }: RuleContext): Iterable<Finding> {
  for (const graph of graphs) {
    for (const node of graph.nodes.filter((each) => each.incoming.length > 1)) {
      const isJoin = node.element.type === 'parallelGateway';
      if (!isJoin && node.element.type !== 'exclusiveGateway') continue;
      const split = feedingSplit(graph, node, isJoin ? 'exclusiveGateway' : 'parallelGateway');
      if (split === undefined) continue;
      yield finding(isJoin ? 'W-08' : 'W-09', node.element, { values: { x: label(split.element) } });
    }
  }
}

/** PRC-04 reports what nothing leads to at all; this rule finds rings that no path enters. */
function* unreachable({ graphs }: RuleContext): Iterable<Finding> {
  for (const graph of graphs) {
    const reached = new Set(
      graph.nodes.filter((node) => node.incoming.length === 0 || node.element.type === 'startEvent'),
    );
    for (const node of reached) {
      for (const { target } of node.outgoing) {
        const next = target === undefined ? undefined : graph.nodeOf.get(target);
        if (next !== undefined) reached.add(next);
      }
    }
    for (const node of graph.nodes) {
      if (!reached.has(node)) yield finding('W-10', node.element);
    }
  }
}

export const PATH_RULES: readonly Rule[] = [merges, unreachable];
