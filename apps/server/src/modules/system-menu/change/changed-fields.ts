// Finds the fields of a request that change a record: given ones that differ from those shown to the sender.
import { isDeepStrictEqual } from 'node:util';
import type { SvcMenuGrantModel } from '@keelson/contract';
import { type ArgumentProblem, invalid } from '../../../kernel/request/errors.ts';
import { samePairs } from '../records/effective-item.ts';
import type { AppRecord, GrantPair, ItemRecord, WriteScope } from '../records/menu-record.types.ts';
import { renamed } from '../records/name-for.ts';

/** Values to which fields without a default of their own fall back when null clears them. */
const cleared: Readonly<Record<string, unknown>> = {
  displayNameMap: {},
  orderNumber: 1_000,
  enabled: true,
  visible: true,
  target: '_self',
  authorityList: [],
  matchType: 'ANY',
  keywordList: [],
};
const neverNull = new Set(['name', 'displayName']);

/** Keeps each pair once. */
export function distinctPairs(pairs: readonly SvcMenuGrantModel[]): readonly GrantPair[] {
  const distinct = pairs.map(({ role = null, authority = null }): [string, GrantPair] => [
    `${role ?? ''} ${authority ?? ''}`,
    { role, authority },
  ]);
  return [...new Map(distinct).values()];
}

interface Shown {
  readonly displayName: string;
  readonly displayNameMap: Readonly<Record<string, string>>;
}

/**
 * Answers the changed name. One sent back as it was shown in the reader's language is no change; another one is the
 * name in that language. With names by locale in the request, `displayName` is the one without a locale.
 */
function newName(
  { displayNameMap }: Readonly<Record<string, unknown>>,
  shown: Shown,
  name: string,
  languages: readonly string[],
): Partial<Shown> | null {
  const change = renamed(shown, name, languages);
  const sameMap = displayNameMap === undefined || isDeepStrictEqual(displayNameMap, shown.displayNameMap);
  return change === null || sameMap ? change : { displayName: name };
}

/** Answers the changed fields; `names` are those that the kind of record has and a request may change. */
export function changedFields(
  given: Readonly<Record<string, unknown>>,
  shown: Shown,
  names: readonly string[],
  languages: readonly string[],
): Partial<ItemRecord> {
  const current = shown as Shown & Readonly<Record<string, unknown>>;
  const changed: Record<string, unknown> = {};
  const problems: ArgumentProblem[] = [];
  for (const name of names) {
    const sent = given[name];
    if (sent === undefined) continue;
    if (sent === null && neverNull.has(name)) {
      problems.push({ field: name, code: 'REQUIRED', message: 'Cannot be cleared.' });
      continue;
    }
    const value = sent === null ? (cleared[name] ?? null) : sent;
    if (name === 'displayName') {
      Object.assign(changed, newName(given, shown, value as string, languages));
      continue;
    }
    const same =
      name === 'authorityList'
        ? samePairs(value as readonly GrantPair[], (current[name] ?? []) as readonly GrantPair[])
        : isDeepStrictEqual(value, current[name]);
    if (!same) changed[name] = value;
  }
  if (problems.length > 0) invalid(...problems);
  // The contract has checked each field, and `names` are fields of the record.
  return changed as Partial<ItemRecord>;
}

/** Makes the fields of every new record; those of the request and its place override them. */
export function newRecord(
  { username, now }: WriteScope,
  uuid: string,
): Omit<AppRecord, 'tenantIdentifier' | 'orderNumber'> {
  return {
    id: 0,
    uuid,
    version: 1,
    name: '',
    displayName: '',
    displayNameMap: {},
    description: null,
    icon: null,
    path: null,
    enabled: true,
    authorityList: [],
    matchType: 'ANY',
    system: false,
    retired: false,
    registeredVersion: null,
    registeredHash: null,
    createdBy: username,
    updatedBy: username,
    dateCreated: now,
    dateUpdated: now,
    deleted: false,
    deletedDate: null,
  };
}
