// Pages records that a process holds in memory, in the order that a query asks for.
import { listRowsMax, type Pageable } from '@keelson/contract';
import { fail } from '../request/errors.ts';
import { pageBody } from './page.ts';

type SortKey = string | number | boolean | null;

/** Says how records are ordered: a key for each sortable property, and what distinguishes any two records. */
export interface MemoryOrder<T, P extends string> {
  readonly keys: Readonly<Record<P, (record: T) => SortKey>>;
  readonly tieBreak: (record: T) => string | number;
}

/** Null values come last in both directions, as in SQL; ties follow the direction. */
export function sortInMemory<T, P extends string>(
  records: Iterable<T>,
  { sort }: Pick<Pageable<P>, 'sort'>,
  { keys, tieBreak }: MemoryOrder<T, P>,
): T[] {
  const sign = sort.direction === 'ASC' ? 1 : -1;
  return [...records].sort((left, right) => {
    for (const property of sort.properties) {
      const [ours, theirs] = [keys[property](left), keys[property](right)];
      if (ours === theirs) continue;
      if (ours === null || theirs === null) return ours === null ? 1 : -1;
      return ours < theirs ? -sign : sign;
    }
    const [ours, theirs] = [tieBreak(left), tieBreak(right)];
    return ours === theirs ? 0 : ours < theirs ? -sign : sign;
  });
}

/** `SvcPage` of the records; past the end it is empty, and the total is exact. Only rows of the page become models. */
export function pageInMemory<T, P extends string, M>(
  records: Iterable<T>,
  request: Pageable<P>,
  order: MemoryOrder<T, P>,
  toModel: (record: T) => M,
) {
  const sorted = sortInMemory(records, request, order);
  const first = request.pageNumber * request.pageSize;
  return pageBody(sorted.slice(first, first + request.pageSize).map(toModel), sorted.length, request);
}

/** Answers all records in the order of the page; 422 RESULT_TOO_LARGE where there are more than a list may have. */
export function listInMemory<T, P extends string, M>(
  records: Iterable<T>,
  request: Pageable<P>,
  order: MemoryOrder<T, P>,
  toModel: (record: T) => M,
): M[] {
  const sorted = sortInMemory(records, request, order);
  if (sorted.length > listRowsMax) fail('RESULT_TOO_LARGE', { parameters: { limit: listRowsMax } });
  return sorted.map(toModel);
}
