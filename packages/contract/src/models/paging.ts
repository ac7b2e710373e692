// Describes paged queries: what a request asks for, what an answer holds, and how defaults are filled in.
import type { TObject } from 'typebox';
import { Type } from 'typebox';
import { choice, closed, integer, list, optional } from './schema.ts';

/** Number of rows of a page when the request names no size. */
export const pageSizeDefault = 20;
/** A larger page is refused: it would hold a connection and the event loop for too long. */
export const pageSizeMax = 200;
/** The bound keeps `pageNumber * pageSize` far within the integers that JSON carries. */
export const pageNumberMax = 2_147_483_647;
/** Rows up to which a list operation answers; beyond, it refuses rather than cuts. */
export const listRowsMax = 1_000;
/** Sorting by more properties than this never decides anything: the primary key breaks ties. */
const sortPropertiesMax = 5;

export const sortDirections = ['ASC', 'DESC'] as const;
export type SortDirection = (typeof sortDirections)[number];

export interface Sort<P extends string = string> {
  readonly properties: readonly P[];
  readonly direction: SortDirection;
}
export interface Pageable<P extends string = string> {
  /** Number of the page, from 0. */
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly sort: Sort<P>;
}

/** Makes `pageable` as a request carries it; `standard` is what it means to leave `sort` out. */
export function pageable<const P extends readonly string[]>(sortable: P, standard: Sort<P[number]>) {
  const sort = Type.Object(
    {
      properties: optional(
        list(
          choice(sortable, 'Property to sort by.', { 'x-argument-code': 'SORT_PROPERTY_UNKNOWN' }),
          `Properties to sort by, the first one first: ${sortable.join(', ')}. Default ${standard.properties.join(', ')}.`,
          { maxItems: sortPropertiesMax },
        ),
      ),
      direction: optional(
        choice(
          sortDirections,
          `Direction of all properties; default ${standard.direction} without properties, else ASC.`,
        ),
      ),
    },
    { additionalProperties: false, description: 'Order of the rows.' },
  );
  return optional(
    Type.Object(
      {
        pageNumber: optional(integer('Page, from 0; default 0.', { minimum: 0, maximum: pageNumberMax })),
        pageSize: optional(
          integer(`Rows of a page; default ${pageSizeDefault}.`, { minimum: 1, maximum: pageSizeMax }),
        ),
        sort: optional(sort),
      },
      { additionalProperties: false, description: 'Page and order asked for.' },
    ),
  );
}

interface PageableRequest<P extends string> {
  readonly pageNumber?: number | null;
  readonly pageSize?: number | null;
  readonly sort?: { readonly properties?: readonly P[] | null; readonly direction?: SortDirection | null } | null;
}

/** Fills in what a request left out; the answer repeats the result. */
export function resolvePageable<P extends string>(
  request: PageableRequest<P> | null | undefined,
  standard: Sort<P>,
): Pageable<P> {
  const properties = request?.sort?.properties ?? [];
  const direction = request?.sort?.direction;
  return {
    pageNumber: request?.pageNumber ?? 0,
    pageSize: request?.pageSize ?? pageSizeDefault,
    sort:
      properties.length === 0
        ? { properties: standard.properties, direction: direction ?? standard.direction }
        : { properties, direction: direction ?? 'ASC' },
  };
}

const answeredPageable = closed(
  {
    pageNumber: integer('Page, from 0.'),
    pageSize: integer('Rows of a page.'),
    sort: Type.Object(
      {
        properties: list(Type.String(), 'Properties the rows are sorted by.'),
        direction: choice(sortDirections, 'Direction of all properties.'),
      },
      { additionalProperties: false, description: 'Order of the rows.' },
    ),
  },
  'SvcPageable',
);

/** Makes the body of a paged query: `SvcPage` of a titled model. */
export function page<M extends TObject>(model: M) {
  const { title } = model as { readonly title?: string };
  if (title === undefined) throw new Error('A page needs a titled model.');
  return closed(
    {
      data: list(model, 'Rows of this page; empty past the end.'),
      totalPages: integer('Pages there are.'),
      totalElements: integer('Rows there are on all pages, exact.'),
      pageable: answeredPageable,
    },
    `SvcPage${title}`,
  );
}

/** Makes the filter `or`: the same object without `or` and `pageable`, at most five, of which one has to match. */
export function anyOfFilters<F extends TObject>(filters: F) {
  return optional(
    list(filters, 'Alternatives beside the other filters: at least one of them has to match.', { maxItems: 5 }),
  );
}
