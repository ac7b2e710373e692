// Declares what statements and data sets get for a parameter: names, types of PostgreSQL, values as text.
import type { SqlValue, SqlValueType } from '../sql/bind-values.ts';
import type { CanonicalValue, Parameter, ParameterType, ParameterValue } from './parameter.types.ts';

/** Types of PostgreSQL for values of each type. */
export const SQL_TYPES: Readonly<Record<ParameterType, SqlValueType>> = {
  STRING: 'text',
  INTEGER: 'int4',
  LONG: 'int8',
  DECIMAL: 'numeric',
  BOOLEAN: 'bool',
  DATE: 'date',
  TIME: 'time',
  DATE_TIME: 'timestamptz',
  DATE_RANGE: 'date',
  UUID: 'uuid',
};

type Declared = Pick<Parameter, 'name' | 'type' | 'multiple'>;

/** Answers the names by which a statement may use a parameter. */
export function boundNames({ name, type }: Declared): readonly string[] {
  return type === 'DATE_RANGE' ? [`${name}_from`, `${name}_to`] : [name];
}

/** Answers the values by these names. */
export function bindParameter(parameter: Declared, value: ParameterValue): readonly (readonly [string, SqlValue])[] {
  const { type, multiple } = parameter;
  const sqlType = SQL_TYPES[type];
  if (type !== 'DATE_RANGE')
    return [[parameter.name, { sqlType, value: value as string | readonly string[] | null, isList: multiple }]];
  const { from, to } = (value as Exclude<CanonicalValue, string> | null) ?? { from: null, to: null };
  const ends = [from, to];
  return boundNames(parameter).map((name, at) => [name, { sqlType, value: ends[at]!, isList: false }]);
}
