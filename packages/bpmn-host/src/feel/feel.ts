// FEEL as the core takes a language: text in, expression out.
import {
  type Expression,
  type ExpressionContext,
  ExpressionError,
  type ExpressionLanguages,
  type ExpressionProblem,
  type ResultType,
  type Value,
} from '@keelson/bpmn-core';
import { compileNode } from './compile/compile.ts';
import { compileUnaryTests } from './compile/compile-tests.ts';
import { BOOLEAN_FUNCTIONS } from './functions/functions.ts';
import { type Budget, FEEL_STEPS_MAX, newBudget } from './values/budget.ts';
import { type FeelEvaluation, outermost } from './values/scope.ts';
import { type FeelForm, type FeelNode, FeelProblem, type KnownNames, nameOf, parseFeel } from './values/syntax-tree.ts';
import { type FeelValue, fromValue, toValue } from './values/values.ts';

export interface FeelOptions {
  /** Bound of the steps of one evaluation (`expression.steps`). */
  readonly stepsMax: number;
}

/** Makes the `feel` of the languages that models are compiled with. A leading `=` is not FEEL: who calls has taken it away. */
export function createFeel({ stepsMax }: FeelOptions = { stepsMax: FEEL_STEPS_MAX }): ExpressionLanguages['feel'] {
  return (text) => {
    const compiled = compileFeel(text, 'expression', {});
    return 'problem' in compiled ? compiled : expressionOf(text, compiled, stepsMax);
  };
}

/** FEEL that was compiled once and is run with values of FEEL. */
export interface CompiledFeel {
  readonly node: FeelNode;
  /** Evaluates the expression. Throws `ExpressionError`. */
  readonly run: (evaluation: FeelEvaluation) => FeelValue;
}

/** Reads the text, or says why it is no FEEL. `names` are those with blanks or signs that the text may use. */
export function compileFeel(text: string, form: FeelForm, names: KnownNames): CompiledFeel | ExpressionProblem {
  try {
    const node = parseFeel(text, form, names);
    const bound = new Set<string>();
    const run = form === 'expression' ? compileNode(node, bound) : compileUnaryTests(node, bound, compileNode);
    return { node, run: (evaluation) => guarded(evaluation.budget, () => run(outermost(evaluation))) };
  } catch (error) {
    if (error instanceof FeelProblem) return { problem: error.message, offset: error.offset };
    throw error;
  }
}

/** Runs an evaluation. The call stack cannot be reached within the limits; if it is all the same, the evaluation ends, not the process. */
function guarded(budget: Budget, run: () => FeelValue): FeelValue {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError) throw new ExpressionError(budget.text, 'limit of nesting exceeded', 'LIMIT');
    throw error;
  }
}

function expressionOf(text: string, { node, run }: CompiledFeel, stepsMax: number): Expression {
  const inner = node.children[0] as FeelNode;
  const evaluate = (context: ExpressionContext): Value => {
    const budget = newBudget(text, stepsMax);
    return toValue(budget, run({ budget, now: context.now, variable: variableOf(context), isNull: () => false }));
  };
  const isLiteral = LITERALS.has(inner.name);
  return {
    text,
    constant: isLiteral ? toValue(newBudget(text), run(NOTHING)) : undefined,
    resultType: resultTypeOf(inner),
    evaluate,
  };
}

const LITERALS: ReadonlySet<string> = new Set(['NumericLiteral', 'StringLiteral', 'BooleanLiteral', 'null']);

const NOTHING: FeelEvaluation = { budget: newBudget(''), now: 0, variable: () => undefined, isNull: () => true };

function variableOf(context: ExpressionContext): FeelEvaluation['variable'] {
  return (name) => {
    const value = context.variable(name);
    return value === undefined ? undefined : fromValue(value);
  };
}

const BOOLEAN_NODES: ReadonlySet<string> = new Set([
  'Comparison',
  'Conjunction',
  'Disjunction',
  'QuantifiedExpression',
  'InstanceOfExpression',
  'BooleanLiteral',
]);
const OTHER_NODES: ReadonlySet<string> = new Set(['List', 'Context', 'ForExpression', 'DateTimeLiteral', 'null']);

function resultTypeOf(node: FeelNode): ResultType {
  if (BOOLEAN_NODES.has(node.name)) return 'boolean';
  if (OTHER_NODES.has(node.name)) return 'other';
  switch (node.name) {
    case 'NumericLiteral':
      return 'number';
    case 'StringLiteral':
      return 'text';
    case 'ParenthesizedExpression':
      return resultTypeOf(node.children[1] as FeelNode);
    case 'FunctionInvocation':
      return BOOLEAN_FUNCTIONS.has(nameOf(node.children[0] as FeelNode)) ? 'boolean' : 'unknown';
    default:
      return 'unknown';
  }
}
