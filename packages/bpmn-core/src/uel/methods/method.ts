// A method of a value has a receiver, arguments and a known kind of result.
import type { ResultType } from '../../expression/expression.ts';
import type { Value } from '../../values/values.ts';
import type { Evaluation } from '../evaluation/evaluation.ts';

export interface Method<Receiver> {
  readonly countMin: number;
  readonly countMax: number;
  readonly result: ResultType;
  readonly call: (evaluation: Evaluation, receiver: Receiver, args: readonly Value[]) => Value;
}

export type Methods<Receiver> = ReadonlyMap<string, Method<Receiver>>;

/** Makes a method with exactly `count` arguments. */
export function method<Receiver>(
  count: number,
  result: ResultType,
  call: Method<Receiver>['call'],
  countMax = count,
): Method<Receiver> {
  return { countMin: count, countMax, result, call };
}

/** The argument at `index`; its presence was checked when the expression was compiled. */
export function argument(args: readonly Value[], index: number): Value {
  return args[index] ?? null;
}
