// Links calls: functions, methods of objects and methods of values.
import type { ResultType } from '../expression/expression.ts';
import type { Value } from '../values/values.ts';
import { KIND_WORDS, type Kind, kindOf } from './evaluation/coercion.ts';
import { type Evaluation, fail } from './evaluation/evaluation.ts';
import { GLOBAL_FUNCTIONS, VARIABLE_FUNCTIONS } from './methods/functions.ts';
import type { Method } from './methods/method.ts';
import { type AnyMethod, METHODS_BY_KIND } from './methods/methods.ts';
import { type ExpressionObject, OBJECTS } from './methods/objects.ts';
import { CompileStop, type SyntaxForm, type SyntaxNode } from './syntax/syntax.ts';

export interface Linked {
  readonly result: ResultType;
  readonly run: (evaluation: Evaluation) => Value;
}

export type NodeOf<Type extends SyntaxForm['type']> = Extract<SyntaxNode, { type: Type }>;

/** Links the nodes inside of a call; the linker hands itself in. */
export type Link = (node: SyntaxNode, source: string) => Linked;

/** Bound of the characters of the source that a message repeats. */
const NAME_LENGTH_MAX = 80;

/** Answers what a message calls the node. */
export function nameOf(node: SyntaxNode, source: string): string {
  const text = source.slice(node.start, node.end);
  return text.length > NAME_LENGTH_MAX ? `${text.slice(0, NAME_LENGTH_MAX)}...` : text;
}

/** Answers the object of the language that the node names, if it does. */
export function objectAt(node: SyntaxNode): ExpressionObject | undefined {
  return node.type === 'variable' ? OBJECTS.get(node.name) : undefined;
}

function takes({ countMin, countMax }: Method<never>, count: number): boolean {
  return count >= countMin && count <= countMax;
}

function checkCount(callee: Method<never>, count: number, name: string, offset: number): void {
  if (takes(callee, count)) return;
  const { countMin, countMax } = callee;
  const wanted = countMin === countMax ? `${countMin}` : `${countMin} to ${countMax}`;
  throw new CompileStop(`${name} takes ${wanted} arguments, not ${count}`, offset);
}

type LinkedArguments = (evaluation: Evaluation) => Value[];

function linkArguments(args: readonly SyntaxNode[], source: string, link: Link): LinkedArguments {
  const linked = args.map((node) => link(node, source));
  return (evaluation) => linked.map((argument) => argument.run(evaluation));
}

export function linkMethod(node: NodeOf<'method'>, source: string, link: Link): Linked {
  const object = objectAt(node.target);
  if (object !== undefined) return linkObjectMethod(node, object, source, link);
  const { name, start } = node;
  const target = link(node.target, source);
  const methods = possibleMethods(target.result, name);
  const result = checkMethods([...methods.values()], node.args.length, name, start);
  const args = linkArguments(node.args, source, link);
  const receiverName = nameOf(node.target, source);
  return {
    result,
    run: (evaluation) => {
      const receiver = target.run(evaluation);
      const kind = kindOf(evaluation, receiver);
      if (kind === 'null') fail(evaluation, `${name} is called on ${receiverName}, which is null`, 'NO_VALUE');
      const method = methods.get(kind);
      if (method === undefined) return fail(evaluation, `${KIND_WORDS[kind]} has no method ${name}`, 'NO_VALUE');
      if (!takes(method, node.args.length)) {
        fail(evaluation, `${name} of ${KIND_WORDS[kind]} does not take ${node.args.length} arguments`);
      }
      // The kind under which the method is listed is the receiver's.
      return method.call(evaluation, receiver as never, args(evaluation));
    },
  };
}

/** Answers what the methods of one name give, the same for all or unknown. Some of them has to take `count` arguments. */
function checkMethods(methods: readonly AnyMethod[], count: number, name: string, offset: number): ResultType {
  const [first] = methods;
  if (first === undefined) throw new CompileStop(`unknown method ${name}`, offset);
  if (!methods.some((method) => takes(method, count))) checkCount(first, count, name, offset);
  return methods.every(({ result }) => result === first.result) ? first.result : 'unknown';
}

const KINDS_OF_RESULT: Readonly<Record<ResultType, readonly Kind[]>> = {
  boolean: ['boolean'],
  number: ['number'],
  text: ['text'],
  other: ['date', 'list', 'map'],
  unknown: ['boolean', 'number', 'text', 'date', 'list', 'map'],
};

function possibleMethods(receiver: ResultType, name: string): ReadonlyMap<Kind, AnyMethod> {
  const methods = new Map<Kind, AnyMethod>();
  for (const kind of KINDS_OF_RESULT[receiver]) {
    const method = METHODS_BY_KIND[kind].get(name);
    if (method !== undefined) methods.set(kind, method);
  }
  return methods;
}

function linkObjectMethod(node: NodeOf<'method'>, object: ExpressionObject, source: string, link: Link): Linked {
  const name = `${nameOf(node.target, source)}.${node.name}`;
  return linkCall(object.methods.get(node.name), `method ${name}`, node, source, link);
}

function linkCall(
  callee: Method<undefined> | undefined,
  name: string,
  node: NodeOf<'method'> | NodeOf<'function'>,
  source: string,
  link: Link,
): Linked {
  if (callee === undefined) throw new CompileStop(`unknown ${name}`, node.start);
  checkCount(callee, node.args.length, name, node.start);
  const args = linkArguments(node.args, source, link);
  return { result: callee.result, run: (evaluation) => callee.call(evaluation, undefined, args(evaluation)) };
}

const VARIABLES_PREFIX = 'variables:';

export function linkFunction(node: NodeOf<'function'>, source: string, link: Link): Linked {
  const { name } = node;
  if (name.startsWith(VARIABLES_PREFIX))
    return linkVariableFunction(node, name.slice(VARIABLES_PREFIX.length), source, link);
  return linkCall(GLOBAL_FUNCTIONS.get(name), `function ${name}`, node, source, link);
}

/** The first argument is the variable's name, in quotes or without. */
function linkVariableFunction(node: NodeOf<'function'>, name: string, source: string, link: Link): Linked {
  const callee = VARIABLE_FUNCTIONS.get(name);
  if (callee === undefined) throw new CompileStop(`unknown function ${node.name}`, node.start);
  const [first, ...rest] = node.args;
  const variable = first?.type === 'variable' ? first.name : first?.type === 'literal' ? first.value : undefined;
  if (typeof variable !== 'string') {
    throw new CompileStop(`${node.name} needs the name of a variable first`, node.start);
  }
  checkCount(callee, rest.length, `${node.name} behind the name`, node.start);
  const args = linkArguments(rest, source, link);
  return {
    result: callee.result,
    run: (evaluation) => callee.call(evaluation, evaluation.context.variable(variable), args(evaluation)),
  };
}
