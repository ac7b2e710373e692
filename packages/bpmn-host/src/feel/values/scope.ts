// The names of a FEEL expression get their values here.
import type { Budget } from './budget.ts';
import type { FeelValue } from './values.ts';

/** What one evaluation of an expression carries. */
export interface FeelEvaluation {
  readonly budget: Budget;
  /** Result of `now()` in epoch milliseconds. */
  readonly now: number;
  /** Finds a variable; undefined when there is no such one. */
  readonly variable: (name: string) => FeelValue | undefined;
  /** Whether an unknown name is null instead of a failure. */
  readonly isNull: (name: string) => boolean;
}

/** Names bound inside of the expression: parameters, loops, entries of contexts, items of filters. */
export interface Frame {
  readonly evaluation: FeelEvaluation;
  readonly lookUp: (name: string) => FeelValue | undefined;
  readonly parent: Frame | null;
}

export type Run = (frame: Frame) => FeelValue;

export function bind(parent: Frame, lookUp: Frame['lookUp']): Frame {
  return { evaluation: parent.evaluation, lookUp, parent };
}

export function outermost(evaluation: FeelEvaluation): Frame {
  return { evaluation, lookUp: evaluation.variable, parent: null };
}

export function lookUp(frame: Frame, name: string): FeelValue | undefined {
  for (let at: Frame | null = frame; at !== null; at = at.parent) {
    const value = at.lookUp(name);
    if (value !== undefined) return value;
  }
  return undefined;
}
