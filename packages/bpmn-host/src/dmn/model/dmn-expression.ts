// An expression of a decision has its text, and what it became.
import type { CompiledFeel } from '../../feel/feel.ts';

/** An expression is text of FEEL as it was written, and what it became. */
export interface DmnExpression {
  readonly text: string;
  readonly feel: CompiledFeel;
}
