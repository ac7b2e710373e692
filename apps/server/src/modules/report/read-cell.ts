// Reads values of a result, which are texts, into those of JSON.
import type { ReportColumnType } from './report.types.ts';

/** Digits of a decimal number that a double holds exactly. */
const EXACT_DIGITS = 15;

/** Reads a number; one that a double would change stays a text. */
function exactNumber(text: string): number | string {
  const digits = text.replace(/^-|\.|e.*$/gi, '').replace(/^0+/, '');
  return digits.length <= EXACT_DIGITS && Number.isFinite(Number(text)) ? Number(text) : text;
}

export function readCell(text: string | null, type: ReportColumnType): unknown {
  if (text === null) return null;
  if (type === 'BOOLEAN') return text === 'true';
  if (type === 'INTEGER' || type === 'LONG' || type === 'DECIMAL' || type === 'BINARY') return exactNumber(text);
  if (type === 'DOUBLE') return Number.isFinite(Number(text)) ? Number(text) : text;
  return type === 'JSON' ? JSON.parse(text) : text;
}
