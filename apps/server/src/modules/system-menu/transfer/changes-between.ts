// Finds what differs between two documents of one level, entry by entry.
import { isDeepStrictEqual } from 'node:util';
import type { SvcMenuImportModel, SvcMenuImportResultModel } from '@keelson/contract';

type Change = SvcMenuImportResultModel['changeList'][number];
type Listed = Pick<Change, 'targetType' | 'appName' | 'itemName'> & { readonly entry: object };

function entriesOf({ appList, itemList, authorityList, overlayList }: SvcMenuImportModel): Map<string, Listed> {
  const listed: Listed[] = [
    ...appList.map((entry) => ({ targetType: 'APP' as const, appName: entry.name, itemName: null, entry })),
    ...itemList.map((entry) => ({
      targetType: 'ITEM' as const,
      appName: entry.appName,
      itemName: entry.name,
      entry,
    })),
    ...authorityList.map((entry) => ({
      targetType: 'AUTHORITY' as const,
      appName: entry.appName,
      itemName: entry.itemName,
      entry,
    })),
    ...overlayList.map((entry) => ({
      targetType: 'OVERLAY' as const,
      appName: entry.appName,
      itemName: entry.itemName ?? null,
      entry,
    })),
  ];
  return new Map(listed.map((one) => [`${one.targetType} ${one.appName} ${one.itemName ?? ''}`, one]));
}

/** Compares an export before with one afterwards, which makes the list exact. */
export function changesBetween(before: SvcMenuImportModel, after: SvcMenuImportModel): Change[] {
  const [old, fresh] = [entriesOf(before), entriesOf(after)];
  const changes: Change[] = [];
  for (const [key, { targetType, appName, itemName, entry }] of fresh) {
    const oldValue = old.get(key)?.entry ?? null;
    if (isDeepStrictEqual(oldValue, entry)) continue;
    const action = oldValue === null ? 'CREATE' : 'UPDATE';
    changes.push({ targetType, appName, itemName, action, oldValue, newValue: entry });
  }
  for (const [key, { targetType, appName, itemName, entry }] of old) {
    if (fresh.has(key)) continue;
    changes.push({ targetType, appName, itemName, action: 'REMOVE', oldValue: entry, newValue: null });
  }
  return changes;
}

export function resultOf(changeList: readonly Change[], document: SvcMenuImportModel, dryRun: boolean) {
  const count = (action: Change['action']): number => changeList.filter((change) => change.action === action).length;
  const changed = new Set(changeList.map((one) => `${one.targetType} ${one.appName} ${one.itemName ?? ''}`));
  return {
    dryRun,
    createdCount: count('CREATE'),
    updatedCount: count('UPDATE'),
    removedCount: count('REMOVE'),
    unchangedCount: [...entriesOf(document).keys()].filter((key) => !changed.has(key)).length,
    changeList,
  };
}
