// The shape of a function of FEEL, whether the library has it or this package.
import type { FeelEvaluation } from '../values/scope.ts';
import type { FeelValue } from '../values/values.ts';

/**
 * A built-in function, with the names of its parameters, by which a call may name its arguments; `...` marks the one that takes all that
 * are left.
 */
export interface FeelBuiltin {
  readonly parameters: readonly string[];
  readonly call: (evaluation: FeelEvaluation, args: readonly FeelValue[]) => FeelValue;
}
