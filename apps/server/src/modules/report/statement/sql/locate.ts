// Finds the place in a statement of what a database refuses in the text made from it; runs in a thread.
import type { SqlProblem } from './sql.types.ts';
import { placeAt, readTokens, type SqlToken } from './sql-tokens.ts';

export interface LocateRequest {
  readonly statement: string;
  /** The text that the database was sent. */
  readonly sent: string;
  /** Place in the sent text, in characters from 1; or a name after a dot. */
  readonly mark: number | string;
}

export type Place = Pick<SqlProblem, 'line' | 'column'>;

/** Schema that the deparser adds to names of PostgreSQL's own functions. */
const OWN_SCHEMA = 'pg_catalog';

const wordOf = ({ text }: SqlToken): string =>
  text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text.toLowerCase();

/** Answers the offset in bytes of a place in characters. */
function byteOffset(text: string, characters: number): number {
  return Buffer.byteLength([...text].slice(0, characters).join(''));
}

/** Answers the index of the marked token among those of its kind. */
function findSent(tokens: readonly SqlToken[], offset: number): { readonly word: string; readonly nth: number } | null {
  const at = tokens.findIndex(({ start, end }) => start <= offset && offset < end);
  if (at === -1) return null;
  const index = wordOf(tokens[at]!) === OWN_SCHEMA && tokens[at + 1]?.text === '.' ? at + 2 : at;
  const token = tokens[index];
  if (token === undefined) return null;
  const word = wordOf(token);
  return { word, nth: tokens.slice(0, index).filter((one) => wordOf(one) === word).length };
}

/**
 * Finds the place by the order of equal words in both texts; none where their numbers differ, as it would be ambiguous.
 */
export function locate({ statement, sent, mark }: LocateRequest): Place {
  const source = Buffer.from(statement, 'utf8');
  const tokens = readTokens(source);
  if (tokens === null) return {};
  if (typeof mark === 'string') {
    const index = tokens.findIndex((token, at) => wordOf(token) === mark && tokens[at - 1]?.text === '.');
    return index === -1 ? {} : placeAt(source, tokens[index]!.start);
  }
  const sentTokens = readTokens(Buffer.from(sent, 'utf8'));
  const found = sentTokens === null ? null : findSent(sentTokens, byteOffset(sent, mark - 1));
  if (sentTokens === null || found === null) return {};
  const same = tokens.filter((token) => wordOf(token) === found.word);
  const isAlike = same.length === sentTokens.filter((token) => wordOf(token) === found.word).length;
  return isAlike ? placeAt(source, same[found.nth]!.start) : {};
}
