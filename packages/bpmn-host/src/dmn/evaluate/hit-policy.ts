// The hit policies of DMN say what becomes of the rules that match.
import { sum } from '../../feel/values/decimal.ts';
import { compare, equal } from '../../feel/values/operators.ts';
import type { FeelEvaluation } from '../../feel/values/scope.ts';
import { type FeelContext, type FeelValue, ownEntry } from '../../feel/values/values.ts';
import type { Aggregation, DecisionRule, DecisionTable, OutputColumn } from '../model/dmn-model.ts';
import { isAllowed } from '../model/item-types.ts';
import { DecisionFailure } from './decision-failure.ts';
import { outputValue } from './output-value.ts';

/** A rule that matches, with its outputs. */
export interface Hit {
  readonly rule: DecisionRule;
  readonly row: FeelContext;
}

export interface HitContext {
  readonly evaluation: FeelEvaluation;
  readonly table: DecisionTable;
  /** Names the decision in failures. */
  readonly where: string;
}

export interface HitResult {
  readonly rows: readonly FeelContext[];
  readonly value: FeelValue;
}

/**
 * Answers the result by the hit policy. Without a match the defaults of the outputs count, else there is no row and null; counting gives
 * 0.
 */
export function resultOf(context: HitContext, hits: readonly Hit[]): HitResult {
  const { table } = context;
  if (hits.length === 0 && table.aggregation !== 'COUNT') return defaultsOf(context);
  switch (table.hitPolicy) {
    case 'UNIQUE':
      return one(context, onlyHit(context, hits));
    case 'ANY':
      return one(context, agreedHit(context, hits));
    case 'FIRST':
      return one(context, hits[0] as Hit);
    case 'PRIORITY':
      return one(context, byPriority(context, hits)[0] as Hit);
    case 'OUTPUT ORDER':
      return all(context, byPriority(context, hits));
    case 'RULE ORDER':
      return all(context, hits);
    case 'COLLECT':
      return table.aggregation === null ? all(context, hits) : aggregated(context, table.aggregation, hits);
  }
}

function defaultsOf({ evaluation, table, where }: HitContext): HitResult {
  if (table.outputs.every(({ defaultEntry }) => defaultEntry === null)) return { rows: [], value: null };
  const row = Object.fromEntries(
    table.outputs.map((output) => [
      output.name,
      outputValue(evaluation, output, output.defaultEntry, `${where}, default`),
    ]),
  );
  return { rows: [row], value: visible(table, row) };
}

/** Makes a row as other decisions see it. */
function visible({ outputs }: DecisionTable, row: FeelContext): FeelValue {
  const [only] = outputs;
  return outputs.length === 1 && only !== undefined ? (ownEntry(row, only.name) ?? null) : row;
}

function one({ table }: HitContext, { row }: Hit): HitResult {
  return { rows: [row], value: visible(table, row) };
}

function all({ table }: HitContext, hits: readonly Hit[]): HitResult {
  const rows = hits.map(({ row }) => row);
  return { rows, value: rows.map((row) => visible(table, row)) };
}

function onlyHit({ where }: HitContext, hits: readonly Hit[]): Hit {
  if (hits.length > 1) throw new DecisionFailure(`${where}: ${namesOf(hits)} match where only one may`);
  return hits[0] as Hit;
}

function agreedHit({ evaluation, where }: HitContext, hits: readonly Hit[]): Hit {
  const first = hits[0] as Hit;
  for (const hit of hits) {
    if (equal(evaluation.budget, hit.row, first.row) === true) continue;
    throw new DecisionFailure(`${where}: ${namesOf([first, hit])} match and do not agree`);
  }
  return first;
}

const NAMED_MAX = 10;

function namesOf(hits: readonly Hit[]): string {
  const names = hits
    .slice(0, NAMED_MAX)
    .map(({ rule: { number, id } }) => (id === null ? `${number}` : `${number} (${id})`));
  return `rules ${names.join(', ')}${hits.length > NAMED_MAX ? ' and others' : ''}`;
}

/** Sorts matches by the outputs from left to right; the order of the rules decides where these do not. */
function byPriority({ evaluation, table }: HitContext, hits: readonly Hit[]): readonly Hit[] {
  const ranked = hits.map((hit) => ({
    hit,
    ranks: table.outputs.map((output) => rankOf(evaluation, output, hit.row)),
  }));
  ranked.sort((a, b) => {
    const differing = a.ranks.findIndex((rank, index) => rank !== b.ranks[index]);
    return differing === -1 ? 0 : (a.ranks[differing] as number) - (b.ranks[differing] as number);
  });
  return ranked.map(({ hit }) => hit);
}

/** Ranks a value among the output values; null comes last, and a column without output values decides nothing. */
function rankOf(evaluation: FeelEvaluation, { name, values }: OutputColumn, row: FeelContext): number {
  if (values === null) return 0;
  const value = ownEntry(row, name) ?? null;
  const place = value === null ? -1 : values.findIndex((test) => isAllowed(evaluation, test, value));
  return place === -1 ? values.length : place;
}

function aggregated(context: HitContext, aggregation: Aggregation, hits: readonly Hit[]): HitResult {
  const { name } = context.table.outputs[0] as OutputColumn;
  const values = hits.map(({ row }) => ownEntry(row, name) ?? null);
  const value = aggregation === 'COUNT' ? values.length : foldedValue(context, aggregation, values);
  return { rows: [{ [name]: value }], value };
}

function foldedValue(
  { evaluation, where }: HitContext,
  aggregation: Exclude<Aggregation, 'COUNT'>,
  values: readonly FeelValue[],
): FeelValue {
  if (aggregation === 'SUM') {
    if (values.some((value) => typeof value !== 'number')) throw new DecisionFailure(`${where}: SUM needs numbers`);
    return sum(values as readonly number[]);
  }
  let best = values[0] ?? null;
  for (const value of values) {
    const isBetter = compare(evaluation.budget, aggregation === 'MIN' ? '<' : '>', value, best);
    if (isBetter === null) throw new DecisionFailure(`${where}: ${aggregation} needs values with an order`);
    if (isBetter) best = value;
  }
  return best;
}
