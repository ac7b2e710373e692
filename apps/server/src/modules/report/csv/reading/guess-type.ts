// Guesses the type of a column of a CSV file from its first values.
import { cellReader } from './cell-types.ts';
import type { CsvColumn } from './csv.types.ts';

type Guess = Pick<CsvColumn, 'type' | 'format'>;

const TEXT: Guess = { type: 'STRING', format: null };
/** Days with slashes are not among them: nobody can tell the third of April from the fourth of March. */
const GUESSES: readonly Guess[] = [
  { type: 'LONG', format: null },
  { type: 'DECIMAL', format: '0.0' },
  { type: 'DECIMAL', format: '0,0' },
  { type: 'DECIMAL', format: '#,##0.0' },
  { type: 'DECIMAL', format: '#.##0,0' },
  { type: 'BOOLEAN', format: null },
  { type: 'DATE', format: 'yyyy-MM-dd' },
  { type: 'DATE', format: 'dd.MM.yyyy' },
  { type: 'DATE_TIME', format: 'yyyy-MM-dd HH:mm:ss' },
  { type: 'DATE_TIME', format: 'dd.MM.yyyy HH:mm:ss' },
];
/** 1.234 may be a thousand and more, or one and less. */
const EITHER = /^-?[1-9]\d{0,2}(?:\.\d{3})+$|^-?[1-9]\d{0,2}(?:,\d{3})+$/;
const SIGN = /[.,]/;

/** Takes the first type that every value has; empty ones say nothing. What may mean two things is text. */
export function guessType(values: readonly string[]): Guess {
  const given = values.filter((value) => value !== '');
  if (given.length === 0) return TEXT;
  const guess = GUESSES.find((one) => {
    const read = cellReader(one);
    return given.every((value) => read(value) !== null);
  });
  if (guess?.type !== 'DECIMAL') return guess ?? TEXT;
  const signed = given.filter((value) => SIGN.test(value));
  const isEither = signed.length > 0 && signed.every((value) => EITHER.test(value.trim()));
  return isEither ? TEXT : guess;
}
