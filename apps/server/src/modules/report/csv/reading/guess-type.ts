// Guesses the type of a column of a CSV file from its first values.
import { cellReader } from './cell-types.ts';
import type { CsvColumn } from './csv.types.ts';

type Guess = Pick<CsvColumn, 'type' | 'format'>;

const TEXT: Guess = { type: 'STRING', format: null };
/**
 * Types in the order of the guess, without days with slashes: the third of April cannot be distinguished from the fourth of
 * March.
 */
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
/** Numbers such as 1.234, whose separator may be one of thousands or of decimals. */
const EITHER = /^-?[1-9]\d{0,2}(?:\.\d{3})+$|^-?[1-9]\d{0,2}(?:,\d{3})+$/;
const SIGN = /[.,]/;

/** Answers the first type that fits every value; empty ones are ignored. An ambiguous column is text. */
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
