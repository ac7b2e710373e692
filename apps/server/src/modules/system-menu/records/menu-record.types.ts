// Declares the menu's records, as stored and as held in memory.
import type { MenuMatchType, MenuScope } from '@keelson/contract';

/** A pair of role and authority, one of which may be null, which then counts for nothing. */
export interface GrantPair {
  readonly role: string | null;
  readonly authority: string | null;
}

interface StoredRecord {
  /** 0 until it is stored. */
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  /** Null where all tenants share the record. */
  readonly tenantIdentifier: string | null;
  readonly updatedBy: string;
  /** Written as in ISO 8601. */
  readonly dateUpdated: string;
}

interface MenuRecord extends StoredRecord {
  readonly name: string;
  readonly displayName: string;
  readonly displayNameMap: Readonly<Record<string, string>>;
  readonly description: string | null;
  readonly icon: string | null;
  readonly path: string | null;
  readonly orderNumber: number;
  readonly enabled: boolean;
  /** Pairs to be held; of an item those that its module requires. */
  readonly authorityList: readonly GrantPair[];
  readonly matchType: MenuMatchType;
  /** True where a module registered it. */
  readonly system: boolean;
  /** True where it was registered and is no longer in the code. */
  readonly retired: boolean;
  readonly registeredVersion: string | null;
  readonly registeredHash: string | null;
  readonly createdBy: string;
  readonly dateCreated: string;
  readonly deleted: boolean;
  readonly deletedDate: string | null;
}

export type AppRecord = MenuRecord;

export interface ItemRecord extends MenuRecord {
  readonly appNameUuid: string;
  readonly parentUuid: string | null;
  readonly externalUrl: string | null;
  readonly target: '_self' | '_blank';
  readonly visible: boolean;
  readonly badgeCode: string | null;
  readonly keywordList: readonly string[];
}

export interface AuthorityRecord extends StoredRecord {
  readonly menuItemUuid: string;
  readonly authorityList: readonly GrantPair[];
  readonly matchType: MenuMatchType;
  /** True where the record is kept for its version alone. */
  readonly removed: boolean;
}

/** Changed fields only; null where null was set. */
export interface OverlayFields {
  readonly displayName?: string;
  readonly displayNameMap?: Readonly<Record<string, string>>;
  readonly description?: string | null;
  readonly icon?: string | null;
  readonly orderNumber?: number;
  readonly enabled?: boolean;
  readonly visible?: boolean;
  readonly authorityList?: readonly GrantPair[];
  readonly matchType?: MenuMatchType;
}

export interface OverlayRecord extends StoredRecord {
  readonly targetType: 'APP' | 'ITEM';
  readonly targetUuid: string;
  readonly fields: OverlayFields;
}

/** Holds records as one change, one load or all of them. */
export interface MenuRows {
  readonly apps?: readonly AppRecord[];
  readonly items?: readonly ItemRecord[];
  readonly authorities?: readonly AuthorityRecord[];
  readonly overlays?: readonly OverlayRecord[];
}

/** Tenant of a view of the menu, or null for the shared one. */
export type ViewTenant = string | null;

/** Author and level of a change. */
export interface WriteScope {
  readonly scope: MenuScope;
  readonly tenant: ViewTenant;
  readonly username: string;
  /** Written as in ISO 8601. */
  readonly now: string;
}

/** Request to enable or disable a record. */
export interface Switching {
  readonly uuid: string;
  readonly enabled: boolean;
  readonly scope: MenuScope | undefined;
}

/** Request to delete a record. */
export interface Deletion {
  readonly uuid: string;
  readonly version: number;
  readonly cascade?: boolean | undefined;
  readonly scope?: MenuScope | undefined;
}
