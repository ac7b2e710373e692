// Makes the words by which an event is found: from its message and name, its tags and its attributes.

import { foldText } from '../../../kernel/text/fold-text.ts';
import { isExactNumber } from '../../../kernel/text/json/exact-json.ts';

const TOKEN_LENGTH_MAX = 64;
const TOKENS_MAX = 512;
/** Separator of tokens, which no text of an event holds. */
const SEPARATOR = '\u001f';
const WORDS = /[\p{L}\p{N}]+/gu;

/** Answers the words of a text as they are looked for. */
export function wordsOf(text: string): string[] {
  return [...foldText(text).matchAll(WORDS)].map(([word]) => word.slice(0, TOKEN_LENGTH_MAX));
}

export function tagToken(tag: string): string {
  return cut(`tag=${clean(foldText(tag))}`);
}

export function attributeToken(path: string, value: unknown): string {
  return cut(`${clean(path)}=${clean(foldText(isExactNumber(value) ? value.rawJSON : String(value)))}`);
}

export interface Searched {
  readonly message: string | null;
  readonly eventName: string;
  readonly tags: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** `MESSAGE` leaves out tags and attributes, `OFF` everything. */
export type FullText = 'ALL' | 'MESSAGE' | 'OFF';

export function indexedTokens(fullText: FullText, { message, eventName, tags, attributes }: Searched): string {
  if (fullText === 'OFF') return '';
  return fullText === 'ALL'
    ? searchTokens({ message, eventName, tags, attributes })
    : searchTokens({ message, eventName, tags: [], attributes: {} });
}

/** Answers the words of an event as a list. */
export function tokensOf(fullText: FullText, searched: Searched): readonly string[] {
  return indexedTokens(fullText, searched).split(SEPARATOR);
}

/**
 * Answers the words of an event as one text. Each token has 64 characters at most, an event 512 tokens; attributes are
 * `path=value`, tags `tag=value`, both folded.
 */
export function searchTokens({ message, eventName, tags, attributes }: Searched): string {
  const tokens = new Set<string>();
  const add = (token: string): void => {
    if (tokens.size < TOKENS_MAX) tokens.add(token);
  };
  for (const tag of tags) add(tagToken(tag));
  addAttributes(attributes, '', add);
  for (const word of wordsOf(`${eventName} ${message ?? ''}`)) add(word);
  return [...tokens].join(SEPARATOR);
}

function addAttributes(value: unknown, path: string, add: (token: string) => void): void {
  if (Array.isArray(value)) {
    for (const entry of value) if (typeof entry !== 'object' || isExactNumber(entry)) addAttributes(entry, path, add);
  } else if (isExactNumber(value)) {
    add(attributeToken(path, value));
  } else if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value)) {
      const below = (value as Readonly<Record<string, unknown>>)[name];
      addAttributes(below, path === '' ? name : `${path}.${name}`, add);
    }
  } else if (value !== null && value !== undefined) add(attributeToken(path, value));
}

function clean(text: string): string {
  return text.replaceAll(SEPARATOR, ' ');
}

function cut(token: string): string {
  return token.slice(0, TOKEN_LENGTH_MAX).toWellFormed();
}
