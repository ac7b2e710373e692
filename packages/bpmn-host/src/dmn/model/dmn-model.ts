// A DMN file as it is evaluated: decisions, what they need, and everything in FEEL compiled.
import type { DmnExpression } from './dmn-expression.ts';
import type { ItemType } from './item-types.ts';

export type HitPolicy = 'UNIQUE' | 'FIRST' | 'PRIORITY' | 'ANY' | 'COLLECT' | 'RULE ORDER' | 'OUTPUT ORDER';
export type Aggregation = 'SUM' | 'COUNT' | 'MIN' | 'MAX';

export interface DecisionGraph {
  readonly name: string;
  readonly namespace: string;
  /** Decisions by id, in the order of the file. */
  readonly decisions: ReadonlyMap<string, Decision>;
}

export interface Decision {
  /** Id of the decision, which is the key that it is called by. */
  readonly id: string;
  readonly name: string;
  /** Name under which other decisions see its result. */
  readonly variable: string;
  readonly type: ItemType | null;
  readonly versionTag: string | null;
  /** Ids of the decisions that are made before. */
  readonly requiredDecisions: readonly string[];
  readonly requiredInputs: readonly InputData[];
  readonly logic: DecisionTable | LiteralLogic;
}

export interface InputData {
  readonly id: string;
  readonly name: string;
  readonly type: ItemType | null;
}

export interface LiteralLogic {
  readonly kind: 'literal';
  readonly expression: DmnExpression;
}

export interface DecisionTable {
  readonly kind: 'table';
  readonly hitPolicy: HitPolicy;
  readonly aggregation: Aggregation | null;
  readonly inputs: readonly InputColumn[];
  readonly outputs: readonly OutputColumn[];
  readonly rules: readonly DecisionRule[];
}

export interface InputColumn {
  readonly id: string | null;
  /** The label, or the text of the expression. */
  readonly label: string;
  readonly expression: DmnExpression;
  readonly type: ItemType | null;
  readonly values: DmnExpression | null;
  /** Name besides `?` under which cells see the value. */
  readonly variable: string | null;
}

export interface OutputColumn {
  readonly name: string;
  readonly type: ItemType | null;
  /** Allowed values, in the order of priority. */
  readonly values: readonly DmnExpression[] | null;
  readonly defaultEntry: DmnExpression | null;
}

export interface DecisionRule {
  /** Number of the rule, from 1. */
  readonly number: number;
  readonly id: string | null;
  /** Tests of the inputs; null takes any value. */
  readonly tests: readonly (DmnExpression | null)[];
  /** Output entries; null gives no value. */
  readonly entries: readonly (DmnExpression | null)[];
}
