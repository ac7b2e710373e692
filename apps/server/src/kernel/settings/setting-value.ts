// Says what values a setting takes: types, ranges, patterns and sizes.
import { RE2JS } from 're2js';

export type SettingType = 'BOOLEAN' | 'NUMBER' | 'DECIMAL' | 'STRING' | 'JSON' | 'SECRET';
/** A JSON value is an object; lists go inside. Frozen in all depths where it comes from storage. */
export type SettingObject = Readonly<Record<string, unknown>>;
export type SettingValue = boolean | number | string | SettingObject;

/** Constraints of a setting's values. */
export interface ValueConstraints {
  readonly type: SettingType;
  /** Inclusive bound, for a STRING that of the length in code points; null: no bound. */
  readonly minValue: number | null;
  readonly maxValue: number | null;
  /** Pattern in RE2 syntax that has to match the whole of a STRING. */
  readonly pattern: string | null;
  readonly allowedValueList: readonly unknown[] | null;
}

/** `TYPE` stands for another JSON type than the declared one. */
export type ValueProblem =
  | 'TYPE'
  | 'MIN'
  | 'MAX'
  | 'PATTERN'
  | 'NOT_ALLOWED'
  | 'OUT_OF_RANGE'
  | 'TOO_LONG'
  | 'MASKED_VALUE'
  | 'NUL_CHARACTER'
  | 'NOT_OBJECT';

/** Text that stands for a secret; as a value it would overwrite the secret that a form shows. */
export const SECRET_MASK = '***';

/** Longest text: enough for a template, and short enough for 200,000 of them in memory. */
const TEXT_CODE_POINTS_MAX = 8_192;
/** Longest secret, which may be a key or a certificate; larger things are files. */
const SECRET_BYTES_MAX = 8_192;
const JSON_BYTES_MAX = 65_536;
const JSON_DEPTH_MAX = 20;
/** Digits of a number; beyond them a double does not come back from its decimal text as it went in. */
const SIGNIFICANT_DIGITS_MAX = 15;
/** Compiled patterns that are kept; operators write a handful. */
const PATTERNS_KEPT_MAX = 1_000;

const patterns = new Map<string, RE2JS | null>();

/** Answers null when the text is no pattern of RE2. */
export function compilePattern(pattern: string): RE2JS | null {
  const known = patterns.get(pattern);
  if (known !== undefined) return known;
  let compiled: RE2JS | null;
  try {
    compiled = RE2JS.compile(pattern);
  } catch {
    compiled = null;
  }
  if (patterns.size >= PATTERNS_KEPT_MAX) patterns.clear();
  patterns.set(pattern, compiled);
  return compiled;
}

function findRangeProblem(measure: number, { minValue, maxValue }: ValueConstraints): ValueProblem | null {
  if (minValue !== null && measure < minValue) return 'MIN';
  return maxValue !== null && measure > maxValue ? 'MAX' : null;
}

function findNumberProblem(value: unknown, constraints: ValueConstraints): ValueProblem | null {
  if (typeof value !== 'number') return 'TYPE';
  const fits =
    constraints.type === 'NUMBER'
      ? Number.isSafeInteger(value)
      : Number.isFinite(value) && Number(value.toPrecision(SIGNIFICANT_DIGITS_MAX)) === value;
  return fits ? findRangeProblem(value, constraints) : 'OUT_OF_RANGE';
}

function findTextProblem(value: unknown, constraints: ValueConstraints): ValueProblem | null {
  if (typeof value !== 'string') return 'TYPE';
  if (value.includes('\u0000')) return 'NUL_CHARACTER';
  // A text of this many units cannot have fewer code points than half of them.
  if (value.length > 2 * TEXT_CODE_POINTS_MAX) return 'TOO_LONG';
  const length = [...value].length;
  if (length > TEXT_CODE_POINTS_MAX) return 'TOO_LONG';
  const range = findRangeProblem(length, constraints);
  if (range !== null || constraints.pattern === null) return range;
  return compilePattern(constraints.pattern)?.matches(value) === true ? null : 'PATTERN';
}

function findSecretProblem(value: unknown): ValueProblem | null {
  if (typeof value !== 'string') return 'TYPE';
  if (value === SECRET_MASK) return 'MASKED_VALUE';
  if (value.includes('\u0000')) return 'NUL_CHARACTER';
  if (value === '') return 'MIN';
  return Buffer.byteLength(value) > SECRET_BYTES_MAX ? 'TOO_LONG' : null;
}

/** Says whether a number is still the one that was sent; a whole number beyond 2^53-1 may not be. */
function isKept(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

function findTreeProblem(value: unknown, depth: number): ValueProblem | null {
  if (typeof value === 'string') return value.includes('\u0000') ? 'NUL_CHARACTER' : null;
  if (typeof value === 'number') return isKept(value) ? null : 'OUT_OF_RANGE';
  if (typeof value !== 'object' || value === null) return null;
  if (depth >= JSON_DEPTH_MAX) return 'TOO_LONG';
  for (const [name, child] of Object.entries(value)) {
    if (name.includes('\u0000')) return 'NUL_CHARACTER';
    const problem = findTreeProblem(child, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

function findObjectProblem(value: unknown): ValueProblem | null {
  if (Array.isArray(value)) return 'NOT_OBJECT';
  if (typeof value !== 'object' || value === null) return 'TYPE';
  const problem = findTreeProblem(value, 0);
  if (problem !== null) return problem;
  return Buffer.byteLength(JSON.stringify(value)) > JSON_BYTES_MAX ? 'TOO_LONG' : null;
}

/** Answers the first rule that the value breaks, or null. Never throws, whatever the value is. */
export function findValueProblem(constraints: ValueConstraints, value: unknown): ValueProblem | null {
  const { type, allowedValueList } = constraints;
  let problem: ValueProblem | null;
  if (type === 'BOOLEAN') problem = typeof value === 'boolean' ? null : 'TYPE';
  else if (type === 'STRING') problem = findTextProblem(value, constraints);
  else if (type === 'SECRET') problem = findSecretProblem(value);
  else if (type === 'JSON') problem = findObjectProblem(value);
  else problem = findNumberProblem(value, constraints);
  if (problem !== null || allowedValueList === null) return problem;
  return allowedValueList.includes(value) ? null : 'NOT_ALLOWED';
}

/** Answers a choice as its definition spells it, since case does not count; every other value as it is. */
export function asListed({ allowedValueList }: Pick<ValueConstraints, 'allowedValueList'>, value: unknown): unknown {
  if (typeof value !== 'string' || allowedValueList === null || allowedValueList.includes(value)) return value;
  const upper = value.toUpperCase();
  return allowedValueList.includes(upper) ? upper : value;
}

/** Freezes in all depths: a reader that edits what it got would edit the setting of everybody. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const child of Object.values(value)) deepFreeze(child);
  return Object.freeze(value);
}
