// The value of one output of a rule is checked against the type and the values of its column.
import type { FeelEvaluation } from '../../feel/values/scope.ts';
import type { FeelValue } from '../../feel/values/values.ts';
import type { DmnExpression } from '../model/dmn-expression.ts';
import type { OutputColumn } from '../model/dmn-model.ts';
import { conform, isAllowed } from '../model/item-types.ts';
import { DecisionFailure, located, runExpression } from './decision-failure.ts';

/** Evaluates an output entry; an empty one is null. */
export function outputValue(
  evaluation: FeelEvaluation,
  { name, type, values }: OutputColumn,
  entry: DmnExpression | null,
  where: string,
): FeelValue {
  const given = entry === null ? null : runExpression(evaluation, entry, where);
  return located(where, () => {
    const value = conform(evaluation, type, given, `output ${name}`);
    if (value !== null && values !== null && !values.some((test) => isAllowed(evaluation, test, value))) {
      throw new DecisionFailure(`${where}: output ${name} is none of its output values`);
    }
    return value;
  });
}
