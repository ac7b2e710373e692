// A DMN file as it is evaluated: decisions, what they need, and everything in FEEL compiled.
import type { DmnExpression } from './dmn-expression.ts';
import type { ItemType } from './item-types.ts';

export type HitPolicy = 'UNIQUE' | 'FIRST' | 'PRIORITY' | 'ANY' | 'COLLECT' | 'RULE ORDER' | 'OUTPUT ORDER';
export type Aggregation = 'SUM' | 'COUNT' | 'MIN' | 'MAX';

export interface DecisionGraph {
  readonly name: string;
  readonly namespace: string;
  /** By id, in the order of the file. */
  readonly decisions: ReadonlyMap<string, Decision>;
}

export interface Decision {
  /** The key by which it is called. */
  readonly id: string;
  readonly name: string;
  /** Under which name others see its result. */
  readonly variable: string;
  readonly type: ItemType | null;
  readonly versionTag: string | null;
  /** Ids of decisions that are made before. */
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
  /** Label, or the text of the expression. */
  readonly label: string;
  readonly expression: DmnExpression;
  readonly type: ItemType | null;
  readonly values: DmnExpression | null;
  /** Under which name cells see the value besides `?`. */
  readonly variable: string | null;
}

export interface OutputColumn {
  readonly name: string;
  readonly type: ItemType | null;
  /** In the order of priority. */
  readonly values: readonly DmnExpression[] | null;
  readonly defaultEntry: DmnExpression | null;
}

export interface DecisionRule {
  /** From 1. */
  readonly number: number;
  readonly id: string | null;
  /** Null: any value. */
  readonly tests: readonly (DmnExpression | null)[];
  /** Null: no value. */
  readonly entries: readonly (DmnExpression | null)[];
}
