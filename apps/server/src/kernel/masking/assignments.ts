// Finds what a text assigns to the name of a secret: `password=...`, `"token": "..."`, `Cookie: ...`, also in JSON within JSON.
import type { Secret, SecretFinder } from './credentials.ts';
import { runEnd } from './run-end.ts';
import type { Secrecy } from './secret-names.ts';

export const MASK = '***';
/** Characters of a name that are looked at before its separator. */
const NAME_CHARACTERS_MAX = 48;
const NAME_WORDS_MAX = 2;
/** Blanks around a separator, and backslashes before a quote: of JSON within JSON within JSON there are seven. */
const BLANKS_MAX = 8;
const BACKSLASHES_MAX = 16;
const NAME_CHARACTER = /[\p{L}\p{M}\p{N}_. -]/u;
const ASCII_CODES = 128;
/** Says of each ASCII character whether a name may hold it, so that the pattern need not be asked. */
const IS_OF_NAME = Array.from({ length: ASCII_CODES }, (_, code) => NAME_CHARACTER.test(String.fromCharCode(code)));
const QUOTES = '"\'`';
/** Values that are no secret, or are masked already. */
const NOTHING = /^(?:null|none|nil|undefined|true|false|\*+)$/i;
const NOTHING_CHARACTERS_MAX = 9;
/** Recognises a sentence behind the name: `password: Must have 12 characters.` But not `password: hunter user: ali`. */
const SENTENCE = /(?<=[ \t])\p{L}{1,40}[.,;!?]?[ \t]{1,8}\p{L}{1,40}(?![\p{L}\p{N}_:=])/uy;
/** A number behind a name in the plural is a count: `tokens=7`. */
const COUNT = /^\d{1,19}$/;
const GAP = /[=>]{0,2}[ \t]{0,8}/y;
const OPENING = /\\{0,16}["'`]/y;
/** Names of headers whose value goes on to the end of the line, whatever stands in it. */
const WHOLE_LINE = /(?:authorization|cookie)$/i;

interface Name {
  readonly text: string;
  /** The quote around it with the backslashes before it; empty without one. */
  readonly quote: string;
}

export function createAssignments(secrecyOf: (name: string) => Secrecy): SecretFinder {
  return {
    head: /[:=]/g,
    find(text, { from, to }) {
      const isColon = text[from] === ':';
      // `Token::of` assigns nothing.
      if (isColon && (text[to] === ':' || text[from - 1] === ':')) return null;
      const name = nameBefore(text, from);
      const secrecy = secrecyOf(name.text);
      if (secrecy === 'NONE') return null;
      const value = valueAt(text, to + lengthOf(GAP, text, to), name, isColon);
      const isCount = secrecy === 'MANY' && value !== null && COUNT.test(text.slice(value.from, value.to));
      return isCount ? null : value;
    },
  };
}

function valueAt(text: string, from: number, name: Name, isColon: boolean): Secret | null {
  const quote = text.slice(from, from + lengthOf(OPENING, text, from));
  if (quote !== '') return unlessNothing(text, from + quote.length, closingOf(text, from + quote.length, quote));
  if (text[from] === '{' || text[from] === '[') {
    return { from, to: closingBracket(text, from, name.quote), instead: `${name.quote}${MASK}${name.quote}` };
  }
  if (name.quote !== '') {
    const found = unlessNothing(text, from, runEnd(text, from, /[\s,}\]]/g));
    return found === null ? null : { ...found, instead: `${name.quote}${MASK}${name.quote}` };
  }
  if (isColon && WHOLE_LINE.test(name.text)) return unlessNothing(text, from, runEnd(text, from, /[\r\n]/g));
  if (isColon && lengthOf(SENTENCE, text, from) > 0) return null;
  return unlessNothing(text, from, runEnd(text, from, /[\s&;"'<>]/g));
}

function unlessNothing(text: string, from: number, to: number): Secret | null {
  if (to === from) return null;
  return to - from <= NOTHING_CHARACTERS_MAX && NOTHING.test(text.slice(from, to)) ? null : { from, to };
}

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

function nameBefore(text: string, separator: number): Name {
  let end = separator;
  while (separator - end < BLANKS_MAX && (text[end - 1] === ' ' || text[end - 1] === '\t')) end -= 1;
  let quoteStart = end;
  if (end > 0 && QUOTES.includes(text[end - 1]!)) {
    quoteStart -= 1;
    while (end - quoteStart <= BACKSLASHES_MAX && text[quoteStart - 1] === '\\') quoteStart -= 1;
  }
  let start = quoteStart;
  let words = 1;
  while (start > 0 && quoteStart - start < NAME_CHARACTERS_MAX && isOfName(text, start - 1)) {
    if (text[start - 1] === ' ') words += 1;
    if (words > NAME_WORDS_MAX) break;
    start -= 1;
  }
  return { text: text.slice(start, quoteStart), quote: text.slice(quoteStart, end) };
}

function isOfName(text: string, at: number): boolean {
  return IS_OF_NAME[text.charCodeAt(at)] ?? NAME_CHARACTER.test(text[at]!);
}

/** Answers where the quote closes: a quote within it has more backslashes. One that never closes ends with the text. */
function closingOf(text: string, from: number, quote: string): number {
  const mark = quote.at(-1)!;
  for (let at = text.indexOf(mark, from); at !== -1; at = text.indexOf(mark, at + 1)) {
    let start = at;
    while (start > from && text[start - 1] === '\\') start -= 1;
    if (at - start < quote.length) return Math.max(start, at - quote.length + 1);
  }
  return text.length;
}

/** Answers where a bracket closes; brackets within texts do not count. */
function closingBracket(text: string, from: number, quote: string): number {
  const marks = /[[\]{}"'`]/g;
  marks.lastIndex = from;
  let depth = 0;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const [mark] = found;
    if (mark === quote.at(-1)) marks.lastIndex = closingOf(text, found.index + 1, quote) + quote.length;
    else if (mark === '{' || mark === '[') depth += 1;
    else if (mark === '}' || mark === ']') depth -= 1;
    if (depth === 0) return found.index + 1;
  }
  return text.length;
}
