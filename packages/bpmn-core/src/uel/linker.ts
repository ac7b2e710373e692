// Turns the syntax tree into closures, and refuses what can be known to fail before anything runs.
import type { ResultType } from '../expression/expression.ts';
import type { Value } from '../values/values.ts';
import { type Linked, linkFunction, linkMethod, type NodeOf, nameOf, objectAt } from './calls.ts';
import { KIND_WORDS, kindOf, toBoolean, toNumber } from './evaluation/coercion.ts';
import { chargeSteps, type Evaluation, fail } from './evaluation/evaluation.ts';
import { isEmptyValue, OPERATIONS, readEntry, type StrictOperator } from './evaluation/operators.ts';
import { NAMED_VALUES, OBJECTS } from './methods/objects.ts';
import { CompileStop, type SyntaxNode } from './syntax/syntax.ts';

/** Throws `CompileStop` for unknown functions and methods, wrong numbers of arguments and what is not built. */
export function link(node: SyntaxNode, source: string): Linked {
  const linked = linkForm(node, source);
  return {
    result: linked.result,
    run: (evaluation) => {
      chargeSteps(evaluation, 1);
      return linked.run(evaluation);
    },
  };
}

function linkForm(node: SyntaxNode, source: string): Linked {
  switch (node.type) {
    case 'literal':
      return linkLiteral(node.value);
    case 'variable':
      return linkVariable(node);
    case 'property':
      return linkProperty(node, source);
    case 'index':
      return linkIndex(node, source);
    case 'method':
      return linkMethod(node, source, link);
    case 'function':
      return linkFunction(node, source, link);
    case 'unary':
      return linkUnary(node, source);
    case 'binary':
      return linkBinary(node, source);
    case 'choice':
      return linkChoice(node, source);
  }
}

const LITERAL_RESULTS: Readonly<Record<string, ResultType>> = { boolean: 'boolean', number: 'number', string: 'text' };

function linkLiteral(value: Value): Linked {
  return { result: LITERAL_RESULTS[typeof value] ?? 'other', run: () => value };
}

function linkVariable({ name, start }: NodeOf<'variable'>): Linked {
  if (OBJECTS.has(name)) throw new CompileStop(`${name} is no value, it has properties and methods`, start);
  const named = NAMED_VALUES.get(name);
  if (named !== undefined) return { result: 'unknown', run: named };
  return {
    result: 'unknown',
    run: (evaluation) => {
      const value = evaluation.context.variable(name);
      return value === undefined ? failUnknown(evaluation, name) : value;
    },
  };
}

function failUnknown(evaluation: Evaluation, name: string): never {
  return fail(evaluation, `unknown variable ${name}`, 'NO_VALUE');
}

/** Lists the names of `a.b.c`, undefined when the chain does not begin with a variable. */
function pathOf(node: SyntaxNode): readonly string[] | undefined {
  if (node.type === 'variable') return NAMED_VALUES.has(node.name) || OBJECTS.has(node.name) ? undefined : [node.name];
  if (node.type !== 'property') return undefined;
  const path = pathOf(node.target);
  return path === undefined ? undefined : [...path, node.name];
}

function linkProperty(node: NodeOf<'property'>, source: string): Linked {
  const object = objectAt(node.target);
  if (object !== undefined) {
    const property = object.properties.get(node.name);
    if (property === undefined) throw new CompileStop(`unknown property ${nameOf(node, source)}`, node.start);
    return { result: property.result, run: property.read };
  }
  const path = pathOf(node);
  if (path !== undefined) return { result: 'unknown', run: (evaluation) => readPath(evaluation, path) };
  const target = link(node.target, source);
  const targetName = nameOf(node.target, source);
  return {
    result: 'unknown',
    run: (evaluation) => readProperty(evaluation, target.run(evaluation), node.name, targetName),
  };
}

function readProperty(evaluation: Evaluation, receiver: Value, name: string, receiverName: string): Value {
  const kind = kindOf(evaluation, receiver);
  if (kind !== 'map' && kind !== 'null') {
    fail(evaluation, `${receiverName} is ${KIND_WORDS[kind]} and has no property ${name}`);
  }
  return readEntry(evaluation, receiver, name, receiverName);
}

/** Reads a path: where no variable `a` exists, `a.b` may be a variable of that whole name. */
function readPath(evaluation: Evaluation, path: readonly string[]): Value {
  chargeSteps(evaluation, path.length);
  let name = path[0] ?? '';
  let value = evaluation.context.variable(name);
  let used = 1;
  for (; value === undefined && used < path.length; used += 1) {
    name += `.${path[used]}`;
    value = evaluation.context.variable(name);
  }
  if (value === undefined) return failUnknown(evaluation, path[0] ?? '');
  for (; used < path.length; used += 1) {
    const property = path[used] ?? '';
    value = readProperty(evaluation, value, property, name);
    name += `.${property}`;
  }
  return value;
}

function linkIndex(node: NodeOf<'index'>, source: string): Linked {
  const target = link(node.target, source);
  const key = link(node.key, source);
  const name = nameOf(node.target, source);
  return {
    result: 'unknown',
    run: (evaluation) => {
      const receiver = target.run(evaluation);
      return readEntry(evaluation, receiver, key.run(evaluation), name);
    },
  };
}

function linkUnary(node: NodeOf<'unary'>, source: string): Linked {
  const operand = link(node.operand, source);
  switch (node.operator) {
    case '!':
      return { result: 'boolean', run: (evaluation) => !toBoolean(evaluation, operand.run(evaluation)) };
    case 'empty':
      return { result: 'boolean', run: (evaluation) => isEmptyValue(evaluation, operand.run(evaluation)) };
    case '-':
      return { result: 'number', run: (evaluation) => 0 - toNumber(evaluation, operand.run(evaluation)) };
  }
}

const OPERATION_RESULTS: Readonly<Record<StrictOperator, ResultType>> = {
  '==': 'boolean',
  '!=': 'boolean',
  '<': 'boolean',
  '>': 'boolean',
  '<=': 'boolean',
  '>=': 'boolean',
  '+=': 'text',
  '+': 'number',
  '-': 'number',
  '*': 'number',
  '/': 'number',
  '%': 'number',
};

function linkBinary(node: NodeOf<'binary'>, source: string): Linked {
  const left = link(node.left, source);
  const right = link(node.right, source);
  const { operator } = node;
  if (operator === '&&' || operator === '||') {
    const decisive = operator === '||';
    return {
      result: 'boolean',
      run: (evaluation) =>
        toBoolean(evaluation, left.run(evaluation)) === decisive
          ? decisive
          : toBoolean(evaluation, right.run(evaluation)),
    };
  }
  const operation = OPERATIONS[operator];
  return {
    result: OPERATION_RESULTS[operator],
    run: (evaluation) => {
      const value = left.run(evaluation);
      return operation(evaluation, value, right.run(evaluation));
    },
  };
}

function linkChoice(node: NodeOf<'choice'>, source: string): Linked {
  const condition = link(node.condition, source);
  const yes = link(node.yes, source);
  const no = link(node.no, source);
  return {
    result: yes.result === no.result ? yes.result : 'unknown',
    run: (evaluation) => (toBoolean(evaluation, condition.run(evaluation)) ? yes : no).run(evaluation),
  };
}
