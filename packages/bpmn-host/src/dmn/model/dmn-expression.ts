// An expression of a decision has its text, and what it became.
import type { CompiledFeel } from '../../feel/feel.ts';

/** An expression of FEEL: its text as it was written, and what it was compiled to. */
export interface DmnExpression {
  readonly text: string;
  readonly feel: CompiledFeel;
}
