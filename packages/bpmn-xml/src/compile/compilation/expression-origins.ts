// Remembers what expressions were compiled from, in a thread that hands models to others: functions cannot be handed over.
import type { Expression, Value } from '@keelson/bpmn-core';

/** How an expression is made again. */
export type ExpressionOrigin =
  | { readonly kind: 'text' | 'bare' | 'feel'; readonly text: string }
  | { readonly kind: 'javascript'; readonly source: string }
  | { readonly kind: 'constant'; readonly constant: Value }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'map'; readonly entries: readonly { readonly name: string; readonly value: Expression }[] };

let origins: WeakMap<Expression, ExpressionOrigin> | null = null;

/** Makes this thread remember origins from now on; one that keeps its models needs none. */
export function keepOrigins(): void {
  origins ??= new WeakMap();
}

export function withOrigin(origin: ExpressionOrigin, expression: Expression): Expression {
  origins?.set(expression, origin);
  return expression;
}

export function originOf(expression: Expression): ExpressionOrigin | undefined {
  return origins?.get(expression);
}
