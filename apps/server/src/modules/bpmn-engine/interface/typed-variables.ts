// Reads variables that come with a type, and names the type of a stored one.
import type { Value, Variables } from '@keelson/bpmn-core';
import type { SvcBpmnTypedValue, VariableType } from '@keelson/contract';
import { type ArgumentProblem, invalid } from '../../../kernel/request/errors.ts';
import { addPeriod, BYTES_PREFIX, bytesText, parseInstant, putValue } from '../runtime/state/variable-value.ts';
import { checkVariables } from './check-variables.ts';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const BASE64_GROUP = 4;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const WHOLE = /^-?\d{1,19}$/;
const DECIMAL = /^-?\d{1,1000}(?:\.\d{1,1000})?$/;
const INT32_MAX = 2_147_483_647;
const INT64_MAX = 9_223_372_036_854_775_807n;

interface GivenVariables {
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly typedVariables?: Readonly<Record<string, SvcBpmnTypedValue>> | null | undefined;
}

/** Answers both maps as one, in which the typed ones win; ends the request where a value does not fit its type or is too large. */
export function givenVariables({ variables, typedVariables }: GivenVariables, limitBytes: number): Variables {
  const plain = (variables ?? {}) as Variables;
  const all = typedVariables == null ? plain : { ...plain, ...readTypedVariables(typedVariables) };
  checkVariables(all, limitBytes);
  return all;
}

function readTypedVariables(typed: Readonly<Record<string, SvcBpmnTypedValue>>): Variables {
  const read: Record<string, Value> = {};
  const problems: ArgumentProblem[] = [];
  for (const [name, given] of Object.entries(typed)) {
    const value = typedValue(given);
    if (value === undefined) problems.push(mismatch(`typedVariables.${name}.value`, given.type));
    else putValue(read, name, value);
  }
  if (problems.length > 0) invalid(...problems);
  return read;
}

/** Answers the value as it is stored; ends the request where it does not fit its type. */
export function readTypedValue(given: SvcBpmnTypedValue): Value {
  return typedValue(given) ?? (given.value == null ? null : invalid(mismatch('value', given.type)));
}

function mismatch(field: string, type: VariableType): ArgumentProblem {
  return { field, code: 'TYPE', message: `Must be a value of the type ${type}.` };
}

/** Converts a typed value; undefined for what does not fit. */
function typedValue({ type, value = null }: SvcBpmnTypedValue): Value | undefined {
  return value === null ? null : READERS[type](value as Value);
}

const textThat =
  (fits: (text: string) => boolean) =>
  (value: Value): Value | undefined =>
    typeof value === 'string' && fits(value) ? value : undefined;

const READERS: Readonly<Record<VariableType, (value: Value) => Value | undefined>> = {
  STRING: textThat(() => true),
  BOOLEAN: (value) => (typeof value === 'boolean' ? value : undefined),
  INTEGER: (value) => (Number.isInteger(value) && Math.abs(value as number) <= INT32_MAX ? value : undefined),
  LONG: readLong,
  DOUBLE: (value) => (typeof value === 'number' ? value : undefined),
  DECIMAL: readDecimal,
  DATE: textThat((text) => DATE.test(text) && parseInstant(text) !== null),
  DATETIME: readDateTime,
  DURATION: textThat((text) => addPeriod(text, 0) !== null),
  JSON: (value) => value,
  BYTES: readBytes,
  NULL: () => undefined,
};

/** Reads a `long`: a number where JSON carries it exactly, else its digits. */
function readLong(value: Value): Value | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== 'string' || !WHOLE.test(value)) return undefined;
  const whole = BigInt(value);
  if (whole > INT64_MAX || whole < -INT64_MAX - 1n) return undefined;
  return Number.isSafeInteger(Number(whole)) ? Number(whole) : String(whole);
}

/** Reads a `decimal`: a number where it keeps the value, else the text. Zeros at either end say nothing, and conditions compare numbers. */
function readDecimal(value: Value): Value | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !DECIMAL.test(value)) return undefined;
  const number = Number(value);
  const shortest = value.replace(/^(-?)0+(?=\d)/, '$1').replace(/\.0+$|(\.\d*?)0+$/, '$1');
  return String(number) === shortest ? number : value;
}

function readDateTime(value: Value): Value | undefined {
  const at = typeof value === 'string' && value.includes('T') ? parseInstant(value) : null;
  return at === null ? undefined : new Date(at).toISOString();
}

function readBytes(value: Value): Value | undefined {
  if (typeof value !== 'string' || value.length % BASE64_GROUP !== 0 || !BASE64.test(value)) return undefined;
  return `${BYTES_PREFIX}${value}`;
}

/** Names the type of a stored value. Text is text: what was given as a date, a duration or a decimal is stored as what it says. */
export function typeOf(value: Value): VariableType {
  switch (typeof value) {
    case 'boolean':
      return 'BOOLEAN';
    case 'number':
      return typeOfNumber(value);
    case 'string':
      return bytesText(value) === null ? 'STRING' : 'BYTES';
    default:
      return value === null ? 'NULL' : 'JSON';
  }
}

function typeOfNumber(value: number): VariableType {
  if (!Number.isSafeInteger(value)) return 'DOUBLE';
  return Math.abs(value) <= INT32_MAX ? 'INTEGER' : 'LONG';
}
