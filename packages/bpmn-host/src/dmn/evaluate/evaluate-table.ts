// Evaluates a decision table: inputs, the rules that match, and what its hit policy makes of them.
import { charge } from '../../feel/values/budget.ts';
import type { FeelEvaluation } from '../../feel/values/scope.ts';
import type { FeelContext, FeelValue } from '../../feel/values/values.ts';
import type { DecisionRule, DecisionTable, InputColumn, OutputColumn } from '../model/dmn-model.ts';
import { conform, isAllowed } from '../model/item-types.ts';
import { DecisionFailure, located, runExpression } from './decision-failure.ts';
import { type Hit, resultOf } from './hit-policy.ts';
import { outputValue } from './output-value.ts';

export interface TableResult {
  readonly inputs: readonly { readonly name: string; readonly value: FeelValue }[];
  /** Matching rules, in the order of the table. */
  readonly matched: readonly DecisionRule[];
  readonly rows: readonly FeelContext[];
  /** Value that other decisions see: one value or a list, a context where there are several outputs. */
  readonly value: FeelValue;
}

/** Evaluates a table; `where` names the decision in failures. */
export function evaluateTable(evaluation: FeelEvaluation, table: DecisionTable, where: string): TableResult {
  const inputs = table.inputs.map((input) => ({ input, value: inputValue(evaluation, input, where) }));
  const named = withNames(evaluation, inputs);
  const columns = inputs.map(({ value }) => withInput(named, value));
  const matched = matchingRules(table, columns, where);
  const hits = matched.map((rule): Hit => ({ rule, row: rowOf(named, table.outputs, rule, where) }));
  const { rows, value } = resultOf({ evaluation: named, table, where }, hits);
  return {
    inputs: inputs.map(({ input: { label }, value: seen }) => ({ name: label, value: seen })),
    matched,
    rows,
    value,
  };
}

function inputValue(
  evaluation: FeelEvaluation,
  { expression, label, type, values }: InputColumn,
  where: string,
): FeelValue {
  const given = runExpression(evaluation, expression, `${where}, input ${label}`);
  return located(where, () => {
    const value = conform(evaluation, type, given, `input ${label}`);
    if (value !== null && values !== null && !isAllowed(evaluation, values, value)) {
      throw new DecisionFailure(`${where}: input ${label} is none of its input values`);
    }
    return value;
  });
}

/** Adds the names that the columns give to inputs, by which cells see them. */
function withNames(
  evaluation: FeelEvaluation,
  inputs: readonly { readonly input: InputColumn; readonly value: FeelValue }[],
): FeelEvaluation {
  const names = new Map(
    inputs.flatMap(({ input, value }) => (input.variable === null ? [] : [[input.variable, value]])),
  );
  if (names.size === 0) return evaluation;
  return { ...evaluation, variable: (name) => (names.has(name) ? names.get(name) : evaluation.variable(name)) };
}

function withInput(evaluation: FeelEvaluation, value: FeelValue): FeelEvaluation {
  return { ...evaluation, variable: (name) => (name === '?' ? value : evaluation.variable(name)) };
}

function matchingRules(
  { rules, hitPolicy }: DecisionTable,
  columns: readonly FeelEvaluation[],
  where: string,
): readonly DecisionRule[] {
  const matched: DecisionRule[] = [];
  for (const rule of rules) {
    if (!matches(rule, columns, where)) continue;
    matched.push(rule);
    // The rules behind it cannot change the result.
    if (hitPolicy === 'FIRST') break;
  }
  return matched;
}

function matches({ tests, number }: DecisionRule, columns: readonly FeelEvaluation[], where: string): boolean {
  for (const [index, test] of tests.entries()) {
    const column = columns[index] as FeelEvaluation;
    charge(column.budget, 1);
    if (test !== null && runExpression(column, test, `${where}, rule ${number}`) !== true) return false;
  }
  return true;
}

function rowOf(
  evaluation: FeelEvaluation,
  outputs: readonly OutputColumn[],
  { entries, number }: DecisionRule,
  where: string,
): FeelContext {
  const values = outputs.map((output, index) => {
    const entry = entries[index] ?? null;
    return [output.name, outputValue(evaluation, output, entry, `${where}, rule ${number}`)] as const;
  });
  return Object.fromEntries(values);
}
