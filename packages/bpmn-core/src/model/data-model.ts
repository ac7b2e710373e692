// A model says this of data: items, associations, input and output sets, parameters.
import type { Expression } from '../expression/expression.ts';
import type { Value } from '../values/values.ts';

/** A data object, property, data input or data output: a variable of its scope. */
export interface DataItem {
  /** Name of the variable. */
  readonly name: string;
  readonly initial: Expression | Value;
  readonly collection: boolean;
}

export interface IoModel {
  readonly inputSets: readonly DataSet[];
  readonly outputSets: readonly DataSet[];
  readonly inputs: readonly DataItem[];
  readonly outputs: readonly DataItem[];
  readonly inputAssociations: readonly DataAssociation[];
  readonly outputAssociations: readonly DataAssociation[];
}

export interface DataSet {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** A copy, a transformation, or assignments in order (BPMN 2.0, 10.4.2). */
export interface DataAssociation {
  readonly sources: readonly string[];
  readonly target: string | null;
  readonly transformation: Expression | null;
  readonly assignments: readonly { readonly from: Expression; readonly to: AssignmentTarget }[];
}

/** The variable, or member of one, that is assigned: `order.customer.name`. */
export interface AssignmentTarget {
  readonly variable: string;
  readonly path: readonly string[];
}

export interface ParameterModel {
  readonly name: string;
  readonly value: ParameterValue;
}

export type ParameterValue =
  | { readonly kind: 'expression'; readonly expression: Expression }
  | { readonly kind: 'script'; readonly language: 'javascript' | 'feel'; readonly source: string }
  | { readonly kind: 'list'; readonly items: readonly ParameterValue[] }
  | { readonly kind: 'map'; readonly entries: readonly { readonly key: string; readonly value: ParameterValue }[] }
  | { readonly kind: 'confidential'; readonly parts: readonly ConfidentialPart[] };

/**
 * Part of a value with secrets: an expression, or the place of a secret. The value is then a list with null for each secret: whoever does
 * the work puts them in by the model, so that no value of an instance can pass for one.
 */
export type ConfidentialPart = { readonly expression: Expression } | { readonly secret: string };
