// Makes compiled parts of a model plain data, which another thread can be handed, and compiled parts of that again.
import type { Expression, ExpressionLanguages } from '@keelson/bpmn-core';
import { type ExpressionOrigin, originOf } from '../compile/compilation/expression-origins.ts';
import {
  compileBare,
  compileFeel,
  compileJavaScript,
  compileText,
  constantExpression,
  mapExpression,
  variableExpression,
} from '../compile/compilation/expressions.ts';

/** An expression without the function that evaluates it. */
type PortableExpression = Omit<Expression, 'evaluate'> & { readonly origin: ExpressionOrigin };

/** Compiled data in a form that a structured clone can carry. */
export interface Portable<T> {
  readonly data: T;
  /** The expressions within the data, as the same objects, which a structured clone keeps so. */
  readonly expressions: readonly PortableExpression[];
}

/**
 * Makes data portable that was compiled since `keepOrigins`; throws for an expression of unknown origin, and for
 * functions.
 */
export function toPortable<T>(part: T): Portable<T> {
  const expressions: PortableExpression[] = [];
  return { data: plain(part, new Map(), expressions) as T, expressions };
}

/**
 * Gives the data back, after it was cloned, with expressions in place. They are compiled when they are evaluated for the first
 * time: most of a large model is not needed at once.
 */
export function fromPortable<T>({ data, expressions }: Portable<T>, languages: ExpressionLanguages): T {
  for (const expression of expressions) Object.assign(expression, { evaluate: lazily(expression, languages) });
  return data;
}

/** Copies lists and records; one object in two places is one in the copy, too. */
function plain(value: unknown, copies: Map<object, unknown>, expressions: PortableExpression[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    copies.set(value, list);
    for (const each of value) list.push(plain(each, copies, expressions));
    return list;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error(`${value.constructor?.name} in a model`);
  const record: Record<string, unknown> = {};
  copies.set(value, record);
  if (!isExpression(value)) {
    for (const [key, each] of Object.entries(value)) record[key] = plain(each, copies, expressions);
    return record;
  }
  const { evaluate: _, ...own } = value;
  const origin = originOf(value);
  if (origin === undefined) throw new Error(`nobody knows what the expression ${own.text} was compiled from`);
  const isMap = origin.kind === 'map';
  const portable = Object.assign(record, own, { origin: isMap ? plain(origin, copies, expressions) : origin });
  expressions.push(portable as unknown as PortableExpression);
  return portable;
}

function isExpression(value: object): value is Expression {
  return 'evaluate' in value && typeof value.evaluate === 'function';
}

function lazily({ constant, origin }: PortableExpression, languages: ExpressionLanguages): Expression['evaluate'] {
  if (constant !== undefined) return () => constant;
  let compiled: Expression | null = null;
  return (context) => {
    compiled ??= compileAgain(origin, languages);
    return compiled.evaluate(context);
  };
}

function compileAgain(origin: ExpressionOrigin, languages: ExpressionLanguages): Expression {
  switch (origin.kind) {
    case 'text':
      return compileText(origin.text);
    case 'bare':
      return compileBare(origin.text);
    case 'feel':
      return compileFeel({ languages }, origin.text);
    case 'javascript':
      return compileJavaScript({ languages }, origin.source);
    case 'constant':
      return constantExpression(origin.constant);
    case 'variable':
      return variableExpression(origin.name);
    case 'map':
      // Its parts are among the expressions themselves.
      return mapExpression(origin.entries);
  }
}
