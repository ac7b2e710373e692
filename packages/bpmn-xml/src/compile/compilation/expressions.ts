// Compiles texts that the rules have already found to be right expressions, in whatever language they are written.
import {
  compileExpression,
  type Expression,
  type ExpressionProblem,
  javascriptExpression,
  putValue,
  type Value,
} from '@keelson/bpmn-core';
import { type BpmnElement, earlyText, expressionLanguage } from '@keelson/bpmn-rules';
import type { Compilation } from './compilation.ts';
import { firstChild } from './elements.ts';
import { withOrigin } from './expression-origins.ts';
import { documentOf } from './model-files.ts';

/** Compiles the text of an attribute: with `${...}` parts, or itself. */
export function compileText(text: string): Expression {
  return withOrigin({ kind: 'text', text }, compiled(text, compileExpression(text)));
}

/** Compiles the name of a message or signal; one that needs no instance is evaluated now, so that a start can be found by it. */
export function compileName(text: string): Expression {
  const early = earlyText(text.trim());
  return early === null ? compileText(text) : constantExpression(early);
}

/** Compiles a text; null stays null. */
export function compileOptional(text: string | null): Expression | null {
  return text === null ? null : compileText(text);
}

/** Compiles a text where a value other than text is needed: without `${...}` it is the expression itself. */
export function compileBare(text: string): Expression {
  return withOrigin({ kind: 'bare', text }, compiled(text, compileExpression(text.trim(), { bare: true })));
}

/** Compiles an element that holds an expression, in its own language or the file's. `bare` as in `compileBare`. */
export function compileElement(compilation: Compilation, element: BpmnElement, bare: boolean): Expression {
  const text = element.text.trim();
  switch (expressionLanguage(documentOf(compilation, element), element).language) {
    case 'feel':
      return compileFeel(compilation, text);
    case 'javascript':
      return compileJavaScript(compilation, text);
    case 'uel':
      return bare ? compileBare(text) : compileText(text);
    default:
      throw new Error(`an expression in a language that is not executed passed the rules: ${text}`);
  }
}

/** Compiles the first child of this type as an expression; null without one. */
export function compileChild(
  compilation: Compilation,
  element: BpmnElement,
  type: string,
  bare = true,
): Expression | null {
  const child = firstChild(element, type);
  return child === undefined || child.text.trim() === '' ? null : compileElement(compilation, child, bare);
}

/** Compiles FEEL; the `=` in front, by which some tools mark it, is no part of it. */
export function compileFeel({ languages }: Pick<Compilation, 'languages'>, text: string): Expression {
  return withOrigin({ kind: 'feel', text }, compiled(text, languages.feel(text.replace(/^\s*=/, ''))));
}

export function compileJavaScript({ languages }: Pick<Compilation, 'languages'>, source: string): Expression {
  const problem = languages.javascriptProblem(source);
  if (problem !== null) throw wrong(source, problem);
  return withOrigin({ kind: 'javascript', source }, javascriptExpression(source));
}

function compiled(text: string, result: Expression | ExpressionProblem): Expression {
  if ('problem' in result) throw wrong(text, result);
  return result;
}

function wrong(text: string, { problem }: ExpressionProblem): Error {
  return new Error(`an expression passed the rules: ${text}: ${problem}`);
}

export function constantExpression(constant: Value): Expression {
  const resultType = typeof constant === 'string' ? 'text' : typeof constant === 'boolean' ? 'boolean' : 'unknown';
  const expression: Expression = { text: String(constant), constant, resultType, evaluate: () => constant };
  return withOrigin({ kind: 'constant', constant }, expression);
}

/** Makes an expression for the variable of this name, whatever signs the name has; null where there is none. */
export function variableExpression(name: string): Expression {
  const evaluate: Expression['evaluate'] = ({ variable }) => variable(name) ?? null;
  return withOrigin({ kind: 'variable', name }, { text: name, constant: undefined, resultType: 'unknown', evaluate });
}

export interface NamedExpression {
  readonly name: string;
  readonly value: Expression;
}

/** Makes an expression for a map of what these expressions give. */
export function mapExpression(entries: readonly NamedExpression[]): Expression {
  const expression: Expression = {
    text: `{${entries.map(({ name }) => name).join(', ')}}`,
    constant: undefined,
    resultType: 'other',
    evaluate: (context) => {
      const map: Record<string, Value> = {};
      for (const { name, value } of entries) putValue(map, name, value.constant ?? value.evaluate(context));
      return map;
    },
  };
  return withOrigin({ kind: 'map', entries }, expression);
}
