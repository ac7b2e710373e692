// Makes of what somebody looks for the condition that the index of words answers (PostgreSQL, 8.11.2 tsquery).
import { foldText } from '../../../kernel/text/fold-text.ts';
import { attributeToken, tagToken, wordsOf } from '../record/search-tokens.ts';

export interface SearchWish {
  readonly searchText?: string | null | undefined;
  readonly tagList?: readonly string[] | undefined;
  readonly attributeMap?: Readonly<Record<string, unknown>> | undefined;
}

/** `word` and `word` are both wanted, `word*` is a beginning, `-word` must not be there. Null where nothing is looked for. */
export function searchQueryOf({ searchText, tagList = [], attributeMap = {} }: SearchWish): string | null {
  const terms = [
    ...tagList.map((tag) => quoted(tagToken(tag))),
    ...Object.entries(attributeMap).map(([path, value]) => quoted(attributeToken(path, value))),
    ...(searchText ?? '').split(/\s+/u).flatMap(termsOf),
  ];
  return terms.length === 0 ? null : terms.join(' & ');
}

function termsOf(written: string): string[] {
  const isWithout = written.startsWith('-');
  const isBeginning = written.endsWith('*');
  const words = wordsOf(written);
  const terms = words.map((word, index) => quoted(word) + (isBeginning && index === words.length - 1 ? ':*' : ''));
  if (terms.length === 0) return [];
  return isWithout ? [`!(${terms.join(' & ')})`] : terms;
}

/** What stands in quotes is taken as it is. */
function quoted(token: string): string {
  return `'${token.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** Whether words were asked for and none of them is one. */
export function isEmptySearch(searchText: string): boolean {
  return foldText(searchText).trim() !== '' && wordsOf(searchText).length === 0;
}
