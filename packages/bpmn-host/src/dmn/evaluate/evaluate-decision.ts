// Makes a decision: those it needs first, each once, and a record of every one for the history.
import { ExpressionError, type Value, type Variables } from '@keelson/bpmn-core';
import { type Budget, newBudget } from '../../feel/values/budget.ts';
import type { FeelEvaluation } from '../../feel/values/scope.ts';
import { normalName } from '../../feel/values/syntax-tree.ts';
import { type FeelContext, type FeelValue, fromValue, toValue } from '../../feel/values/values.ts';
import type { Decision, DecisionGraph, HitPolicy, InputData } from '../model/dmn-model.ts';
import { conform } from '../model/item-types.ts';
import { DecisionFailure, located, runExpression } from './decision-failure.ts';
import { evaluateTable } from './evaluate-table.ts';

/** Bound of the steps of one decision with all that it needs. */
export const DECISION_STEPS_MAX = 1_000_000;

export interface DecisionOptions {
  /** Result of `now()`, in epoch milliseconds. */
  readonly now: number;
  readonly stepsMax?: number;
}

export type DecisionRow = Readonly<Record<string, Value>>;

export interface MatchedRule {
  /** Number of the rule, from 1. */
  readonly number: number;
  readonly id: string | null;
}

/** What one decision saw and gave, for the history. */
export interface DecisionRecord {
  readonly key: string;
  readonly name: string;
  /** Hit policy; null for a literal expression, which has none. */
  readonly hitPolicy: HitPolicy | null;
  readonly inputs: readonly { readonly name: string; readonly value: Value }[];
  readonly matchedRules: readonly MatchedRule[];
  readonly rows: readonly DecisionRow[];
}

/** Result of a decision: `rows` are those of the decision that was asked for; `records` are all that were made, in their order. */
export type DecisionResult =
  | { readonly outcome: 'done'; readonly rows: readonly DecisionRow[]; readonly records: readonly DecisionRecord[] }
  | { readonly outcome: 'failed'; readonly failure: { readonly code: 'DECISION_FAILED'; readonly message: string } };

/**
 * Makes a decision with all that it needs. Everything is refused in one way: the failure names decision, rule and expression, never a
 * value.
 */
export function evaluateDecision(
  graph: DecisionGraph,
  key: string,
  variables: Variables,
  { now, stepsMax = DECISION_STEPS_MAX }: DecisionOptions,
): DecisionResult {
  const decision = graph.decisions.get(key);
  if (decision === undefined) return failed(`There is no decision ${key}`);
  const run: DecisionRun = { graph, variables, now, budget: newBudget('', stepsMax), made: new Map(), records: [] };
  try {
    const { rows } = made(run, decision);
    return { outcome: 'done', rows, records: run.records };
  } catch (error) {
    if (error instanceof DecisionFailure) return failed(error.message);
    if (error instanceof ExpressionError) return failed(`${error.expression}: ${error.message}`);
    throw error;
  }
}

function failed(message: string): DecisionResult {
  return { outcome: 'failed', failure: { code: 'DECISION_FAILED', message } };
}

interface DecisionRun {
  readonly graph: DecisionGraph;
  readonly variables: Variables;
  readonly now: number;
  readonly budget: Budget;
  readonly made: Map<string, Made>;
  readonly records: DecisionRecord[];
}

interface Made {
  readonly rows: readonly DecisionRow[];
  /** Value that expressions of other decisions see. */
  readonly value: FeelValue;
}

/** Makes a decision, once in a run; reading has made sure that no decision needs itself. */
function made(run: DecisionRun, decision: Decision): Made {
  const known = run.made.get(decision.id);
  if (known !== undefined) return known;
  const evaluation = evaluationOf(run, namesOf(run, decision));
  const result =
    decision.logic.kind === 'table' ? byTable(run, evaluation, decision) : byLiteral(run, evaluation, decision);
  run.made.set(decision.id, result);
  return result;
}

/** Lists the names that a decision sees: results of required decisions under all their names, then declared inputs. */
function namesOf(
  run: DecisionRun,
  { id, requiredDecisions, requiredInputs }: Decision,
): ReadonlyMap<string, FeelValue> {
  const names = new Map<string, FeelValue>();
  for (const input of requiredInputs) names.set(normalName(input.name), inputValue(run, id, input));
  for (const needed of requiredDecisions) {
    const decision = run.graph.decisions.get(needed) as Decision;
    const { value } = made(run, decision);
    for (const name of [decision.id, decision.name, decision.variable]) names.set(normalName(name), value);
  }
  return names;
}

/** Reads the variable of the input's name, else of its id, because names of variables have no blanks; null without either. */
function inputValue(run: DecisionRun, decision: string, { id, name, type }: InputData): FeelValue {
  const value = variableOf(run, name) ?? variableOf(run, id) ?? null;
  return located(`Decision ${decision}`, () => conform(evaluationOf(run, new Map()), type, value, `input ${name}`));
}

function variableOf({ variables }: DecisionRun, name: string): FeelValue | undefined {
  return Object.hasOwn(variables, name) ? fromValue(variables[name] as Value) : undefined;
}

/** Makes the evaluation of expressions; variables that nobody declared are seen, too, as tables of other engines expect. */
function evaluationOf(run: DecisionRun, names: ReadonlyMap<string, FeelValue>): FeelEvaluation {
  const { budget, now } = run;
  return {
    budget,
    now,
    isNull: () => false,
    variable: (name) => (names.has(name) ? names.get(name) : variableOf(run, name)),
  };
}

function byLiteral(run: DecisionRun, evaluation: FeelEvaluation, decision: Decision): Made {
  if (decision.logic.kind !== 'literal') throw new Error('a table is no literal expression');
  const { expression } = decision.logic;
  const given = runExpression(evaluation, expression, `Decision ${decision.id}`);
  const value = located(`Decision ${decision.id}`, () => conform(evaluation, decision.type, given, 'the result'));
  const rows = [{ [decision.variable]: toValue(run.budget, value) }];
  record(run, decision, { inputs: [], matchedRules: [], rows });
  return { rows, value };
}

function byTable(run: DecisionRun, evaluation: FeelEvaluation, decision: Decision): Made {
  if (decision.logic.kind !== 'table') throw new Error('a literal expression is no table');
  const result = evaluateTable(evaluation, decision.logic, `Decision ${decision.id}`);
  const value = located(`Decision ${decision.id}`, () =>
    conform(evaluation, decision.type, result.value, 'the result'),
  );
  const rows = result.rows.map((row) => toValue(run.budget, row as FeelContext) as DecisionRow);
  const inputs = result.inputs.map(({ name, value: seen }) => ({ name, value: toValue(run.budget, seen) }));
  record(run, decision, { inputs, matchedRules: result.matched.map(({ number, id }) => ({ number, id })), rows });
  return { rows, value };
}

function record(
  run: DecisionRun,
  { id, name, logic }: Decision,
  seen: Pick<DecisionRecord, 'inputs' | 'matchedRules' | 'rows'>,
): void {
  run.records.push({ key: id, name, hitPolicy: logic.kind === 'table' ? logic.hitPolicy : null, ...seen });
}
