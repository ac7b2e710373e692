// Cuts the source of an expression into tokens.
import { CompileStop } from './syntax.ts';

export interface ExpressionToken {
  readonly kind: 'name' | 'number' | 'text' | 'operator' | 'end';
  /** The name or operator, the digits, or the text that a literal stands for. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

// Each is linear and starts exactly at `lastIndex`.
const SPACE = /[ \t\r\n]*/y;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const NUMBER = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const OPERATOR = /&&|\|\||[=!<>+]=|[-+*/%!<>?:.,()[\]{}]/y;

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

/** Answers the token at or behind `from`; its kind is `end` at the end of the source. */
export function readToken(source: string, from: number): ExpressionToken {
  const start = from + (matchAt(SPACE, source, from)?.length ?? 0);
  if (start >= source.length) return { kind: 'end', value: '', start, end: start };
  const first = source.charAt(start);
  if (first === "'" || first === '"') return readText(source, start, first);
  const token = (kind: ExpressionToken['kind'], value: string) => ({ kind, value, start, end: start + value.length });
  const name = matchAt(NAME, source, start);
  if (name !== undefined) return token('name', name);
  const number = matchAt(NUMBER, source, start);
  if (number !== undefined) return token('number', number);
  const operator = matchAt(OPERATOR, source, start);
  if (operator !== undefined) return token('operator', operator);
  throw new CompileStop(`syntax error: unexpected ${JSON.stringify(first)}`, start);
}

/** Reads a quoted text: a backslash stands before a quote or a backslash; before anything else it is itself. */
function readText(source: string, start: number, quote: string): ExpressionToken {
  let value = '';
  for (let at = start + 1; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === quote) return { kind: 'text', value, start, end: at + 1 };
    const next = source.charAt(at + 1);
    if (character === '\\' && (next === '\\' || next === "'" || next === '"')) {
      value += next;
      at += 1;
    } else {
      value += character;
    }
  }
  throw new CompileStop('syntax error: text literal without end', start);
}
