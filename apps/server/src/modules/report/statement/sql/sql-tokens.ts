// Reads the tokens of a statement by PostgreSQL's own scanner, and answers places for people.
import { hasSqlDetails, scanSync } from 'libpg-query';
import type { SqlProblem, SqlProblemCode } from './sql.types.ts';

/** A token; offsets count bytes of UTF-8, as the scanner's do. */
export interface SqlToken {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** True for neither keyword nor operator, which does not deepen the tree. */
  readonly isLeaf: boolean;
}

/** Numbers, strings, and names that are no keywords. */
const LEAF = /^(?:[\d."'$]|[EeBbXxNn]'|[Uu]&)/;
const COMMENTS: ReadonlySet<string> = new Set(['SQL_COMMENT', 'C_COMMENT']);

/** Answers the tokens without comments, or null for an invalid text, whose error the parser reports. */
export function readTokens(source: Buffer): readonly SqlToken[] | null {
  try {
    const { tokens } = scanSync(source.toString('utf8'));
    return tokens
      .filter(({ tokenName }) => !COMMENTS.has(tokenName))
      .map(({ start, end, tokenName }) => {
        const text = source.toString('utf8', start, end);
        return { start, end, text, isLeaf: tokenName === 'IDENT' || LEAF.test(text) };
      });
  } catch {
    // The scanner answers errors as text, which its JSON reader refuses; the parser finds the same ones with their
    // place.
    return null;
  }
}

/** Makes a problem at an offset in bytes, or without a place. */
export function problemAt(code: SqlProblemCode, message: string, source: Buffer, offset: number | null): SqlProblem {
  return offset === null || offset < 0 ? { code, message } : { code, message, ...placeAt(source, offset) };
}

/** Answers line and column of an offset in bytes. */
export function placeAt(source: Buffer, offset: number): Required<Pick<SqlProblem, 'line' | 'column'>> {
  const before = source.toString('utf8', 0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  const line = before.split('\n').length;
  return { line, column: [...before.slice(lineStart)].length + 1 };
}

/** Answers the offset of the parser's error, which counts characters, unlike its trees, which count bytes. */
export function offsetOfRefusal(error: unknown, text: string): number | null {
  if (!hasSqlDetails(error)) return null;
  const { cursorPosition } = error.sqlDetails!;
  let index = 0;
  for (let count = 0; count < cursorPosition && index < text.length; count += 1) {
    index += text.codePointAt(index)! > 0xff_ff ? 2 : 1;
  }
  return Buffer.byteLength(text.slice(0, index));
}
