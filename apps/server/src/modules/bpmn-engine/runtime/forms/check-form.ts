// Holds what somebody sends against the fields of a form, and reports every problem at once.
import { type FormField, parseInstant, type Value, type Variables } from '@keelson/bpmn-core';
import { matchesPattern } from '@keelson/bpmn-host/regex';
import type { FieldKind } from '@keelson/bpmn-rules';
import type { ArgumentProblem } from '../../../../kernel/request/errors.ts';
import { putValue } from '../state/variable-value.ts';
import { currentOf, defaultOf, isEmpty, kindOf } from './field-default.ts';
import type { FormPlace } from './form-place.ts';
import type { Form } from './forms.ts';

/** Bound of the characters that a pattern is held against: both are people's, and the event loop is everybody's. */
const PATTERN_TEXT_MAX = 10_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Form of numbers that JSON does not carry exactly, and that are stored as their digits; see `interface/typed-variables.ts`. */
const WIDE_INTEGER = /^-?\d{16,19}$/;
const WIDE_NUMBER = /^-?(?=[\d.]{16,})\d{1,1000}(?:\.\d{1,1000})?$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?$/;

export interface CheckedForm {
  readonly problems: readonly ArgumentProblem[];
  /** Variables that were sent, and the defaults of fields that were left out and have no value yet. */
  readonly variables: Variables;
}

type Problem = Omit<ArgumentProblem, 'field'>;

/** Checks what was sent against a form; variables that are no fields are let through. */
export function checkForm({ fields }: Form, place: FormPlace, sent: Variables): CheckedForm {
  const problems: ArgumentProblem[] = [];
  const variables: Record<string, Value> = { ...sent };
  for (const field of fields) {
    const name = field.variable;
    const isSent = Object.hasOwn(sent, name);
    const problem = isSent ? problemOfSent(field, place, sent[name] ?? null) : problemOfAbsent(field, place, variables);
    if (problem !== null) problems.push({ field: `variables.${name}`, ...problem });
  }
  return { problems, variables };
}

function problemOfSent(field: FormField, place: FormPlace, value: Value): Problem | null {
  if (!field.writable) {
    const shown = currentOf(place, field) ?? defaultOf(place, field);
    return isSame(value, shown) ? null : { code: 'FIELD_READ_ONLY', message: 'Is shown only and cannot be changed.' };
  }
  const kind = kindOf(field);
  if (isEmpty(value)) return field.required ? REQUIRED : null;
  if (field.required && kind === 'CHECKBOX' && value === false) return REQUIRED;
  return problemOfType(kind, value) ?? problemOfValue(field, kind, value);
}

/** Checks a field that was left out: what stands there already was checked by whoever wrote it; a default fills what is empty. */
function problemOfAbsent(field: FormField, place: FormPlace, variables: Record<string, Value>): Problem | null {
  const current = currentOf(place, field);
  if (!isEmpty(current)) {
    return field.required && kindOf(field) === 'CHECKBOX' && current === false ? REQUIRED : null;
  }
  const initial = field.writable ? defaultOf(place, field) : null;
  if (isEmpty(initial)) return field.required && field.writable ? REQUIRED : null;
  putValue(variables, field.variable, initial);
  return null;
}

const REQUIRED: Problem = { code: 'REQUIRED', message: 'Must be given.' };

/** Whether two values of JSON are the same. */
function isSame(one: Value, other: Value): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

const TYPES: Readonly<Record<FieldKind, { readonly fits: (value: Value) => boolean; readonly message: string }>> = {
  TEXT: { fits: isText, message: 'Must be text.' },
  TEXT_AREA: { fits: isText, message: 'Must be text.' },
  PASSWORD: { fits: isText, message: 'Must be text.' },
  INTEGER: {
    fits: (value) => Number.isSafeInteger(value) || isWide(value, WIDE_INTEGER),
    message: 'Must be a whole number.',
  },
  NUMBER: { fits: (value) => Number.isFinite(value) || isWide(value, WIDE_NUMBER), message: 'Must be a number.' },
  BOOLEAN: { fits: isBoolean, message: 'Must be true or false.' },
  CHECKBOX: { fits: isBoolean, message: 'Must be true or false.' },
  DATE: { fits: isDate, message: 'Must be a date such as 2026-03-01.' },
  DATETIME: { fits: isDateTime, message: 'Must be a date and time such as 2026-03-01T09:30:00Z.' },
  TIME: { fits: (value) => isText(value) && TIME.test(value), message: 'Must be a time such as 09:30.' },
  ENUM: { fits: () => true, message: '' },
  LIST: { fits: Array.isArray, message: 'Must be a list.' },
  ANY: { fits: () => true, message: '' },
};

function isText(value: Value): value is string {
  return typeof value === 'string';
}

function isWide(value: Value, pattern: RegExp): boolean {
  return isText(value) && pattern.test(value);
}

function isBoolean(value: Value): boolean {
  return typeof value === 'boolean';
}

function isDate(value: Value): boolean {
  return isText(value) && DATE.test(value) && parseInstant(value) !== null;
}

/** Whether a value is a date and time; one without an offset is a local time, as fields for dates and times give it. */
function isDateTime(value: Value): boolean {
  if (!isText(value) || !value.includes('T')) return false;
  const whole = /T\d{2}:\d{2}$/.test(value) ? `${value}:00` : value;
  return parseInstant(whole) !== null || parseInstant(`${whole}Z`) !== null;
}

function problemOfType(kind: FieldKind, value: Value): Problem | null {
  const { fits, message } = TYPES[kind];
  return fits(value) ? null : { code: 'TYPE', message };
}

function problemOfValue(field: FormField, kind: FieldKind, value: Value): Problem | null {
  if (kind === 'INTEGER' || kind === 'NUMBER') return problemOfNumber(field, Number(value));
  if (kind === 'ENUM' || kind === 'LIST') return problemOfChoice(field, kind === 'LIST' ? (value as Value[]) : [value]);
  return isText(value) ? problemOfText(field, value) : null;
}

function problemOfNumber({ constraints: { min, max } }: FormField, value: number): Problem | null {
  if (min !== undefined && value < Number(min)) return { code: 'OUT_OF_RANGE', message: `Must be at least ${min}.` };
  if (max !== undefined && value > Number(max)) return { code: 'OUT_OF_RANGE', message: `Must be at most ${max}.` };
  return null;
}

/** Checks a choice; a field that offers nothing has its values of somebody else, and takes any. */
function problemOfChoice({ values }: FormField, chosen: readonly Value[]): Problem | null {
  if (values.length === 0) return null;
  const offered = new Set<Value>(values.map(({ id }) => id));
  if (chosen.every((value) => offered.has(value))) return null;
  return { code: 'NOT_ALLOWED', message: 'Must be one of the values that the form offers.' };
}

function problemOfText({ constraints }: FormField, value: string): Problem | null {
  const { minlength, maxlength, pattern } = constraints;
  if (minlength !== undefined && value.length < Number(minlength)) {
    return { code: 'TOO_SHORT', message: `Must have at least ${minlength} characters.` };
  }
  if (maxlength !== undefined && value.length > Number(maxlength)) {
    return { code: 'TOO_LONG', message: `Must have at most ${maxlength} characters.` };
  }
  if (pattern === undefined) return null;
  if (value.length > PATTERN_TEXT_MAX) {
    return { code: 'TOO_LONG', message: `Must have at most ${PATTERN_TEXT_MAX} characters.` };
  }
  return matchesPattern(value, pattern) ? null : { code: 'PATTERN', message: `Must match ${pattern}.` };
}
