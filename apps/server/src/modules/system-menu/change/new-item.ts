// Reads what a request says of a menu item into the fields that are stored.
import type { SvcMenuItemModel } from '@keelson/contract';
import { type ArgumentProblem, invalid } from '../../../kernel/request/errors.ts';
import { type EffectiveItem, samePairs } from '../records/effective-item.ts';
import type { GrantPair, ItemRecord, WriteScope } from '../records/menu-record.types.ts';
import { requirePath, requireUrl } from '../records/require-path.ts';
import { changedFields, newRecord } from './changed-fields.ts';

/** Names the fields that a request may change. */
export const itemFields = [
  'name',
  'displayName',
  'displayNameMap',
  'description',
  'icon',
  'path',
  'externalUrl',
  'target',
  'orderNumber',
  'enabled',
  'visible',
  'badgeCode',
  'keywordList',
] as const;

/** Reads path and address as they are stored. */
export function readItemModel(model: SvcMenuItemModel): Record<string, unknown> {
  const { path, externalUrl } = model;
  return {
    ...model,
    ...(typeof path === 'string' ? { path: requirePath('path', path) } : {}),
    ...(typeof externalUrl === 'string' ? { externalUrl: requireUrl('externalUrl', externalUrl) } : {}),
  };
}

/** An item leads to one place at most. */
export function requireOneTarget(item: Pick<ItemRecord, 'path' | 'externalUrl'>): void {
  if (item.path === null || item.externalUrl === null) return;
  invalid({ field: 'externalUrl', code: 'NOT_ALLOWED', message: 'An item has a path or an address, not both.' });
}

/** Refuses fields that other operations write, unless they are absent or unchanged. */
export function requireUnwritten(given: SvcMenuItemModel, shown: EffectiveItem): void {
  const problems: ArgumentProblem[] = [];
  const refuse = (field: string, operation: string): void => {
    problems.push({ field, code: 'FIELD_READ_ONLY', message: `Changed by ${operation}.` });
  };
  if (given.parentUuid !== undefined && given.parentUuid !== shown.parentUuid) refuse('parentUuid', 'move');
  if (given.appNameUuid != null && given.appNameUuid !== shown.appNameUuid) refuse('appNameUuid', 'move');
  const { authorityList, matchType } = given;
  if (authorityList != null && !samePairs(authorityList as readonly GrantPair[], shown.authorityList)) {
    refuse('authorityList', 'PUT /menu-authorities');
  }
  if (matchType != null && matchType !== shown.matchType) refuse('matchType', 'PUT /menu-authorities');
  if (problems.length > 0) invalid(...problems);
}

export interface NewPlace {
  readonly appNameUuid: string;
  readonly parentUuid: string | null;
  readonly orderNumber: number;
  readonly tenantIdentifier: string | null;
}

export function newItem(given: Record<string, unknown>, at: WriteScope, uuid: string, place: NewPlace): ItemRecord {
  const fields = changedFields(given, { displayName: '', displayNameMap: {} }, itemFields, []);
  return {
    ...newRecord(at, uuid),
    externalUrl: null,
    target: '_self',
    visible: true,
    badgeCode: null,
    keywordList: [],
    ...fields,
    ...place,
  };
}
