// `field` injection of the extension namespaces gives texts as they are written, and expressions.
import type { ParameterModel } from '@keelson/bpmn-core';
import type { BpmnElement, ExtensionFact } from '@keelson/bpmn-rules';
import { extensionElements, factChildren, factText } from '../compilation/elements.ts';
import { compileText, constantExpression } from '../compilation/expressions.ts';
import { expressionValue } from './compile-parameters.ts';

/** Fields keep their document order. */
export function compileFields(element: BpmnElement): readonly ParameterModel[] {
  return extensionElements(element, 'field').map(compileField);
}

/** An expression wins; a text is not looked into. */
function compileField(fact: ExtensionFact): ParameterModel {
  const expression = factText(fact, 'expression') ?? factChildren(fact, 'expression')[0]?.value.trim();
  const text = fact.attributes.get('stringValue') ?? factChildren(fact, 'string')[0]?.value.trim() ?? '';
  const value = expression === undefined ? constantExpression(text) : compileText(expression);
  return { name: factText(fact, 'name') ?? '', value: expressionValue(value) };
}
