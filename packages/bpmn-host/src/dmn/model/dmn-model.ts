// A DMN file as it is evaluated: decisions, what they need, and everything in FEEL compiled.
import type { DmnExpression } from './dmn-expression.ts';
import type { ItemType } from './item-types.ts';

export type HitPolicy = 'UNIQUE' | 'FIRST' | 'PRIORITY' | 'ANY' | 'COLLECT' | 'RULE ORDER' | 'OUTPUT ORDER';
export type Aggregation = 'SUM' | 'COUNT' | 'MIN' | 'MAX';

export interface DecisionGraph {
  readonly name: string;
  readonly namespace: string;
  /** Keys are ids, in the order of the file. */
  readonly decisions: ReadonlyMap<string, Decision>;
}

export interface Decision {
  /** It is called by this key. */
  readonly id: string;
  readonly name: string;
  /** Others see its result under this name. */
  readonly variable: string;
  readonly type: ItemType | null;
  readonly versionTag: string | null;
  /** The decisions with these ids are made before. */
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
  /** It is the label, or the text of the expression. */
  readonly label: string;
  readonly expression: DmnExpression;
  readonly type: ItemType | null;
  readonly values: DmnExpression | null;
  /** Cells see the value under this name besides `?`. */
  readonly variable: string | null;
}

export interface OutputColumn {
  readonly name: string;
  readonly type: ItemType | null;
  /** Values stand in the order of priority. */
  readonly values: readonly DmnExpression[] | null;
  readonly defaultEntry: DmnExpression | null;
}

export interface DecisionRule {
  /** Rules count from 1. */
  readonly number: number;
  readonly id: string | null;
  /** A test that is null takes any value. */
  readonly tests: readonly (DmnExpression | null)[];
  /** An entry that is null gives no value. */
  readonly entries: readonly (DmnExpression | null)[];
}
