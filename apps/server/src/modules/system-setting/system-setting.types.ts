// Defines the words of the module: definitions, stored values and levels.
import type { systemSettingModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../kernel/module.ts';
import type { LocaleTexts, SettingUnit, SettingVisibility } from '../../kernel/settings/setting-definition.ts';
import type { ValueConstraints } from '../../kernel/settings/setting-value.ts';

/** Names the levels that are stored in the snapshot. */
export type StoredScope = 'GLOBAL' | 'TENANT';
export type Scope = StoredScope | 'USER';

/** Handlers of some operations of the module. */
export type SettingHandlers<K extends keyof ModuleHandlers<typeof systemSettingModule>> = Pick<
  ModuleHandlers<typeof systemSettingModule>,
  K
>;

export type HistoryAction =
  | 'SET'
  | 'REVERT'
  | 'EXPIRE'
  | 'IMPORT'
  | 'ROLLBACK'
  | 'DEFINE'
  | 'REDEFINE'
  | 'RETIRE'
  | 'DELETE';

/** Fields of a setting that code or an administrator defines. */
export interface DefinitionFields extends ValueConstraints {
  readonly code: string;
  readonly name: string;
  readonly nameMap: LocaleTexts;
  readonly description: string;
  readonly descriptionMap: LocaleTexts;
  readonly groupCode: string;
  readonly unit: SettingUnit;
  /** Default; null where there is none. */
  readonly defaultValue: unknown;
  readonly visibility: SettingVisibility;
  readonly tenantOverridable: boolean;
  readonly tenantEditable: boolean;
  readonly userOverridable: boolean;
  readonly reauthenticationRequired: boolean;
  readonly restartRequired: boolean;
  readonly aliasList: readonly string[];
  readonly orderNumber: number;
}

export interface Definition extends DefinitionFields {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly owner: string;
  readonly enabled: boolean;
  readonly system: boolean;
  readonly retired: boolean;
  /** Version of the program that registered it; null for definitions of people. */
  readonly registeredVersion: string | null;
  readonly registeredHash: string | null;
  readonly revision: number;
  readonly createdBy: string;
  readonly updatedBy: string;
  readonly dateCreated: Date;
  readonly dateUpdated: Date;
  readonly deleted: boolean;
}

/** Describes a row of a level; `removed` ones are tombstones. */
export interface StoredValue extends Level {
  readonly uuid: string;
  readonly version: number;
  readonly value: unknown;
  readonly sealed: string | null;
  readonly removed: boolean;
  readonly expiryDate: Date | null;
  readonly revision: number;
  readonly updatedBy: string;
  readonly dateUpdated: Date;
}

export interface SettingGroup {
  readonly code: string;
  readonly name: string;
  readonly nameMap: LocaleTexts;
  readonly orderNumber: number;
}

/** Level of a value. */
export interface Level {
  readonly code: string;
  readonly scope: StoredScope;
  readonly tenantIdentifier: string | null;
}

export const levelKey = ({ code, scope, tenantIdentifier }: Level): string =>
  `${code} ${scope} ${tenantIdentifier ?? ''}`;

/** Actor of the program's own changes. */
export const PROGRAM = 'system';

/** Names the purpose of the working key of secret values. */
export const SETTING_SEAL_PURPOSE = 'setting';

/** Owner of a sealed text, by which it cannot be opened in another row. */
export function sealOwner(code: string, scope: StoredScope, tenantIdentifier: string | null): string {
  return `${code}|${scope}|${tenantIdentifier ?? ''}`;
}
