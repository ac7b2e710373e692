// What a caller may hand in as variables, and what it may ask for.
import type { Variables } from '@keelson/bpmn-core';
import { fail } from '../../kernel/errors.ts';

/** Setting `limit.variable`. */
export const VARIABLE_BYTES_MAX = 4 * 1024 * 1024;
/** A text shorter than this cannot exceed the limit: a UTF-16 unit is at most three bytes. */
const SURELY_SMALL_CHARACTERS = VARIABLE_BYTES_MAX / 3;

/** Ends the request when a value is too large. Names and their number are held by the contract. */
export function checkVariables(variables: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(variables)) checkVariable(name, variables[name]);
}

export function checkVariable(name: string, value: unknown): void {
  if (typeof value === 'string' ? value.length < SURELY_SMALL_CHARACTERS : value === null || typeof value !== 'object')
    return;
  const bytes = Buffer.byteLength(JSON.stringify(value));
  if (bytes > VARIABLE_BYTES_MAX) fail('VARIABLE_TOO_LARGE', { parameters: { name, limit: VARIABLE_BYTES_MAX } });
}

/** Those of the names that exist. */
export function pickVariables(all: Variables, names: readonly string[]): Variables {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(all, name)).map((name) => [name, all[name] ?? null]));
}
