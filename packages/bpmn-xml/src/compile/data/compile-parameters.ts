// `inputOutput` of the extension namespaces: text, expressions, scripts, lists and maps.
import type { Expression, ParameterModel, ParameterValue } from '@keelson/bpmn-core';
import type { BpmnElement, ExtensionFact } from '@keelson/bpmn-rules';
import type { Compilation } from '../compilation/compilation.ts';
import { extensionElements, factChildren, factText } from '../compilation/elements.ts';
import { compileText, constantExpression } from '../compilation/expressions.ts';
import { compileScriptFact } from './compile-scripts.ts';

export interface Parameters {
  readonly inputs: readonly ParameterModel[];
  readonly outputs: readonly ParameterModel[];
}

/** Reads the parameters of an element itself. */
export function compileParameters(compilation: Compilation, element: BpmnElement): Parameters {
  return parametersIn(compilation, extensionElements(element, 'inputOutput'));
}

/** Reads `inputOutput` elements wherever they stand. */
export function parametersIn(compilation: Compilation, facts: readonly ExtensionFact[]): Parameters {
  const named = (name: string) =>
    facts
      .flatMap((fact) => factChildren(fact, name))
      .map((fact) => ({ name: factText(fact, 'name') ?? '', value: compileValue(compilation, fact) }));
  return { inputs: named('inputParameter'), outputs: named('outputParameter') };
}

/** Compiles what the element holds: the child that says how, or its text. */
export function compileValue(compilation: Compilation, fact: ExtensionFact): ParameterValue {
  const [script] = factChildren(fact, 'script');
  if (script !== undefined) return scriptValue(compilation, script);
  const [list] = factChildren(fact, 'list');
  if (list !== undefined) {
    return { kind: 'list', items: list.children.map((item) => itemValue(compilation, item)) };
  }
  const [map] = factChildren(fact, 'map');
  if (map === undefined) return textValue(fact.value);
  const entries = factChildren(map, 'entry');
  return {
    kind: 'map',
    entries: entries.map((entry) => ({ key: factText(entry, 'key') ?? '', value: compileValue(compilation, entry) })),
  };
}

/** The items of a list are values, scripts, or lists and maps in their turn. */
function itemValue(compilation: Compilation, item: ExtensionFact): ParameterValue {
  if (item.name === 'script') return scriptValue(compilation, item);
  return item.name === 'value' ? textValue(item.value) : compileValue(compilation, { ...item, children: [item] });
}

function scriptValue(compilation: Compilation, fact: ExtensionFact): ParameterValue {
  const { expression, source } = compileScriptFact(compilation, fact);
  return expression === null ? { kind: 'script', language: 'javascript', source } : expressionValue(expression);
}

/** Nothing written is null. */
export function textValue(text: string): ParameterValue {
  const trimmed = text.trim();
  return expressionValue(trimmed === '' ? constantExpression(null) : compileText(trimmed));
}

export function expressionValue(expression: Expression): ParameterValue {
  return { kind: 'expression', expression };
}
