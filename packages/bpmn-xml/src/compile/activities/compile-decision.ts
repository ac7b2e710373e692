// Decisions that a rule task, or a service task of that type, evaluates.
import type { DecisionModel } from '@keelson/bpmn-core';
import { type BpmnElement, decisionKeyOf, workWayOf } from '@keelson/bpmn-rules';
import { extensionFlag, extensionText, firstExtensionText } from '../compilation/elements.ts';
import { compileText } from '../compilation/expressions.ts';
import { compileBinding } from './compile-binding.ts';

const MAPPINGS: readonly DecisionModel['mapResult'][] = ['singleEntry', 'singleResult', 'collectEntries', 'resultList'];

/** Compiles a decision; null where the element names none. */
export function compileDecision(element: BpmnElement): DecisionModel | null {
  const key = workWayOf(element) === 'decision' ? decisionKeyOf(element) : null;
  if (key === null) return null;
  const resultVariable = firstExtensionText(element, 'resultVariable', 'resultVariableName');
  const mapping = extensionText(element, 'mapDecisionResult');
  return {
    key: compileText(key),
    binding: compileBinding(element, 'decisionRef'),
    resultVariable,
    mapResult: MAPPINGS.find((each) => each === mapping) ?? defaultMapping(element, resultVariable),
    localResult: extensionFlag(element, 'useLocalScopeForResultVariable'),
  };
}

/** Answers the mapping of a result that nobody has chosen: without a variable for the result the outputs of a table are the variables. */
function defaultMapping(element: BpmnElement, resultVariable: string | null): DecisionModel['mapResult'] {
  return resultVariable === null && extensionText(element, 'decisionRef') === null ? 'variables' : 'resultList';
}
