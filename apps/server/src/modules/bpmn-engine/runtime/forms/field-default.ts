// Says what stands in the fields of a form before anybody fills it in.
import type { FormField, Value } from '@keelson/bpmn-core';
import { type FieldKind, fieldKindOf } from '@keelson/bpmn-rules';
import { evaluateAt, type FormPlace } from './form-place.ts';

/** Bound of the characters of a computed default, so that an answer stays bounded. */
const COMPUTED_LENGTH_MAX = 4_000;

export function kindOf({ type }: FormField): FieldKind {
  return fieldKindOf(type) ?? 'ANY';
}

/** Answers the default of a field; null for one without, and for one that cannot be computed. */
export function defaultOf(place: FormPlace, field: FormField): Value {
  const { default: initial } = field;
  if (initial === null) return null;
  const value = evaluateAt(place, initial);
  if (initial.constant === undefined && !isShort(value)) return null;
  return converted(kindOf(field), value);
}

/** Answers the current value of a field's variable; undefined where there is none. */
export function currentOf({ variables }: Pick<FormPlace, 'variables'>, { variable }: FormField): Value | undefined {
  return Object.hasOwn(variables, variable) ? variables[variable] : undefined;
}

/** Whether nothing was filled in. */
export function isEmpty(value: Value | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function isShort(value: Value): boolean {
  if (typeof value === 'string') return value.length <= COMPUTED_LENGTH_MAX;
  return typeof value !== 'object' || value === null || value instanceof Date;
}

/** Converts a default, which a model writes as text. */
function converted(kind: FieldKind, value: Value): Value {
  if (typeof value !== 'string') return value;
  if (kind === 'INTEGER' || kind === 'NUMBER') {
    const number = value.trim() === '' ? Number.NaN : Number(value);
    return Number.isFinite(number) ? number : null;
  }
  return kind === 'BOOLEAN' || kind === 'CHECKBOX' ? value.trim() === 'true' : value;
}
