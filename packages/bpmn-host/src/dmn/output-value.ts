// The value of one output of a rule, checked against the type and the values of its column.
import type { FeelEvaluation } from '../feel/scope.ts';
import type { FeelValue } from '../feel/values.ts';
import { DecisionFailure, located, runExpression } from './decision-failure.ts';
import type { DmnExpression, OutputColumn } from './dmn-model.ts';
import { conform, isAllowed } from './item-types.ts';

/** An empty entry is null. */
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
