// These rules judge gateways: how many flows they have, their direction, and conditions behind a split.

import type { GraphNode } from '../facts/flow-graph.ts';
import { GATEWAY_TYPES } from '../facts/types/element-types.ts';
import { type Finding, finding, label } from '../rule/finding.ts';
import type { Rule, RuleContext } from '../rule/rule-context.ts';
import type { RuleId } from '../texts/rule-catalogue.ts';

function gateways({ graphs }: RuleContext): readonly GraphNode[] {
  return graphs.flatMap((graph) => graph.nodes.filter((node) => GATEWAY_TYPES.has(node.element.type)));
}

function* directions(context: RuleContext): Iterable<Finding> {
  for (const node of gateways(context)) {
    const ruleId = brokenDirection(node);
    if (ruleId !== null) yield finding(ruleId, node.element, { about: 'flows' });
  }
}

function brokenDirection({ element, incoming, outgoing }: GraphNode): RuleId | null {
  const merges = incoming.length > 1;
  const splits = outgoing.length > 1;
  const direction = element.attributes.get('gatewayDirection');
  if (direction === 'Converging' && (!merges || splits)) return 'GWY-02';
  if (direction === 'Diverging' && (!splits || merges)) return 'GWY-03';
  if (direction === 'Mixed' && !(merges && splits)) return 'GWY-04';
  return merges || splits ? null : 'GWY-01';
}

function* splits(context: RuleContext): Iterable<Finding> {
  for (const node of gateways(context)) {
    const ruleId = SPLIT_RULES[node.element.type];
    if (ruleId === undefined || node.outgoing.length < 2) continue;
    for (const flow of node.outgoing) {
      if (flow.condition !== undefined || flow.element === node.defaultFlow) continue;
      yield finding(ruleId, node.element, { values: { f: label(flow.element) } });
    }
  }
}

const SPLIT_RULES: Readonly<Record<string, RuleId>> = { exclusiveGateway: 'GWY-05', inclusiveGateway: 'GWY-06' };

function* activation(context: RuleContext): Iterable<Finding> {
  for (const { element } of gateways(context)) {
    const has = element.children.some(({ type }) => type === 'activationCondition');
    if (element.type === 'complexGateway' && !has) yield finding('W-06', element);
  }
}

export const GATEWAY_RULES: readonly Rule[] = [directions, splits, activation];
