// Proves that what a table counts as it goes is what is in it.
import { expect, it } from 'vitest';
import type { Definition, StoredValue } from '../system-setting.types.ts';
import { createEntryTable, type EntryTable, putRows } from './entry-table.ts';

const definition = (code: string, maxValue: number, more: Partial<Definition> = {}): Definition =>
  ({
    code,
    type: 'NUMBER',
    minValue: null,
    maxValue,
    pattern: null,
    allowedValueList: null,
    aliasList: [],
    deleted: false,
    defaultValue: 1,
    tenantOverridable: true,
    ...more,
  }) as Definition;

const value = (code: string, tenantIdentifier: string | null, stored: number, removed = false): StoredValue =>
  ({
    code,
    tenantIdentifier,
    scope: tenantIdentifier === null ? 'GLOBAL' : 'TENANT',
    value: stored,
    sealed: null,
    removed,
    expiryDate: null,
    version: 1,
    revision: 1,
  }) as StoredValue;

function countsOf({ entries, valueCount, byteCount, invalidCount }: EntryTable) {
  const all = [...entries.values()].flatMap(({ global, tenants }) => [
    ...(global ? [global] : []),
    ...tenants.values(),
  ]);
  return {
    told: [valueCount, byteCount, invalidCount],
    there: [
      all.length,
      all.reduce((sum, one) => sum + JSON.stringify(one.value).length, 0),
      all.filter(({ invalid }) => invalid).length,
    ],
  };
}

it('values, their bytes and those that do not fit are counted right through changes, removals and renames', () => {
  const table = createEntryTable();
  const put = (definitions: Definition[], values: StoredValue[], expected: readonly number[]): void => {
    putRows(table, { definitions, values, groups: [] }, () => null);
    const { told, there } = countsOf(table);
    expect(told).toEqual(there);
    expect(told).toEqual(expected);
  };
  put([definition('a', 10)], [value('a', null, 5), value('a', 'north', 11), value('b', null, 7)], [3, 4, 1]);
  put([definition('a', 4)], [], [3, 4, 2]);
  put([], [value('a', 'north', 3)], [3, 3, 1]);
  put([], [value('a', null, 5, true)], [2, 2, 0]);
  put([definition('b', 6)], [], [2, 2, 1]);
  put([definition('c', 9, { aliasList: ['b'] })], [value('c', null, 7)], [2, 2, 0]);
  put([definition('a', 4, { deleted: true })], [value('a', 'north', 3, true)], [1, 1, 0]);
});
