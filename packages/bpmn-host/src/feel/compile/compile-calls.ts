// Calls of functions, built in or written in the text, and the literals of dates and times.
import { ExpressionError } from '@keelson/bpmn-core';
import { evaluate as evaluateFeelin, FeelFunction, FeelRange } from 'feelin';
import type { FeelBuiltin } from '../functions/feel-builtin.ts';
import { builtinOf, orderedArguments } from '../functions/functions.ts';
import { FEEL_DEPTH_MAX, fail } from '../values/budget.ts';
import { bind, type Frame, type Run } from '../values/scope.ts';
import { type FeelNode, FeelProblem, nameOf } from '../values/syntax-tree.ts';
import { withinFeel } from '../values/temporal.ts';
import { type FeelContext, type FeelValue, putEntry, typeOf } from '../values/values.ts';
import { type BoundNames, type Compile, childOf, constant, stringIn } from './compiling.ts';

/** Arguments of a call, in order or by name. */
type Arguments =
  | { readonly kind: 'ordered'; readonly runs: readonly Run[] }
  | { readonly kind: 'named'; readonly runs: readonly { readonly name: string; readonly run: Run }[] };

export function compileInvocation(node: FeelNode, bound: BoundNames, compile: Compile): Run {
  const target = childOf(node, 0);
  const name = target.name.endsWith('Name') ? nameOf(target) : null;
  const args = compileArguments(childOf(node, 2), bound, compile);
  if (name === null || bound.has(name)) return compileCall(compile(target, bound), args);
  if (name === 'is defined') return compileIsDefined(args, node);
  const builtin = builtinOf(name);
  if (builtin === undefined) throw new FeelProblem(`there is no function ${name}`, node.from);
  return (frame) => callBuiltin(frame, name, builtin, args);
}

function compileArguments(node: FeelNode, bound: BoundNames, compile: Compile): Arguments {
  if (node.name !== 'NamedParameters') {
    return { kind: 'ordered', runs: node.children.map((child) => compile(child, bound)) };
  }
  const runs = node.children.map((child) => ({
    name: nameOf(childOf(childOf(child, 0), 0)),
    run: compile(childOf(child, 1), bound),
  }));
  return { kind: 'named', runs };
}

function namedValues(frame: Frame, runs: Extract<Arguments, { kind: 'named' }>['runs']): FeelContext {
  const values: Record<string, FeelValue> = {};
  for (const { name, run } of runs) putEntry(values, name, run(frame));
  return values;
}

/** Calls a built-in function; arguments that do not fit give null, as FEEL says. */
function callBuiltin(frame: Frame, name: string, builtin: FeelBuiltin, args: Arguments): FeelValue {
  const { parameters } = builtin;
  const values =
    args.kind === 'ordered'
      ? args.runs.map((run) => run(frame))
      : orderedArguments(parameters, namedValues(frame, args.runs));
  if (values === null) return null;
  const isOpen = parameters.at(-1)?.startsWith('...') === true;
  if (values.length > parameters.length && !isOpen) return null;
  return guarded(frame, name, () => builtin.call(frame.evaluation, values));
}

/** Calls a function of the library; what it throws at gives null. */
function guarded(frame: Frame, name: string, call: () => FeelValue): FeelValue {
  try {
    return call();
  } catch (error) {
    if (error instanceof ExpressionError) throw error;
    return fail(frame.evaluation.budget, `${name} cannot be called so: ${(error as Error).message.slice(0, 200)}`);
  }
}

function compileCall(target: Run, args: Arguments): Run {
  return (frame) => {
    const called = target(frame);
    if (called instanceof FeelRange) return callRange(frame, called, args);
    if (!(called instanceof FeelFunction)) {
      return fail(frame.evaluation.budget, `${typeOf(called)} is no function`, 'NO_VALUE');
    }
    const values =
      args.kind === 'ordered'
        ? args.runs.map((run) => run(frame))
        : orderedArguments(called.parameterNames, namedValues(frame, args.runs));
    if (values === null || values.length > called.parameterNames.length) return null;
    return (called.fn as (...all: readonly FeelValue[]) => FeelValue)(...values);
  };
}

function callRange(frame: Frame, range: FeelRange, args: Arguments): FeelValue {
  const [run] = args.kind === 'ordered' ? args.runs : [];
  return run === undefined ? null : range.includes(run(frame));
}

/** Compiles `is defined`: only here an unknown name is no failure. */
function compileIsDefined(args: Arguments, { from }: FeelNode): Run {
  const [run] = args.kind === 'ordered' ? args.runs : [];
  if (run === undefined) throw new FeelProblem('is defined needs one argument', from);
  return (frame) => {
    try {
      return run(frame) !== null;
    } catch (error) {
      if (error instanceof ExpressionError && error.reason === 'NO_VALUE') return false;
      throw error;
    }
  };
}

/**
 * Compiles a function; calls inside of calls count the nesting of what they run, so that no recursion reaches the end of the call stack.
 */
export function compileDefinition(node: FeelNode, bound: BoundNames, compile: Compile): Run {
  if (node.children.some(({ name }) => name === 'external')) {
    throw new FeelProblem('external functions are not executed', node.from);
  }
  const formal = node.children.find(({ name }) => name === 'FormalParameters');
  const parameters = (formal?.children ?? []).map((parameter) => nameOf(childOf(childOf(parameter, 0), 0)));
  const body = childOf(node, node.children.length - 1);
  const run = compile(body, new Set([...bound, ...parameters]));
  return (frame) =>
    new FeelFunction((...args: FeelValue[]) => callDefined(frame, parameters, args, run, body), parameters);
}

const CALL_DEPTH_MAX = 4 * FEEL_DEPTH_MAX;

function callDefined(
  frame: Frame,
  parameters: readonly string[],
  args: readonly FeelValue[],
  run: Run,
  { depth }: FeelNode,
): FeelValue {
  const { budget } = frame.evaluation;
  if (budget.depth + depth > CALL_DEPTH_MAX) fail(budget, `limit of nested calls exceeded: ${CALL_DEPTH_MAX}`, 'LIMIT');
  budget.depth += depth;
  try {
    return run(
      bind(frame, (name) => {
        const index = parameters.indexOf(name);
        return index === -1 ? undefined : (args[index] ?? null);
      }),
    );
  } finally {
    budget.depth -= depth;
  }
}

/** Compiles `date("...")` and `@"..."`; text that is none gives null in the first form and is refused in the second. */
export function compileDateTime(node: FeelNode, bound: BoundNames, compile: Compile): Run {
  const [first] = node.children;
  if (first?.name === 'AtLiteral') return compileAt(childOf(first, 0));
  const name = nameOf(childOf(node, 0));
  const builtin = builtinOf(name);
  if (builtin === undefined) throw new FeelProblem(`there is no function ${name}`, node.from);
  const args = compileArguments(childOf(node, 2), bound, compile);
  return (frame) => callBuiltin(frame, name, builtin, args);
}

function compileAt({ text, from }: FeelNode): Run {
  const value = withinFeel((evaluateFeelin(`@${text}`).value as FeelValue | undefined) ?? null);
  if (value === null) {
    throw new FeelProblem(`@"${stringIn(text).slice(0, 40)}" is no date, time or duration`, from);
  }
  return constant(value);
}
