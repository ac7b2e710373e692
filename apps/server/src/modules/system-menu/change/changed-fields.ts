// Finds what a request changes of a record: fields that are given and differ from what its sender was shown.
import { isDeepStrictEqual } from 'node:util';
import type { SvcMenuGrantModel } from '@keelson/contract';
import { type ArgumentProblem, invalid } from '../../../kernel/request/errors.ts';
import { samePairs } from '../records/effective-item.ts';
import type { AppRecord, GrantPair, ItemRecord, WriteScope } from '../records/menu-record.types.ts';
import { renamed } from '../records/name-for.ts';

/** Fields without a value of their own fall back to this when null clears them. */
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
 * The form shows the name in its reader's language: sent back it is no change, another one is the name in that language.
 * Whoever sends other names by locale means by `displayName` the one without a locale.
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

/** `names` are those that this kind of record has and a request may change. */
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
  // The contract has checked each of them, and `names` are fields of the record.
  return changed as Partial<ItemRecord>;
}

/** Gives the fields with which every record begins; what the request gives and the place of the record come over them. */
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
