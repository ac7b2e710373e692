// Filters and orders of applications and items for administrators.
import type { MemoryOrder } from '../../../kernel/records/page-in-memory.ts';
import { foldText } from '../../../kernel/text/fold-text.ts';
import type { EffectiveApp } from '../records/effective-item.ts';
import { nameFor } from '../records/name-for.ts';

export function isOr<T>(wanted: T | null | undefined, value: T): boolean {
  return wanted == null || wanted === value;
}

/** Makes the filter: any text of a record, in any of its languages, contains the searched text. */
export function createTextFilter(searchText: string | null | undefined) {
  const wanted = searchText == null ? null : foldText(searchText);
  return (
    { name, displayName, displayNameMap, description, path }: EffectiveApp,
    more: readonly (string | null)[] = [],
  ): boolean => {
    if (wanted === null) return true;
    const texts = [name, displayName, ...Object.values(displayNameMap), description, path, ...more];
    return texts.some((text) => text !== null && foldText(text).includes(wanted));
  };
}

type MenuSortProperty = 'orderNumber' | 'name' | 'displayName' | 'path' | 'dateCreated' | 'dateUpdated';

/** Makes an order, with the number of the record as last tie-break. */
export function orderOf<T>(
  languages: readonly string[],
  recordOf: (one: T) => EffectiveApp,
): MemoryOrder<T, MenuSortProperty> {
  return {
    keys: {
      orderNumber: (one) => recordOf(one).orderNumber,
      name: (one) => recordOf(one).name,
      displayName: (one) => foldText(nameFor(recordOf(one), languages)),
      path: (one) => recordOf(one).path ?? '',
      dateCreated: (one) => Date.parse(recordOf(one).dateCreated),
      dateUpdated: (one) => Date.parse(recordOf(one).dateUpdated),
    },
    tieBreak: (one) => recordOf(one).id,
  };
}
