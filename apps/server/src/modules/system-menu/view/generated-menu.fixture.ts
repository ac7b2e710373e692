// Generates menus by fast-check: items up to eight levels deep with conditions, and what somebody holds.
import fc from 'fast-check';
import type { Grants } from '../records/condition.ts';
import { emptyMenu, mergeRows } from '../records/menu-data.ts';
import type { AppRecord, GrantPair, ItemRecord } from '../records/menu-record.types.ts';
import { compileView, type MenuView } from './menu-view.ts';

const roles = ['ROLE_A', 'ROLE_B'];
const authorities = ['READ', 'WRITE', 'DELETE'];
const APP = 'app';

const record = {
  id: 1,
  version: 1,
  tenantIdentifier: null,
  displayNameMap: {},
  description: null,
  icon: null,
  system: false,
  retired: false,
  registeredVersion: null,
  registeredHash: null,
  createdBy: 't',
  updatedBy: 't',
  dateCreated: '2026-01-01T00:00:00Z',
  dateUpdated: '2026-01-01T00:00:00Z',
  deleted: false,
  deletedDate: null,
} as const;

export const pair: fc.Arbitrary<GrantPair> = fc
  .record({ role: fc.option(fc.constantFrom(...roles)), authority: fc.option(fc.constantFrom(...authorities)) })
  .filter(({ role, authority }) => role !== null || authority !== null);

export interface Part {
  readonly disabled: boolean;
  readonly hidden: boolean;
  readonly authorityList: readonly GrantPair[];
  readonly matchType: 'ANY' | 'ALL';
  /** Leads to a page, or to an address elsewhere. */
  readonly path: string | null;
  /** Says which of the items before it, if any, it stands below. */
  readonly parent: number;
  readonly orderNumber: number;
}

export const part: fc.Arbitrary<Part> = fc.record({
  disabled: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
  hidden: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
  authorityList: fc.oneof(fc.constant([]), fc.array(pair, { maxLength: 3 })),
  matchType: fc.constantFrom('ANY' as const, 'ALL' as const),
  path: fc.option(fc.constantFrom('/a', '/b', 'https://elsewhere.example')),
  parent: fc.integer({ min: -2, max: 30 }),
  orderNumber: fc.integer({ min: 0, max: 3 }),
});

const DEPTH_MAX = 8;

export function itemsOf(parts: readonly Part[]): ItemRecord[] {
  const items: ItemRecord[] = [];
  const depths: number[] = [];
  for (const [index, one] of parts.entries()) {
    const isPage = one.path?.startsWith('/') === true;
    const parent = one.parent >= 0 && one.parent < index && depths[one.parent]! < DEPTH_MAX ? one.parent : -1;
    depths.push(parent < 0 ? 1 : depths[parent]! + 1);
    items.push({
      ...record,
      uuid: `i${index}`,
      name: `n${index}`,
      displayName: `N${index}`,
      appNameUuid: APP,
      parentUuid: parent < 0 ? null : `i${parent}`,
      externalUrl: isPage ? null : one.path,
      target: '_self',
      badgeCode: null,
      keywordList: [],
      orderNumber: one.orderNumber,
      enabled: !one.disabled,
      visible: !one.hidden,
      authorityList: one.authorityList,
      matchType: one.matchType,
      path: isPage ? one.path : null,
    });
  }
  return items;
}

export function menuOf(items: readonly ItemRecord[], app: Partial<AppRecord> = {}): MenuView {
  const application: AppRecord = {
    ...record,
    uuid: APP,
    name: 'app',
    displayName: 'App',
    path: null,
    orderNumber: 1,
    enabled: true,
    authorityList: [],
    matchType: 'ANY',
    ...app,
  };
  return compileView(mergeRows(emptyMenu, { apps: [application], items }, 1), 'default');
}

export const held = fc.subarray(roles.flatMap((role) => authorities.map((authority) => ({ role, authority }))));

export function grantsOf(pairs: readonly { readonly role: string; readonly authority: string }[]): Grants {
  return {
    roles: new Set(pairs.map(({ role }) => role)),
    authorities: new Set(pairs.map(({ authority }) => authority)),
    grants: new Set(pairs.map(({ role, authority }) => `${role} ${authority}`)),
  };
}
