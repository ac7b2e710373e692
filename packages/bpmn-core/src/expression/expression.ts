// The engine asks this of an expression, whatever language it is written in.
import type { Value } from '../values/values.ts';

/** What an expression may see and touch while it is evaluated. */
export interface ExpressionContext {
  /** Answers the value of a visible variable; undefined when none has this name. */
  readonly variable: (name: string) => Value | undefined;
  readonly setVariable: (name: string, value: Value) => void;
  readonly removeVariable: (name: string) => void;
  /** Answers the value of a variable of the innermost scope alone. */
  readonly localVariable: (name: string) => Value | undefined;
  readonly setLocalVariable: (name: string, value: Value) => void;
  /** Answers the value of a setting; undefined when there is none. */
  readonly setting: (code: string) => Value | undefined;
  /** Whether the whole text fits a pattern; throws for what is no pattern. Absent: `matches` fails. */
  readonly matches?: ((text: string, pattern: string) => boolean) | undefined;
  /** Answers the value of an expression in another language, which is evaluated outside. */
  readonly ask: (source: string) => Value;
  /** The command's time in epoch milliseconds. */
  readonly now: number;
  /** The command's actor, null for the engine itself. */
  readonly currentUser: string | null;
  /** Name of the starter, null for the engine itself. A variable of the name `initiator` wins over it. */
  readonly initiator: string | null;
  readonly execution: ExecutionFacts;
  /** The user task that is being created or changed; null at other times. */
  readonly task: TaskFacts | null;
  /** Changes the user task; does nothing without one. */
  readonly changeTask: (change: TaskChange) => void;
}

export interface ExecutionFacts {
  readonly id: string;
  readonly processInstanceId: string;
  readonly processBusinessKey: string | null;
  readonly processDefinitionId: string;
  readonly currentActivityId: string | null;
  readonly currentActivityName: string | null;
  readonly tenantId: string;
}

export interface TaskFacts {
  readonly id: string;
  readonly name: string | null;
  readonly assignee: string | null;
  readonly owner: string | null;
  readonly dueDate: number | null;
  readonly priority: number;
}

/** What a listener may change of the user task that it belongs to. */
export type TaskChange =
  | { readonly field: 'name' | 'assignee' | 'owner'; readonly value: string | null }
  /** A time in epoch milliseconds. */
  | { readonly field: 'dueDate'; readonly value: number | null }
  /** A priority in 0..100. */
  | { readonly field: 'priority'; readonly value: number }
  | { readonly field: 'candidateUsers' | 'candidateGroups'; readonly add: boolean; readonly value: string };

/** Kind of the result as far as it is known before the first evaluation; `other` is null, a date, a list or a map. */
export type ResultType = 'boolean' | 'number' | 'text' | 'other' | 'unknown';

export interface Expression {
  readonly text: string;
  /** Value of an expression in which nothing has to be evaluated: text without `${...}` part, or a literal. */
  readonly constant: Value | undefined;
  readonly resultType: ResultType;
  /** Evaluates, bounded in steps and depth. Throws `ExpressionError` for unknown names, wrong receivers and exceeded bounds. */
  readonly evaluate: (context: ExpressionContext) => Value;
}

/** Whether the expression can be a condition as far as its text shows (EXE-08). */
export function isBooleanShaped(expression: Expression): boolean {
  return expression.resultType === 'boolean' || expression.resultType === 'unknown';
}

/**
 * `NO_VALUE`: an unknown variable or method, or a null receiver (conditional events take it as false). `LIMIT`: a bound of
 * the evaluation is exceeded. `WRONG`: everything else, such as text where a number is needed.
 */
export type ExpressionErrorReason = 'NO_VALUE' | 'LIMIT' | 'WRONG';

export class ExpressionError extends Error {
  /** The text of the expression. */
  readonly expression: string;
  readonly reason: ExpressionErrorReason;
  constructor(expression: string, message: string, reason: ExpressionErrorReason = 'WRONG') {
    super(message);
    this.expression = expression;
    this.reason = reason;
  }
}

/** Says why a text is no expression (EXE-07). */
export interface ExpressionProblem {
  readonly problem: string;
  /** Offset in the text, from 0. */
  readonly offset: number;
}
