// Decides which flags a caller sees, and their values.
import type { Caller } from '../../../kernel/request/caller.ts';
import type { SettingValue } from '../../../kernel/settings/setting-value.ts';
import { type KnownEntry, type Resolved, resolveEntry } from '../snapshot/setting-entry.ts';
import type { Definition } from '../system-setting.types.ts';

/** Common properties of callers who see the same flags, except for values of users. */
export interface FlagView {
  readonly tenantIdentifier: string | null;
  /** Highest visibility of the settings that are seen. */
  readonly reach: 'PUBLIC' | 'SESSION' | 'RESTRICTED';
}

export interface Flag {
  readonly key: string;
  /** Value; absent where the default of the code holds. */
  readonly value?: SettingValue;
  readonly reason: 'STATIC' | 'TARGETING_MATCH' | 'DISABLED' | 'UNKNOWN';
  readonly variant?: string;
  readonly metadata: Readonly<Record<'type' | 'unit', string> & Record<'revision', number>>;
}

/** Says whether the caller sees only PUBLIC settings of this tenant. */
export function isForeign(caller: Caller | null, tenantIdentifier: string | null): boolean {
  return tenantIdentifier !== caller?.tenantIdentifier && caller?.holds('TENANT_ALL') !== true;
}

export function viewOf(caller: Caller | null, tenantIdentifier: string | null): FlagView {
  if (caller === null || isForeign(caller, tenantIdentifier)) return { tenantIdentifier, reach: 'PUBLIC' };
  return { tenantIdentifier, reach: caller.holds('SETTING_VIEW') ? 'RESTRICTED' : 'SESSION' };
}

export function sees({ reach }: Pick<FlagView, 'reach'>, { type, visibility }: Definition): boolean {
  if (type === 'SECRET') return false;
  return visibility === 'PUBLIC' || reach === 'RESTRICTED' || visibility === reach;
}

function reasonOf(source: Resolved['source'] | 'USER'): Flag['reason'] {
  return source === 'TENANT' || source === 'USER' ? 'TARGETING_MATCH' : 'STATIC';
}

export interface FlagAsked {
  readonly view: FlagView;
  readonly userValues: ReadonlyMap<string, SettingValue>;
  /** The newest revision of the view. */
  readonly revision: number;
}

/** Makes a flag; `key` is the code or the alias that was asked for. */
export function toFlag(entry: KnownEntry, key: string, { view, userValues, revision }: FlagAsked): Flag {
  const { type, unit, enabled, userOverridable, code } = entry.definition;
  const metadata = { type, unit, revision };
  if (!enabled) return { key, reason: 'DISABLED', metadata };
  const resolved = resolveEntry(entry, view.tenantIdentifier);
  const own = userOverridable && resolved.source !== 'PINNED' ? userValues.get(code) : undefined;
  const source = own === undefined ? resolved.source : 'USER';
  const value = own ?? resolved.value;
  if (value === undefined) return { key, reason: 'UNKNOWN', metadata };
  return { key, value, reason: reasonOf(source), variant: source.toLowerCase(), metadata };
}
