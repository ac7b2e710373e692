// Reads values by code and type; the order of its checks says nothing to whoever may not know (system-setting page, 3.1).
import type { SvcSettingEffectiveModel, SvcSettingValuesModel, SvcSettingValuesRequestModel } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Logger } from '../../../kernel/process/log.ts';
import type { Metrics } from '../../../kernel/process/metrics.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { SettingType, SettingValue } from '../../../kernel/settings/setting-value.ts';
import { requireEntry } from '../change/value-plan.ts';
import { mayView } from '../definition/definition-query.ts';
import { toEffectiveModel } from '../shown/value.wire.ts';
import { resolveEntry, type SettingEntry } from '../snapshot/setting-entry.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import type { Definition } from '../system-setting.types.ts';
import type { UserValueService } from '../user/user-value.service.ts';
import type { ReadLimit } from './read-limit.ts';
import { createUnknownCodeLog } from './unknown-codes.ts';

export interface ReadDependencies {
  readonly snapshot: SettingSnapshot;
  readonly users: Pick<UserValueService, 'find'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly readLimit: ReadLimit;
}

export interface SingleRead {
  readonly type: Exclude<SettingType, 'SECRET'>;
  readonly code: string;
  /** Undefined: the operation knows no tenant. Empty: that of the caller. */
  readonly tenant: string | undefined;
  /** Undefined: none was given. */
  readonly fallback: SettingValue | undefined;
}

/** What is read; without a tag it is what the request itself gave. */
export interface ReadAnswer {
  readonly value: SettingValue;
  readonly etag: string | null;
}

export interface ReadService {
  single(caller: Caller | null, context: Context, read: SingleRead): Promise<ReadAnswer>;
  byCodes(caller: Caller, context: Context, model: SvcSettingValuesRequestModel): Promise<SvcSettingValuesModel>;
  publicValues(
    caller: Caller | null,
    context: Context,
    tenant: string | undefined,
  ): Promise<Record<string, SettingValue>>;
  effective(
    caller: Caller,
    asked: { readonly code: string; readonly tenant: string | undefined; readonly username: string | undefined },
  ): Promise<SvcSettingEffectiveModel>;
  /** Lets a client that wrote at another process read what it wrote. */
  catchUp(context: Context): Promise<void>;
}

/** How long a read waits for the revision that its client has seen elsewhere. */
const CATCH_UP_MS = 500;
/** Sent by writes, and sent back by their clients to other processes. */
const REVISION_HEADER = 'x-svc-setting-revision';

type Visible = SettingEntry & { readonly definition: Definition };

function isVisible(entry: SettingEntry | undefined): entry is Visible {
  return entry?.definition?.enabled === true;
}

/** Steps 3 and 4: nothing here tells whether the code exists. */
function requireAllowed(caller: Caller | null, entry: SettingEntry | undefined, tenant: string | null): void {
  if (isVisible(entry) && entry.definition.visibility === 'PUBLIC') return;
  if (caller === null) fail('AUTHENTICATION_REQUIRED');
  if (tenant !== null && tenant !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) fail('ACCESS_DENIED');
}

function tenantOf(caller: Caller | null, tenant: string | undefined): string | null {
  if (tenant === undefined) return null;
  return tenant === '' ? (caller?.tenantIdentifier ?? null) : tenant;
}

function createReadCounts({ clock, log, metrics }: Pick<ReadDependencies, 'clock' | 'log' | 'metrics'>) {
  const tellUnknown = createUnknownCodeLog(clock, log);
  const read = { name: 'setting_reads_total', help: 'Values read over HTTP.', labelNames: ['type', 'source'] };
  const reads = metrics.counter(read);
  const unknown = metrics.counter({ name: 'setting_unknown_total', help: 'Reads of codes that do not exist.' });
  const mismatches = metrics.counter({ name: 'setting_type_mismatch_total', help: 'Reads by another type.' });
  return {
    read: (type: SettingType, source: string) => reads.inc({ type, source }),
    unknown(code: string): void {
      unknown.inc();
      tellUnknown(code);
    },
    mismatch: () => mismatches.inc(),
  };
}

type ReadCounts = ReturnType<typeof createReadCounts>;

function createSingleRead(
  { snapshot, readLimit }: ReadDependencies,
  counts: ReadCounts,
  catchUp: ReadService['catchUp'],
): ReadService['single'] {
  const { index } = snapshot;
  const requireType = (code: string, expected: SettingType, actual: SettingType): void => {
    if (expected === actual) return;
    counts.mismatch();
    const mismatch = { code, expected, actual };
    fail('SETTING_TYPE_MISMATCH', { parameters: mismatch, errorArguments: [mismatch] });
  };
  return async (caller, context, { type, code, tenant: askedTenant, fallback }) => {
    if (caller === null) readLimit.take(context.remoteAddress);
    if (context.header(REVISION_HEADER) !== null) await catchUp(context);
    const tenant = tenantOf(caller, askedTenant);
    const entry = index.find(code);
    requireAllowed(caller, entry, tenant);
    if (!isVisible(entry)) {
      counts.unknown(code);
      if (fallback === undefined) fail('SETTING_NOT_FOUND');
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
    const noValue = { field: 'path.code', code: 'NO_VALUE' };
    if (fallback === undefined) fail('SETTING_NOT_FOUND', { errorArguments: [noValue] });
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

export function createReadService(deps: ReadDependencies): ReadService {
  const { snapshot, users, readLimit } = deps;
  const { index } = snapshot;
  const counts = createReadCounts(deps);
  const catchUp = async (context: Context): Promise<void> => {
    const wanted = Number(context.header(REVISION_HEADER) ?? 0);
    if (wanted > snapshot.revision) await snapshot.waitForRevision(wanted, CATCH_UP_MS);
  };

  return {
    catchUp,
    single: createSingleRead(deps, counts, catchUp),
    async byCodes(caller, context, model) {
      await catchUp(context);
      return readByCodes(snapshot, counts, caller, model);
    },
    async publicValues(caller, context, asked) {
      if (caller === null) readLimit.take(context.remoteAddress);
      await catchUp(context);
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
    async effective(caller, { code, tenant: asked, username }) {
      const tenantIdentifier = tenantOf(caller, asked ?? '');
      if (tenantIdentifier !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) fail('ACCESS_DENIED');
      const entry = requireEntry(index, code);
      const asksUser = username !== undefined && entry.definition.userOverridable && tenantIdentifier !== null;
      const user = asksUser ? await users.find(entry.definition, tenantIdentifier, username) : null;
      return toEffectiveModel(entry, { tenantIdentifier, user, revision: snapshot.revision });
    },
  };
}
