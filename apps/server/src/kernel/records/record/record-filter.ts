// Turns the values of declared filters into conditions.
import { addRange, containsPattern, createFilter, type Filter } from '../page.ts';
import type { Filters, TenantScope } from './record.types.ts';
import type { RecordLayout } from './record-layout.ts';

const WILDCARDS_LITERAL = `ESCAPE '\\'`;

/** Finds the text in one of the fields: folded where the field is kept folded, else whatever its case. */
function addContains(filter: Filter, layout: RecordLayout, fields: readonly string[], text: string): void {
  const either = fields.map((field) => {
    const folded = layout.foldedAs(field);
    if (folded === undefined)
      return `${layout.readAs(field)} ILIKE ${filter.parameter(containsPattern(text))} ${WILDCARDS_LITERAL}`;
    const pattern = filter.parameter(containsPattern(folded.fold(text)));
    return `${folded.column} LIKE ${pattern} ${WILDCARDS_LITERAL}`;
  });
  filter.and(either.join(' OR '));
}

function addOne(filter: Filter, layout: RecordLayout, declared: Filters[string], value: unknown): void {
  if ('equals' in declared) filter.and(`${layout.readAs(declared.equals)} = $?`, value);
  else if ('anyOf' in declared) filter.and(`${layout.readAs(declared.anyOf)} = ANY($?)`, value);
  else if ('contains' in declared) addContains(filter, layout, declared.contains, value as string);
  else if ('holds' in declared)
    filter.and(`${layout.readAs(declared.holds)} @> $?::text[]`, typeof value === 'string' ? [value] : value);
  else if ('from' in declared) addRange(filter, layout.readAs(declared.from), value as Date | string);
  else if ('before' in declared) addRange(filter, layout.readAs(declared.before), null, value as Date | string);
  else filter.and(declared.where, value);
}

/** Bounds a look-up to what the scope sees. */
function addScope(filter: Filter, layout: RecordLayout, scope: TenantScope, isShared: boolean): void {
  if (scope.deleted !== true) filter.and(`NOT ${layout.readAs('deleted')}`);
  if (scope.tenantIdentifier === null) return;
  const tenant = layout.readAs('tenantIdentifier');
  filter.and(isShared ? `${tenant} = $? OR ${tenant} IS NULL` : `${tenant} = $?`, scope.tenantIdentifier);
}

export function filterRecords(
  layout: RecordLayout,
  declared: Filters,
  scope: TenantScope & { readonly isShared: boolean },
  query: Readonly<Record<string, unknown>>,
): Filter {
  const filter = createFilter();
  addScope(filter, layout, scope, scope.isShared);
  for (const [name, definition] of Object.entries(declared)) {
    const value = query[name];
    if (value !== null && value !== undefined) addOne(filter, layout, definition, value);
  }
  return filter;
}
