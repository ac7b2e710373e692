// Finds the delimiter of a CSV file by counting, outside quotes, in its first rows.
import { csvDelimiters } from '@keelson/contract/csv-bounds';
import type { CsvDelimiter } from './csv.types.ts';

const ROWS_LOOKED_AT = 200;
const CHARACTERS_LOOKED_AT = 262_144;

/** Counts a character in each row, outside quotes. */
function countIn(text: string, delimiter: CsvDelimiter): number[] {
  const counts: number[] = [];
  let count = 0;
  let isQuoted = false;
  let isEmpty = true;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (!isQuoted && (character === '\n' || character === '\r')) {
      if (!isEmpty) counts.push(count);
      if (counts.length >= ROWS_LOOKED_AT) return counts;
      count = 0;
      isEmpty = true;
      continue;
    }
    isEmpty = false;
    if (!isQuoted && character === delimiter) count += 1;
  }
  // The last row may be incomplete.
  return isEmpty || counts.length > 0 ? counts : [count];
}

/** Chooses the delimiter that most rows have as often as the first; among several the most frequent one. */
export function findDelimiter(text: string): CsvDelimiter {
  const beginning = text.slice(0, CHARACTERS_LOOKED_AT);
  const scored = csvDelimiters.map((delimiter) => {
    const [first = 0, ...others] = countIn(beginning, delimiter);
    const alike = others.filter((count) => count === first).length;
    return { delimiter, first, share: others.length === 0 ? 1 : alike / others.length };
  });
  const [best] = scored
    .filter(({ first }) => first > 0)
    .sort((left, right) => right.share - left.share || right.first - left.first);
  return best?.delimiter ?? ',';
}
