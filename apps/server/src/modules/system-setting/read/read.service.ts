// Reads values by code and type; the order of its checks reveals nothing to unauthorised callers.
import type { SvcSettingEffectiveModel, SvcSettingValuesModel, SvcSettingValuesRequestModel } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Logger } from '../../../kernel/process/logger.ts';
import type { Metrics } from '../../../kernel/process/metrics.ts';
import type { Act, PublicAct } from '../../../kernel/records/act.ts';
import type { Revisioned } from '../../../kernel/records/revisioned.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail, failAuthority } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { SettingType, SettingValue } from '../../../kernel/settings/setting-value.ts';
import { requireEntry } from '../change/value-plan.ts';
import { failNoSetting } from '../shown/no-setting.ts';
import { mayView } from '../shown/reach.ts';
import { toEffectiveModel } from '../shown/value.wire.ts';
import { type KnownEntry, resolveEntry, type SettingEntry } from '../snapshot/setting-entry.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import type { UserFeature } from '../user/feature.ts';
import type { ReadLimit } from './read-limit.ts';
import { createUnknownCodeLog } from './unknown-codes.ts';

interface ReadGround {
  readonly snapshot: SettingSnapshot;
  readonly users: Pick<UserFeature['api'], 'find'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly readLimit: ReadLimit;
  readonly revisioned: Pick<Revisioned, 'catchUp'>;
}

export interface SingleRead {
  readonly type: Exclude<SettingType, 'SECRET'>;
  readonly code: string;
  /** Undefined where the operation knows no tenant, empty for that of the caller. */
  readonly tenant: string | undefined;
  /** Undefined where none was given. */
  readonly fallback: SettingValue | undefined;
}

/** Result of a read; without a tag it is the request's own default. */
export interface ReadAnswer {
  readonly value: SettingValue;
  readonly etag: string | null;
}

/** The act of an operation that takes callers and anybody else. */
/** Problem of a setting that exists and has no value, unlike one that does not exist. */
const NO_VALUE = { field: 'path.code', code: 'NO_VALUE' } as const;

type ReadAct = Pick<PublicAct, 'caller' | 'context'>;

function isVisible(entry: SettingEntry | undefined): entry is KnownEntry {
  return entry?.definition?.enabled === true;
}

/** Checks steps 3 and 4, without revealing whether the code exists. */
function requireAllowed(caller: Caller | null, entry: SettingEntry | undefined, tenant: string | null): void {
  if (isVisible(entry) && entry.definition.visibility === 'PUBLIC') return;
  if (caller === null) fail('AUTHENTICATION_REQUIRED');
  if (tenant !== null && tenant !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) failAuthority('TENANT_ALL');
}

function tenantOf(caller: Caller | null, tenant: string | undefined): string | null {
  if (tenant === undefined) return null;
  return tenant === '' ? (caller?.tenantIdentifier ?? null) : tenant;
}

function createReadCounts({ clock, log, metrics }: Pick<ReadGround, 'clock' | 'log' | 'metrics'>) {
  const logUnknown = createUnknownCodeLog(clock, log);
  const read = { name: 'setting_reads_total', help: 'Values read over HTTP.', labelNames: ['type', 'source'] };
  const reads = metrics.counter(read);
  const unknown = metrics.counter({ name: 'setting_unknown_total', help: 'Reads of codes that do not exist.' });
  const mismatches = metrics.counter({ name: 'setting_type_mismatch_total', help: 'Reads by another type.' });
  return {
    read: (type: SettingType, source: string) => reads.inc({ type, source }),
    unknown(code: string): void {
      unknown.inc();
      logUnknown(code);
    },
    mismatch: () => mismatches.inc(),
  };
}

type ReadCounts = ReturnType<typeof createReadCounts>;

function createSingleRead({ snapshot, readLimit, revisioned }: ReadGround, counts: ReadCounts) {
  const { index } = snapshot;
  const requireType = (code: string, expected: SettingType, actual: SettingType): void => {
    if (expected === actual) return;
    counts.mismatch();
    const mismatch = { code, expected, actual };
    fail('SETTING_TYPE_MISMATCH', { parameters: mismatch, errorArguments: [mismatch] });
  };
  return async (act: ReadAct, { type, code, tenant: askedTenant, fallback }: SingleRead): Promise<ReadAnswer> => {
    const { caller } = act;
    if (caller === null) readLimit.take(act.context.remoteAddress);
    // Most reads wait for nothing, and are answered in one turn of the event loop.
    const behind = revisioned.catchUp(act);
    if (behind !== undefined) await behind;
    const tenant = tenantOf(caller, askedTenant);
    const entry = index.find(code);
    requireAllowed(caller, entry, tenant);
    if (!isVisible(entry)) {
      counts.unknown(code);
      if (fallback === undefined) failNoSetting(index, code, caller);
      return { value: fallback, etag: null };
    }
    const { definition } = entry;
    if (caller !== null && !mayView(caller, definition)) fail('ACCESS_DENIED');
    requireType(code, type, definition.type);
    const { value, source, tag } = resolveEntry(entry, tenant);
    counts.read(type, source);
    if (value !== undefined) {
      return { value, etag: `"${definition.code}.${tenant ?? ''}.${definition.revision}.${tag}"` };
    }
    if (fallback === undefined) failNotFound('SETTING_NOT_FOUND', { setting: code, ...NO_VALUE });
    return { value: fallback, etag: null };
  };
}

function readByCodes(
  { index, revision }: SettingSnapshot,
  counts: ReadCounts,
  caller: Caller,
  { codeList, tenant: asked }: SvcSettingValuesRequestModel,
): SvcSettingValuesModel {
  const tenant = asked ?? caller.tenantIdentifier;
  const foreign = tenant !== caller.tenantIdentifier && !caller.holds('TENANT_ALL');
  const valueMap: Record<string, SettingValue> = Object.create(null);
  const missingList: string[] = [];
  const deniedList: string[] = [];
  for (const code of new Set(codeList)) {
    const entry = index.find(code);
    const known = isVisible(entry) ? entry : null;
    if (foreign && known?.definition.visibility !== 'PUBLIC') deniedList.push(code);
    else if (known === null) {
      counts.unknown(code);
      missingList.push(code);
    } else if (!mayView(caller, known.definition) || known.definition.type === 'SECRET') deniedList.push(code);
    else {
      const { value, source } = resolveEntry(known, tenant);
      counts.read(known.definition.type, source);
      if (value === undefined) missingList.push(code);
      else valueMap[code] = value;
    }
  }
  return { valueMap, missingList, deniedList, revision };
}

export function createReadService(ground: ReadGround) {
  const { snapshot, users, readLimit, revisioned } = ground;
  const { index } = snapshot;
  const counts = createReadCounts(ground);

  return {
    single: createSingleRead(ground, counts),
    async byCodes(act: Act, model: SvcSettingValuesRequestModel): Promise<SvcSettingValuesModel> {
      await revisioned.catchUp(act);
      return readByCodes(snapshot, counts, act.caller, model);
    },
    async publicValues(act: ReadAct, asked: string | undefined): Promise<Record<string, SettingValue>> {
      const { caller } = act;
      if (caller === null) readLimit.take(act.context.remoteAddress);
      await revisioned.catchUp(act);
      const tenant = tenantOf(caller, asked ?? '');
      const values: Record<string, SettingValue> = Object.create(null);
      for (const entry of index.all()) {
        if (!isVisible(entry) || entry.definition.visibility !== 'PUBLIC') continue;
        const { value, source } = resolveEntry(entry, tenant);
        counts.read(entry.definition.type, source);
        if (value !== undefined) values[entry.code] = value;
      }
      return values;
    },
    async effective(
      { caller }: Act,
      asked: { readonly code: string; readonly tenant: string | undefined; readonly username: string | undefined },
    ): Promise<SvcSettingEffectiveModel> {
      const { code, username } = asked;
      const tenantIdentifier = tenantOf(caller, asked.tenant ?? '');
      if (tenantIdentifier !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) failAuthority('TENANT_ALL');
      const entry = requireEntry(index, code, caller);
      const asksUser = username !== undefined && entry.definition.userOverridable && tenantIdentifier !== null;
      const user = asksUser ? await users.find(entry.definition, tenantIdentifier, username) : null;
      return toEffectiveModel(entry, { tenantIdentifier, user, revision: snapshot.revision });
    },
  };
}
