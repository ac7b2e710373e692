// Says by what a searchable variable is found: a text, a number, yes or no, null, or nothing of these.
import type { Value } from '@keelson/bpmn-core';
import { parseInstant } from '../state/variable-value.ts';

/** Kind of a value: text, number, boolean, null; `o` is found by what it is not alone. */
export type SearchableKind = 's' | 'n' | 'b' | 'z' | 'o';

export interface SearchableValue {
  readonly kind: SearchableKind;
  /** Text of the value; with texts and booleans alone. */
  readonly text: string | null;
  readonly number: number | null;
}

/** Bound of the characters of a text: a row of an index holds some 2,700 bytes. */
export const SEARCHABLE_TEXT_MAX = 500;

const OTHER: SearchableValue = { kind: 'o', text: null, number: null };
const ISO_LENGTH = '2031-02-03T04:05:06.789Z'.length;

export function searchableValue(value: Value): SearchableValue {
  if (value === null) return { kind: 'z', text: null, number: null };
  if (typeof value === 'boolean') return { kind: 'b', text: String(value), number: null };
  if (typeof value === 'number') return Number.isFinite(value) ? { kind: 'n', text: null, number: value } : OTHER;
  const text = value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value;
  if (typeof text !== 'string' || !isHeld(text)) return OTHER;
  return { kind: 's', text: comparable(text), number: null };
}

/** Whether an index and a text of the database can hold it. */
function isHeld(text: string): boolean {
  return text.length <= SEARCHABLE_TEXT_MAX && text.isWellFormed() && !text.includes('\0');
}

/** Writes an instant in one way, whatever its offset: such texts, and dates, stand in the order of time. */
function comparable(text: string): string {
  const at = text.includes('T') ? parseInstant(text) : null;
  const written = at === null ? text : new Date(at).toISOString();
  return written.length === ISO_LENGTH ? written : text;
}
