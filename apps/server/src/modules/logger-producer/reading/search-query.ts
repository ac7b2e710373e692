// Turns a search text into a condition for the index of words (PostgreSQL, 8.11.2 tsquery).
import { foldText } from '../../../kernel/text/fold-text.ts';
import { attributeToken, tagToken, wordsOf } from '../record/search-tokens.ts';

export interface SearchWish {
  readonly searchText?: string | null | undefined;
  readonly tagList?: readonly string[] | undefined;
  readonly attributeMap?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Makes the condition: words are all required, `word*` is a beginning, `-word` must not occur. Null for an empty
 * search.
 */
export function searchQueryOf({ searchText, tagList = [], attributeMap = {} }: SearchWish): string | null {
  const terms = [
    ...tagList.map((tag) => quoted(tagToken(tag))),
    ...Object.entries(attributeMap).map(([path, value]) => quoted(attributeToken(path, value))),
    ...termsOf(searchText ?? '').map(({ isWithout, words }) => {
      const all = words.map(({ word, isBeginning }) => quoted(word) + (isBeginning ? ':*' : '')).join(' & ');
      return isWithout ? `!(${all})` : all;
    }),
  ];
  return terms.length === 0 ? null : terms.join(' & ');
}

/** Makes the test that an event's words match, as the index would. */
export function wordFilterOf(searchText: string): (tokens: readonly string[]) => boolean {
  const terms = termsOf(searchText);
  return (tokens) =>
    terms.every(
      ({ isWithout, words }) =>
        words.every(({ word, isBeginning }) =>
          tokens.some((token) => (isBeginning ? token.startsWith(word) : token === word)),
        ) !== isWithout,
    );
}

interface Term {
  readonly isWithout: boolean;
  readonly words: readonly { readonly word: string; readonly isBeginning: boolean }[];
}

function termsOf(searchText: string): readonly Term[] {
  return searchText.split(/\s+/u).flatMap((written) => {
    const words = wordsOf(written);
    const isStarred = written.endsWith('*');
    const named = words.map((word, index) => ({ word, isBeginning: isStarred && index === words.length - 1 }));
    return words.length === 0 ? [] : [{ isWithout: written.startsWith('-'), words: named }];
  });
}

/** Quotes a token, which then stands as it is. */
function quoted(token: string): string {
  return `'${token.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** Says whether the search text has no words. */
export function isEmptySearch(searchText: string): boolean {
  return foldText(searchText).trim() !== '' && wordsOf(searchText).length === 0;
}
