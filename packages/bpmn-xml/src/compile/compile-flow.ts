// One sequence flow, or the way from a link throw to its catch.
import { type Expression, PLAIN_FLOW, type SequenceFlow } from '@keelson/bpmn-core';
import { type BpmnElement, resourceName } from '@keelson/bpmn-rules';
import type { Compilation } from './compilation/compilation.ts';
import { extensionText } from './compilation/elements.ts';
import { compileBare, compileElement } from './compilation/expressions.ts';
import type { LaidFlow } from './compilation/process-layout.ts';
import { compileExecutionListeners } from './events/compile-listeners.ts';

/** Elements whose outgoing flows have no conditions: gateways that take every flow. Nor has a default flow one (BPMN 2.0.2, table 10.3). */
const UNCONDITIONAL: ReadonlySet<string> = new Set(['parallelGateway', 'eventBasedGateway']);

export function compileFlow(compilation: Compilation, flow: LaidFlow, index: number): SequenceFlow {
  const { id, element, source, target } = flow;
  if (element === null) return { ...PLAIN_FLOW, index, id, name: null, source, target };
  const skip = extensionText(element, 'skipExpression');
  const sourceType = compilation.layout.nodes[source]?.element.type ?? '';
  const isDefault = compilation.layout.nodes[source]?.defaultFlow === element;
  const hasEffect = !isDefault && !UNCONDITIONAL.has(sourceType);
  const condition = hasEffect ? compileCondition(compilation, flow.condition) : null;
  return {
    index,
    id,
    name: element.name,
    source,
    target,
    condition,
    skipExpression: skip === null ? null : compileBare(skip),
    listeners: compileExecutionListeners(compilation, element),
    readsWaitingForStart: condition !== null && /\bwaitingForStart\b/.test(condition.text),
  };
}

/** Compiles a condition, whose text may lie in another file of the deployment. */
function compileCondition(compilation: Compilation, element: BpmnElement | null): Expression | null {
  if (element === null) return null;
  const resource = resourceName(extensionText(element, 'resource') ?? '');
  if (resource === null) return compileElement(compilation, element, true);
  const text = compilation.resource(resource);
  if (text === null) throw new Error(`the condition file ${resource} is not there`);
  return compileElement(compilation, { ...element, text }, true);
}
