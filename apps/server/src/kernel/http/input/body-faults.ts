// Finds where the bytes of a body cease to be what they are said to be, and says it by line and column.
import { fail } from '../../request/errors.ts';

/** Characters that are searched at most, which takes some milliseconds. */
const SEARCHED_MAX = 131_072;
/** Characters after a token; where none follows, a name, number or text may be cut off instead of wrong. */
const BESIDE_TOKENS = /[\s,:[\]{}"]/;
const NEWLINE = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/** Answers the index of the first character from `index` on that is no space of JSON. */
function passSpace(text: string, index: number): number {
  let at = index;
  for (;;) {
    const character = text.charCodeAt(at);
    if (character !== 0x20 && character !== NEWLINE && character !== 0x0d && character !== 0x09) return at;
    at += 1;
  }
}

/** Answers the index after a match at `index`, or -1. */
function passed(pattern: RegExp, text: string, index: number): number {
  pattern.lastIndex = index;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** Answers the index after the string that begins at `start`; where it is none, the first character that is wrong. */
function passString(text: string, start: number): { readonly index: number; readonly isWhole: boolean } {
  for (let index = start + 1; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) return { index: index + 1, isWhole: true };
    if (character < 0x20) return { index, isWhole: false };
    if (character !== BACKSLASH) continue;
    const next = passed(escaped, text, index);
    if (next === -1) return { index, isWhole: false };
    index = next - 1;
  }
  return { index: text.length, isWhole: false };
}

type Awaited = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end';

/**
 * Answers the index of the first character with which the text is no longer JSON (RFC 8259); its length where it ends too early
 * or nothing is wrong. Levels are held in a list, so that no depth of them ends the process.
 */
export function findJsonFault(text: string): number {
  const levels: string[] = [];
  let awaited: Awaited = 'value';
  let index = 0;
  for (;;) {
    index = passSpace(text, index);
    const character = text[index];
    if (character === undefined) return index;
    // Plain comparisons, since a body may have a million of these steps.
    const mayEnd: boolean = awaited === 'value or end' || awaited === 'name or end' || awaited === 'comma or end';
    const wantsName: boolean = awaited === 'name' || awaited === 'name or end';
    if (mayEnd && character === levels.at(-1)) {
      levels.pop();
      awaited = 'comma or end';
      index += 1;
    } else if (awaited === 'comma or end') {
      if (character !== ',' || levels.length === 0) return index;
      awaited = levels.at(-1) === '}' ? 'name' : 'value';
      index += 1;
    } else if (awaited === 'colon') {
      if (character !== ':') return index;
      awaited = 'value';
      index += 1;
    } else if (character === '"') {
      const string = passString(text, index);
      if (!string.isWhole) return string.index;
      awaited = wantsName ? 'colon' : 'comma or end';
      index = string.index;
    } else if (wantsName) return index;
    else if (character === '{' || character === '[') {
      levels.push(character === '{' ? '}' : ']');
      awaited = character === '{' ? 'name or end' : 'value or end';
      index += 1;
    } else {
      const next = passed(scalar, text, index);
      if (next === -1) return index;
      awaited = 'comma or end';
      index = next;
    }
  }
}

/** Answers the index of the first character that stands for bytes which are no UTF-8; `text` is what they were decoded to. */
function findUtf8Fault(bytes: Buffer, text: string): number {
  let offset = 0;
  let from = 0;
  for (let index = text.indexOf('\uFFFD'); index !== -1; index = text.indexOf('\uFFFD', from)) {
    offset += Buffer.byteLength(text.slice(from, index));
    if (bytes[offset] !== 0xef || bytes[offset + 1] !== 0xbf || bytes[offset + 2] !== 0xbd) return index;
    offset += 3;
    from = index + 1;
  }
  return text.length;
}

/** Lines and columns count from 1, columns in UTF-16 units as editors do. */
function failAt(text: string, index: number, message: (place: string) => string): never {
  let line = 1;
  let lineStart = 0;
  for (let at = 0; at < index; at += 1) {
    if (text.charCodeAt(at) !== NEWLINE) continue;
    line += 1;
    lineStart = at + 1;
  }
  const column = index - lineStart + 1;
  const place = `line ${line}, column ${column}`;
  fail('MALFORMED_BODY', { errorArguments: [{ line, column, message: message(place) }] });
}

/**
 * Ends the request: the text is no JSON. A fault behind the first part is not searched for, since others wait
 * meanwhile.
 */
export function failAsJson(text: string): never {
  const searched = text.slice(0, SEARCHED_MAX);
  const index = findJsonFault(searched);
  const isCut = searched.length < text.length && !BESIDE_TOKENS.test(searched.slice(index));
  if (isCut) failAt(text, searched.length, (place) => `Is JSON as far as ${place}, and not behind it.`);
  failAt(text, index, (place) => `Is no JSON from ${place} on.`);
}

/** Ends the request: the bytes are no UTF-8. */
export function failAsUtf8(bytes: Buffer): never {
  const text = bytes.toString('utf8');
  failAt(text, findUtf8Fault(bytes, text), (place) => `Is no UTF-8 from ${place} on.`);
}
