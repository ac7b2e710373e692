// Holds one code in memory: its definition, the values of its levels, and the effective one.
import type { SecretValue } from '../../../kernel/secrets/secret-value.ts';
import type { SettingValue } from '../../../kernel/settings/setting-value.ts';
import type { Definition, StoredValue } from '../system-setting.types.ts';

export interface LiveValue extends StoredValue {
  /** Value for readers; undefined where it no longer fits the definition, or is a secret. */
  readonly usable: SettingValue | undefined;
  readonly secret: SecretValue | undefined;
  readonly invalid: boolean;
}

/** Describes a value of the settings file. */
export interface Pin {
  readonly value: SettingValue | undefined;
  readonly secret: SecretValue | undefined;
  /** Hash of the value, since a pin has no revision. */
  readonly hash: string;
}

export interface SettingEntry {
  readonly code: string;
  definition: Definition | null;
  global: LiveValue | null;
  readonly tenants: Map<string, LiveValue>;
  pin: Pin | null;
  readonly tenantPins: Map<string, Pin>;
  /** Value for handles, which fits this process's definition, too. */
  handleGlobal: SettingValue | undefined;
  readonly handleTenants: Map<string, SettingValue>;
  /** Values from the start of this process, of a setting that needs a restart; the empty text is the global level. */
  atStart: ReadonlyMap<string, SettingValue | undefined> | null;
}

/** An entry that readers may see. */
export type KnownEntry = SettingEntry & { readonly definition: Definition };

export function createEntry(code: string): SettingEntry {
  return {
    code,
    definition: null,
    global: null,
    tenants: new Map(),
    pin: null,
    tenantPins: new Map(),
    handleGlobal: undefined,
    handleTenants: new Map(),
    atStart: null,
  };
}

/** Level of an effective value. */
export type ValueSource = 'PINNED' | 'TENANT' | 'GLOBAL' | 'DEFAULT' | 'NONE';

export interface Resolved {
  readonly source: ValueSource;
  readonly value: SettingValue | undefined;
  readonly secret: SecretValue | undefined;
  /** The stored value that is in effect. */
  readonly live: LiveValue | null;
  /** Tag of the effective value: equal tags, equal values. */
  readonly tag: string;
}

function isSet({ usable, secret }: LiveValue): boolean {
  return usable !== undefined || secret !== undefined;
}

function ofLive(source: ValueSource, live: LiveValue): Resolved {
  return { source, value: live.usable, secret: live.secret, live, tag: `${source}-${live.revision}` };
}

/** Answers the effective value of an entry with a definition: pinned, tenant, global, default; null for all tenants. */
export function resolveEntry(entry: SettingEntry, tenantIdentifier: string | null): Resolved {
  const definition = entry.definition!;
  const pin = (tenantIdentifier === null ? undefined : entry.tenantPins.get(tenantIdentifier)) ?? entry.pin;
  if (pin !== null) {
    return { source: 'PINNED', value: pin.value, secret: pin.secret, live: null, tag: `PINNED-${pin.hash}` };
  }
  const own =
    tenantIdentifier === null || !definition.tenantOverridable ? undefined : entry.tenants.get(tenantIdentifier);
  if (own !== undefined && isSet(own)) return ofLive('TENANT', own);
  if (entry.global !== null && isSet(entry.global)) return ofLive('GLOBAL', entry.global);
  const given = definition.defaultValue;
  const source = given === null ? 'NONE' : 'DEFAULT';
  return {
    source,
    secret: undefined,
    live: null,
    tag: source,
    value: given === null ? undefined : (given as SettingValue),
  };
}
