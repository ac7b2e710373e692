// Replaces data by marks: a sensitive template works on marks, and the values are put in afterwards.
import type { JsonMap } from '../liquid/rendering.types.ts';

/** Characters of marks: Unicode reserves these as noncharacters, so that texts do not have them. */
const OPEN = '\uFDD0';
const CLOSE = '\uFDD1';
const MARK = /\uFDD0(\d+)\uFDD1/;

export function markOf(number: number): string {
  return `${OPEN}${number}${CLOSE}`;
}

export function hasMark(text: string): boolean {
  return text.includes(OPEN) || text.includes(CLOSE);
}

/** Answers the number of a text that is a single mark; null for any other text. */
export function onlyMark(text: string): number | null {
  const [before, number, after, ...more] = text.split(MARK);
  return number !== undefined && before === '' && after === '' && more.length === 0 ? Number(number) : null;
}

/** Cuts a text at its marks, which become their numbers. */
export function splitAtMarks(text: string): readonly (string | number)[] {
  return text.split(MARK).map((piece, index) => (index % 2 === 0 ? piece : Number(piece)));
}

export interface HiddenValues {
  /**
   * Parameters with a mark for each text and number. Truth values and missing ones stay, since conditions may ask for
   * these alone.
   */
  readonly parameters: JsonMap;
  /** Values of the marks, by their numbers. */
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
