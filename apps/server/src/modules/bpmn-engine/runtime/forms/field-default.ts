// Says what stands in the fields of a form before anybody fills it in.
import type { FormField, Value } from '@keelson/bpmn-core';
import { type FieldKind, fieldKindOf } from '@keelson/bpmn-rules';
import { evaluateAt, type FormPlace } from './form-place.ts';

/** What an expression gives as a default is no longer text than this, so that an answer stays bounded. */
const COMPUTED_LENGTH_MAX = 4_000;

export function kindOf({ type }: FormField): FieldKind {
  return fieldKindOf(type) ?? 'ANY';
}

/** Answers null for a field without a default, and for one whose default cannot be computed. */
export function defaultOf(place: FormPlace, field: FormField): Value {
  const { default: initial } = field;
  if (initial === null) return null;
  const value = evaluateAt(place, initial);
  if (initial.constant === undefined && !isShort(value)) return null;
  return converted(kindOf(field), value);
}

/** Answers undefined where there is no such variable. */
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

/** A model writes its defaults as text. */
function converted(kind: FieldKind, value: Value): Value {
  if (typeof value !== 'string') return value;
  if (kind === 'INTEGER' || kind === 'NUMBER') {
    const number = value.trim() === '' ? Number.NaN : Number(value);
    return Number.isFinite(number) ? number : null;
  }
  return kind === 'BOOLEAN' || kind === 'CHECKBOX' ? value.trim() === 'true' : value;
}
