// Shows stored and effective values in the shapes of the interface.
import type { SvcSettingEffectiveModel, SvcSettingValueModel } from '@keelson/contract';
import { SECRET_MASK, type SettingValue } from '../../../kernel/settings/setting-value.ts';
import { type LiveValue, type Resolved, resolveEntry, type SettingEntry } from '../snapshot/setting-entry.ts';
import type { SettingIndex } from '../snapshot/setting-index.ts';
import type { Definition, Level, StoredValue } from '../system-setting.types.ts';

function shownValue({ value, sealed, removed }: Pick<StoredValue, 'value' | 'sealed' | 'removed'>): unknown {
  if (removed) return null;
  return sealed === null ? value : SECRET_MASK;
}

/** Makes the model; `invalid` is as in memory. */
export function toValueModel(level: Level, stored: StoredValue | null, invalid: boolean): SvcSettingValueModel {
  const { code, scope, tenantIdentifier } = level;
  const place = { code, scope, tenantIdentifier, username: null };
  if (stored === null) {
    return {
      ...place,
      uuid: null,
      value: null,
      version: 0,
      revision: 0,
      expiryDate: null,
      invalid: false,
      dateUpdated: null,
      updatedBy: null,
    };
  }
  const { uuid, version, revision, expiryDate, dateUpdated, updatedBy } = stored;
  return {
    ...place,
    uuid,
    value: shownValue(stored),
    version,
    revision,
    invalid,
    updatedBy,
    expiryDate: expiryDate?.toISOString() ?? null,
    dateUpdated: dateUpdated.toISOString(),
  };
}

/** Makes the model after a write, from memory. */
export function toWrittenModel(
  index: Pick<SettingIndex, 'entry'>,
  level: Level,
  stored: StoredValue | null,
): SvcSettingValueModel {
  const { code, tenantIdentifier } = level;
  const entry = index.entry(code);
  const live = tenantIdentifier === null ? entry?.global : entry?.tenants.get(tenantIdentifier);
  return toValueModel(level, stored, live?.invalid ?? false);
}

/** Answers an effective value as a reader gets it; secrets are masked. */
export function shownResolved({ value, secret }: Resolved): unknown {
  if (secret !== undefined) return SECRET_MASK;
  return value ?? null;
}

type ChainLink = SvcSettingEffectiveModel['chain'][number];

const blank = { version: null, updatedBy: null, dateUpdated: null, expiryDate: null, invalid: false } as const;

function linkOf(level: ChainLink['level'], live: LiveValue): ChainLink {
  const { version, updatedBy, dateUpdated, expiryDate, invalid } = live;
  return {
    level,
    value: shownValue(live),
    version,
    updatedBy,
    invalid,
    dateUpdated: dateUpdated.toISOString(),
    expiryDate: expiryDate?.toISOString() ?? null,
  };
}

export interface UserValue {
  readonly value: SettingValue;
  readonly version: number;
  readonly dateUpdated: Date;
  readonly username: string;
}

/** Lists levels with a value, the one that counts most first. */
function chainOf(entry: SettingEntry, definition: Definition, tenantIdentifier: string | null, user: UserValue | null) {
  const chain: ChainLink[] = [];
  const pin = (tenantIdentifier === null ? undefined : entry.tenantPins.get(tenantIdentifier)) ?? entry.pin;
  if (pin !== null)
    chain.push({ ...blank, level: 'PINNED', value: pin.secret === undefined ? pin.value : SECRET_MASK });
  if (user !== null) {
    const { value, version, username, dateUpdated } = user;
    chain.push({
      ...blank,
      level: 'USER',
      value,
      version,
      updatedBy: username,
      dateUpdated: dateUpdated.toISOString(),
    });
  }
  const own = tenantIdentifier === null ? undefined : entry.tenants.get(tenantIdentifier);
  if (own !== undefined && definition.tenantOverridable) chain.push(linkOf('TENANT', own));
  if (entry.global !== null) chain.push(linkOf('GLOBAL', entry.global));
  if (definition.defaultValue !== null) chain.push({ ...blank, level: 'DEFAULT', value: definition.defaultValue });
  return chain;
}

export function toEffectiveModel(
  entry: SettingEntry,
  asked: { readonly tenantIdentifier: string | null; readonly user: UserValue | null; readonly revision: number },
): SvcSettingEffectiveModel {
  const definition = entry.definition!;
  const { tenantIdentifier, user, revision } = asked;
  const resolved = resolveEntry(entry, tenantIdentifier);
  const userHolds = user !== null && resolved.source !== 'PINNED';
  return {
    code: definition.code,
    type: definition.type,
    unit: definition.unit,
    revision,
    value: userHolds ? user.value : shownResolved(resolved),
    source: userHolds ? 'USER' : resolved.source,
    chain: chainOf(entry, definition, tenantIdentifier, user),
  };
}
