// Turns the tree of a FEEL text into closures, once; what is no FEEL of this engine is refused here.

import { builtinOf, functionValue } from '../functions/functions.ts';
import { charge, fail } from '../values/budget.ts';
import { type ArithmeticOperator, calculate } from '../values/operators.ts';
import { propertyOf } from '../values/properties.ts';
import { lookUp, type Run } from '../values/scope.ts';
import { type FeelNode, FeelProblem, nameOf } from '../values/syntax-tree.ts';
import { isList } from '../values/values.ts';
import { compileDateTime, compileDefinition, compileInvocation } from './compile-calls.ts';
import { compileContext, compileFilter, compileFor, compileQuantified } from './compile-iteration.ts';
import { compileComparison, compileInstanceOf, compileInterval, compileSimpleTest } from './compile-tests.ts';
import { type BoundNames, childOf, constant, type NodeCompiler, stringIn } from './compiling.ts';

const CONSTANT_TRUE: Run = () => true;

const COMPILERS: Readonly<Record<string, NodeCompiler>> = {
  Expression: (node, bound) => compileNode(childOf(node, 0), bound),
  FunctionBody: (node, bound) => compileNode(childOf(node, 0), bound),
  IterationContext: (node, bound) => compileNode(childOf(node, 0), bound),
  ParenthesizedExpression: (node, bound) => compileNode(childOf(node, 1), bound),
  NumericLiteral: (node) => constant(numberIn(node)),
  BooleanLiteral: ({ text }) => constant(text === 'true'),
  StringLiteral: ({ text }) => constant(stringIn(text)),
  null: () => constant(null),
  Wildcard: () => CONSTANT_TRUE,
  List: (node, bound) => compileList(node.children.slice(1, -1), bound),
  VariableName: compileVariable,
  SpecialFunctionName: compileVariable,
  '?': () => (frame) => lookUp(frame, '?') ?? null,
  PathExpression: compilePath,
  ArithmeticExpression: compileArithmetic,
  Conjunction: (node, bound) => compileLogic(node, bound, false),
  Disjunction: (node, bound) => compileLogic(node, bound, true),
  IfExpression: compileIf,
  Context: compileContext,
  FilterExpression: compileFilter,
  ForExpression: compileFor,
  QuantifiedExpression: compileQuantified,
  FunctionInvocation: compileInvocation,
  FunctionDefinition: compileDefinition,
  DateTimeLiteral: compileDateTime,
  Comparison: compileComparison,
  InstanceOfExpression: compileInstanceOf,
  Interval: compileInterval,
  SimplePositiveUnaryTest: compileSimpleTest,
};

/** Compiles a node; every run of it costs a step. Throws `FeelProblem`. */
export function compileNode(node: FeelNode, bound: BoundNames): Run {
  const compiler = Object.hasOwn(COMPILERS, node.name) ? COMPILERS[node.name] : undefined;
  if (compiler === undefined) throw new FeelProblem(`${node.name} is not executed`, node.from);
  const run = compiler(node, bound, compileNode);
  return (frame) => {
    charge(frame.evaluation.budget, 1);
    return run(frame);
  };
}

function numberIn({ text, from }: FeelNode): number {
  const number = Number(text.replaceAll(/\s/g, ''));
  if (!Number.isFinite(number)) throw new FeelProblem(`${text.slice(0, 40)} is no number`, from);
  return number;
}

function compileList(nodes: readonly FeelNode[], bound: BoundNames): Run {
  const items = nodes.map((node) => compileNode(node, bound));
  return (frame) => items.map((item) => item(frame));
}

function compileVariable(node: FeelNode): Run {
  const name = nameOf(node).replaceAll('`', '');
  const builtin = builtinOf(name);
  return (frame) => {
    const value = lookUp(frame, name);
    if (value !== undefined) return value;
    const { evaluation } = frame;
    if (builtin !== undefined) return functionValue(evaluation, builtin);
    if (evaluation.isNull(name)) return null;
    return fail(evaluation.budget, `there is no variable ${name}`, 'NO_VALUE');
  };
}

function compilePath(node: FeelNode, bound: BoundNames): Run {
  const target = compileNode(childOf(node, 0), bound);
  const name = nameOf(childOf(node, 2));
  return (frame) => {
    const { budget } = frame.evaluation;
    const value = target(frame);
    if (!isList(value)) return propertyOf(budget, value, name);
    return value.map((item) => propertyOf(budget, item, name));
  };
}

function compileArithmetic(node: FeelNode, bound: BoundNames): Run {
  const [left, operator, right] = node.children;
  if (left?.name === 'ArithOp') return compileNegation(childOf(node, 1), bound);
  const [run, other] = [compileNode(childOf(node, 0), bound), compileNode(right ?? childOf(node, 2), bound)];
  const sign = (operator?.text === '^' ? '**' : operator?.text) as ArithmeticOperator;
  return (frame) => calculate(frame.evaluation.budget, sign, run(frame), other(frame));
}

function compileNegation(node: FeelNode, bound: BoundNames): Run {
  const operand = compileNode(node, bound);
  return (frame) => calculate(frame.evaluation.budget, '*', operand(frame), -1);
}

/**
 * Compiles `and` and `or` with three values: null where the other side does not decide. `decisive` on one side is the result whatever the
 * other is.
 */
function compileLogic(node: FeelNode, bound: BoundNames, decisive: boolean): Run {
  const left = compileNode(childOf(node, 0), bound);
  const right = compileNode(childOf(node, 2), bound);
  return (frame) => {
    const first = left(frame);
    if (first === decisive) return decisive;
    const second = right(frame);
    if (second === decisive) return decisive;
    return first === !decisive && second === !decisive ? !decisive : null;
  };
}

/** Compiles `if`; everything but true is a condition that does not hold. */
function compileIf(node: FeelNode, bound: BoundNames): Run {
  const condition = compileNode(childOf(node, 1), bound);
  const yes = compileNode(childOf(node, 3), bound);
  const no = node.children.length > 5 ? compileNode(childOf(node, 5), bound) : constant(null);
  return (frame) => (condition(frame) === true ? yes(frame) : no(frame));
}
