// `field` injection of the extension namespaces gives texts as they are written, and expressions.
import type { ParameterModel, ParameterValue } from '@keelson/bpmn-core';
import type { BpmnElement, ExtensionFact } from '@keelson/bpmn-rules';
import { extensionElements, factChildren, factText } from '../compilation/elements.ts';
import { constantExpression } from '../compilation/expressions.ts';
import { confidentialValue, expressionValue, textValue } from './compile-parameters.ts';

/** Compiles fields, which keep their document order. */
export function compileFields(element: BpmnElement): readonly ParameterModel[] {
  return extensionElements(element, 'field').map((fact) => compileField(fact, textValue));
}

/** Compiles the fields of an HTTP task, which are sent elsewhere and may name secrets where the rules let them. */
export function compileHttpFields(element: BpmnElement): readonly ParameterModel[] {
  return extensionElements(element, 'field').map((fact) => compileField(fact, confidentialValue));
}

/** Compiles a field: an expression wins, a text is taken as it is. */
function compileField(fact: ExtensionFact, compile: (text: string) => ParameterValue): ParameterModel {
  const expression = factText(fact, 'expression') ?? factChildren(fact, 'expression')[0]?.value.trim();
  const text = fact.attributes.get('stringValue') ?? factChildren(fact, 'string')[0]?.value.trim() ?? '';
  const value = expression === undefined ? expressionValue(constantExpression(text)) : compile(expression);
  return { name: factText(fact, 'name') ?? '', value };
}
