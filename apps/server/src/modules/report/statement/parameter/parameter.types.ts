// Declares parameters of reports.
import type { SqlValue } from '../sql/bind-values.ts';

export type ParameterType =
  | 'STRING'
  | 'INTEGER'
  | 'LONG'
  | 'DECIMAL'
  | 'BOOLEAN'
  | 'DATE'
  | 'TIME'
  | 'DATE_TIME'
  | 'DATE_RANGE'
  | 'UUID';

/** Fields of a parameter that reading a value needs; the contract's model has all of them. */
export interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly control: string;
  readonly multiple: boolean;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly defaultValue: unknown;
  readonly defaultExpression: string | null;
  readonly minValue: unknown;
  readonly maxValue: unknown;
  readonly minLength: number | null;
  readonly maxLength: number;
  readonly pattern: string | null;
  readonly optionList: readonly { readonly value: string; readonly label?: string | null }[];
  readonly strictOption: boolean;
  readonly masterParameterNameList: readonly string[];
  readonly sensitive: boolean;
}

/** Person, time zone and time for which values are read. */
export interface RunContext {
  readonly username: string;
  readonly tenantIdentifier: string;
  readonly locale: string;
  /** A name of the IANA data base. */
  readonly timeZone: string;
  /** Time of the run, in milliseconds since 1970; the same for every value. */
  readonly now: number;
}

/** A value in PostgreSQL's form; of a range its two ends, each of which may be open. */
export type CanonicalValue = string | { readonly from: string | null; readonly to: string | null };

/** Values of a parameter; null is no value, a list is never empty. */
export type ParameterValue = CanonicalValue | readonly string[] | null;

/** Problem of one value: a code and a sentence without the value. */
export interface ValueProblem {
  readonly code: ValueProblemCode;
  readonly message: string;
}

export type ValueProblemCode =
  | 'REQUIRED'
  | 'TYPE'
  | 'OUT_OF_RANGE'
  | 'TOO_SHORT'
  | 'TOO_LONG'
  | 'PATTERN'
  | 'NOT_ALLOWED'
  | 'UNKNOWN_FIELD'
  | 'FIELD_READ_ONLY';

/**
 * The values of a run by the names that statements use, in lower case: `name`, of a range `name_from` and `name_to`.
 */
export type BoundValues = ReadonlyMap<string, SqlValue>;
