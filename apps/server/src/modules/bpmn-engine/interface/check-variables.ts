// Checks what a caller may hand in as variables, and what it may ask for.
import type { Variables } from '@keelson/bpmn-core';
import { fail } from '../../../kernel/request/errors.ts';

/** Bound of the bytes of a UTF-16 unit, so that a text of few units need not be measured. */
const UNIT_BYTES_MAX = 3;

/** Ends the request when a value is too large. Names and their number are held by the contract. */
export function checkVariables(variables: Readonly<Record<string, unknown>>, limitBytes: number): void {
  for (const name of Object.keys(variables)) checkVariable(name, variables[name], limitBytes);
}

export function checkVariable(name: string, value: unknown, limitBytes: number): void {
  const isShort = typeof value === 'string' && value.length < limitBytes / UNIT_BYTES_MAX - 1;
  if (isShort || value === null || (typeof value !== 'string' && typeof value !== 'object')) return;
  const bytes = Buffer.byteLength(JSON.stringify(value));
  if (bytes > limitBytes) fail('VARIABLE_TOO_LARGE', { parameters: { name, limit: limitBytes } });
}

/** Picks the variables of these names that exist. */
export function pickVariables(all: Variables, names: readonly string[]): Variables {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(all, name)).map((name) => [name, all[name] ?? null]));
}
