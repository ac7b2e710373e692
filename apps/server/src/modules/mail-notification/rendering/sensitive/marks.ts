// Puts marks in the place of data: whatever a sensitive template does, it does to marks, and what they stand for is shown afterwards.
import type { JsonMap } from '../liquid/rendering.types.ts';

/** Unicode gives these two to no character: nobody writes them. */
const OPEN = '\uFDD0';
const CLOSE = '\uFDD1';
const MARK = /\uFDD0(\d+)\uFDD1/;

export function markOf(number: number): string {
  return `${OPEN}${number}${CLOSE}`;
}

export function hasMark(text: string): boolean {
  return text.includes(OPEN) || text.includes(CLOSE);
}

/** Answers the number of the mark that the text is, and nothing else; null where it is none. */
export function onlyMark(text: string): number | null {
  const [before, number, after, ...more] = text.split(MARK);
  return number !== undefined && before === '' && after === '' && more.length === 0 ? Number(number) : null;
}

/** Cuts a text at its marks, which are answered as their numbers. */
export function splitAtMarks(text: string): readonly (string | number)[] {
  return text.split(MARK).map((piece, index) => (index % 2 === 0 ? piece : Number(piece)));
}

export interface HiddenValues {
  /** Has a mark for each text and number. Truth values and what is missing stay: conditions ask for these alone. */
  readonly parameters: JsonMap;
  /** Holds what the marks stand for, by their numbers. */
  readonly values: readonly string[];
}

export function hideValues(parameters: JsonMap): HiddenValues {
  const values: string[] = [];
  const hide = (value: unknown): unknown => {
    if (typeof value === 'string' || typeof value === 'number') return markOf(values.push(String(value)) - 1);
    if (Array.isArray(value)) return value.map(hide);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, hide(entry)]));
  };
  return { parameters: hide(parameters) as JsonMap, values };
}
