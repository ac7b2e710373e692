// `inputOutput` of the extension namespaces: text, expressions, scripts, lists and maps.
import type { Expression, ParameterModel, ParameterValue } from '@keelson/bpmn-core';
import { type BpmnElement, type ExtensionFact, splitSecrets } from '@keelson/bpmn-rules';
import type { Compilation } from '../compilation/compilation.ts';
import { extensionElements, factChildren, factText } from '../compilation/elements.ts';
import { compileText, constantExpression } from '../compilation/expressions.ts';
import { compileScriptFact } from './compile-scripts.ts';

export interface Parameters {
  readonly inputs: readonly ParameterModel[];
  readonly outputs: readonly ParameterModel[];
}

/** Compiles the parameters of an element itself. */
export function compileParameters(compilation: Compilation, element: BpmnElement): Parameters {
  return parametersIn(compilation, extensionElements(element, 'inputOutput'));
}

/** Compiles `inputOutput` elements wherever they stand; `inputText` compiles the texts of inputs. */
export function parametersIn(
  compilation: Compilation,
  facts: readonly ExtensionFact[],
  inputText = textValue,
): Parameters {
  const named = (name: string, compile: CompileText) =>
    facts
      .flatMap((fact) => factChildren(fact, name))
      .map((fact) => ({ name: factText(fact, 'name') ?? '', value: compileValue(compilation, fact, compile) }));
  return { inputs: named('inputParameter', inputText), outputs: named('outputParameter', textValue) };
}

type CompileText = (text: string) => ParameterValue;

/** Compiles the value that the element holds: the child that says how, or its text. */
export function compileValue(
  compilation: Compilation,
  fact: ExtensionFact,
  text: CompileText = textValue,
): ParameterValue {
  const [script] = factChildren(fact, 'script');
  if (script !== undefined) return scriptValue(compilation, script);
  const [list] = factChildren(fact, 'list');
  if (list !== undefined) {
    return { kind: 'list', items: list.children.map((item) => itemValue(compilation, item, text)) };
  }
  const [map] = factChildren(fact, 'map');
  if (map === undefined) return text(fact.value);
  const entries = factChildren(map, 'entry').map((entry) => ({
    key: factText(entry, 'key') ?? '',
    value: compileValue(compilation, entry, text),
  }));
  return { kind: 'map', entries };
}

/** Compiles an item of a list: a value, a script, or a list or map in its turn. */
function itemValue(compilation: Compilation, item: ExtensionFact, text: CompileText): ParameterValue {
  if (item.name === 'script') return scriptValue(compilation, item);
  return item.name === 'value' ? text(item.value) : compileValue(compilation, { ...item, children: [item] }, text);
}

function scriptValue(compilation: Compilation, fact: ExtensionFact): ParameterValue {
  const { expression, source } = compileScriptFact(compilation, fact);
  return expression === null ? { kind: 'script', language: 'javascript', source } : expressionValue(expression);
}

/** Compiles a text; an empty one is null. */
export function textValue(text: string): ParameterValue {
  const trimmed = text.trim();
  return expressionValue(trimmed === '' ? constantExpression(null) : compileText(trimmed));
}

/** Compiles a text that is sent elsewhere, and may name secrets. */
export function confidentialValue(text: string): ParameterValue {
  const parts = splitSecrets(text.trim());
  if (parts.every((part) => 'text' in part)) return textValue(text);
  return {
    kind: 'confidential',
    parts: parts.map((part) => ('text' in part ? { expression: compileText(part.text) } : part)),
  };
}

export function expressionValue(expression: Expression): ParameterValue {
  return { kind: 'expression', expression };
}
