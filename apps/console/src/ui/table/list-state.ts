// Keeps page, order, search and filters of a list in the address, so that a link shows what somebody saw.
import { useNavigate, useSearch } from '@tanstack/react-router';

export interface ListState {
  readonly page: number;
  /** Property that the server sorts by; null leaves the order to it. */
  readonly sort: string | null;
  readonly descending: boolean;
  readonly text: string;
  readonly filters: Readonly<Record<string, string>>;
}

const OWN = new Set(['page', 'sort', 'text']);

function readState(search: Readonly<Record<string, unknown>>): ListState {
  const sort = typeof search.sort === 'string' ? search.sort : null;
  const filters = Object.entries(search).flatMap(([name, value]) => (OWN.has(name) ? [] : [[name, String(value)]]));
  return {
    page: Math.max(0, Number(search.page ?? 1) - 1 || 0),
    sort: sort === null ? null : sort.replace(/^-/, ''),
    descending: sort?.startsWith('-') ?? false,
    text: typeof search.text === 'string' || typeof search.text === 'number' ? String(search.text) : '',
    filters: Object.fromEntries(filters),
  };
}

function writeState({ page, sort, descending, text, filters }: ListState): Record<string, unknown> {
  const set = Object.entries(filters).filter(([, value]) => value !== '');
  return {
    ...Object.fromEntries(set),
    ...(page === 0 ? {} : { page: page + 1 }),
    ...(sort === null ? {} : { sort: descending ? `-${sort}` : sort }),
    ...(text === '' ? {} : { text }),
  };
}

/**
 * Reads the state, and makes a function that changes a part of it; any change but of the page begins at the first page.
 */
export function useListState(): readonly [ListState, (change: Partial<ListState>) => void] {
  const state = readState(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (part: Partial<ListState>): void => {
    const next = { ...state, page: 0, ...part };
    void navigate({ to: '.', search: writeState(next), replace: part.page === undefined, resetScroll: false });
  };
  return [state, change];
}
