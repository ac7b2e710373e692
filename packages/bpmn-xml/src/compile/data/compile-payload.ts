// `in` and `out` of calls and events: what goes from one side to the other.
import type { PayloadMapping } from '@keelson/bpmn-core';
import type { BpmnElement, ExtensionFact } from '@keelson/bpmn-rules';
import { extensionElements, factFlag, factText } from '../compilation/elements.ts';
import { compileText, variableExpression } from '../compilation/expressions.ts';

/** Compiles mappings, which keep their document order. */
export function compileMappings(element: BpmnElement, name: 'in' | 'out'): readonly PayloadMapping[] {
  return extensionElements(element, name).flatMap(compileMapping);
}

/** Compiles both `in` and `out` of an event: tools name them by the side from which they look at it. */
export function compileEventPayload(...elements: readonly BpmnElement[]): readonly PayloadMapping[] {
  return elements.flatMap((element) => [...compileMappings(element, 'in'), ...compileMappings(element, 'out')]);
}

function compileMapping(fact: ExtensionFact): readonly PayloadMapping[] {
  const local = factFlag(fact, 'local');
  const businessKey = factText(fact, 'businessKey');
  if (businessKey !== null) return [{ kind: 'businessKey', source: compileText(businessKey) }];
  if (factText(fact, 'variables') === 'all') return [{ kind: 'all', local }];
  const expression = factText(fact, 'sourceExpression');
  const variable = factText(fact, 'source');
  const target = factText(fact, 'target') ?? variable;
  if (target === null || (expression === null && variable === null)) return [];
  const source = expression === null ? variableExpression(variable ?? '') : compileText(expression);
  return [{ kind: 'value', source, target, local }];
}
