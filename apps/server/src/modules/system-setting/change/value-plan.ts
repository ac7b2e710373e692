// Checks a write against memory: authority, level, and whether the value fits.
import type { SvcSettingValuePersistModel } from '@keelson/contract';
import { DAY_MS } from '@keelson/time-zone/units';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail, failAuthority, invalid } from '../../../kernel/request/errors.ts';
import { asListed, findValueProblem, type ValueProblem } from '../../../kernel/settings/setting-value.ts';
import { failNoSetting } from '../shown/no-setting.ts';
import type { KnownEntry, SettingEntry } from '../snapshot/setting-entry.ts';
import type { SettingIndex } from '../snapshot/setting-index.ts';
import type { Definition, HistoryAction, Level, StoredScope } from '../system-setting.types.ts';

/** A write that memory does not refuse. */
export interface PlannedWrite extends Level {
  readonly definition: Definition;
  /** Value; null removes. */
  readonly value: unknown;
  /** Version that the author has read; null: not given, ANY: any version. */
  readonly version: number | null | 'ANY';
  readonly reason: string | null;
  readonly expiryDate: Date | null;
  readonly action: HistoryAction;
}

/** Longest time until an expiry; a value for longer is meant to stay. */
const EXPIRY_DAYS_MAX = 366;

/** Writes what the definition allows; the value is left out, as it may be a secret. */
function messageOf(problem: Exclude<ValueProblem, 'TYPE'>, definition: Definition): string {
  const { type, minValue, maxValue, pattern, allowedValueList } = definition;
  const bound = (least: boolean, value: number | null): string =>
    type === 'STRING' || type === 'SECRET'
      ? `Must have at ${least ? 'least' : 'most'} ${value} characters.`
      : `Must be at ${least ? 'least' : 'most'} ${value}.`;
  switch (problem) {
    case 'MIN':
      return bound(true, minValue);
    case 'MAX':
      return bound(false, maxValue);
    case 'PATTERN':
      return `Must match ${pattern}.`;
    case 'NOT_ALLOWED':
      return `Must be one of ${(allowedValueList ?? []).join(', ')}.`;
    case 'OUT_OF_RANGE':
      return 'Is no number that can be stored exactly.';
    case 'TOO_LONG':
      return 'Is too long or too deep.';
    case 'MASKED_VALUE':
      return 'Is what a secret is shown as.';
    case 'NUL_CHARACTER':
      return 'Must not hold the character U+0000.';
    case 'NOT_OBJECT':
      return 'Is a list; put it into an object.';
  }
}

function jsonTypeOf(value: unknown): string {
  if (Array.isArray(value)) return 'ARRAY';
  return value === null ? 'NULL' : typeof value === 'object' ? 'OBJECT' : (typeof value).toUpperCase();
}

/**
 * Answers the value as it is stored, or ends the request where it does not fit. The value is not named, as it may be a
 * secret.
 */
export function requireFitting(definition: Definition, given: unknown): unknown {
  const value = asListed(definition, given);
  const problem = findValueProblem(definition, value);
  if (problem === null) return value;
  if (problem === 'TYPE') {
    const mismatch = { code: definition.code, expected: definition.type, actual: jsonTypeOf(value) };
    fail('SETTING_TYPE_MISMATCH', { parameters: mismatch, errorArguments: [mismatch] });
  }
  return fail('SETTING_VALUE_INVALID', {
    errorArguments: [
      { field: 'value', code: problem, message: messageOf(problem, definition), setting: definition.code },
    ],
  });
}

/** Ends the request where no setting in use has the code, with a suggestion that the caller may see. */
export function requireEntry(index: SettingIndex, code: string, caller: Pick<Caller, 'holds'>): KnownEntry {
  const entry = index.find(code);
  if (entry?.definition?.enabled !== true) failNoSetting(index, code, caller);
  return entry as KnownEntry;
}

/** Requires the authority for global values or those of tenants; for secrets one more. */
function requireAuthority(caller: Caller, definition: Definition, level: Level): void {
  const ownTenant = level.tenantIdentifier === caller.tenantIdentifier;
  if (level.scope === 'GLOBAL' || !ownTenant) {
    if (!caller.holds('SETTING_MANAGE_GLOBAL')) failAuthority('SETTING_MANAGE_GLOBAL');
    if (level.scope === 'TENANT' && !caller.holds('TENANT_ALL')) failAuthority('TENANT_ALL');
  } else if (!caller.holds('SETTING_MANAGE') && !caller.holds('SETTING_MANAGE_GLOBAL'))
    failAuthority('SETTING_MANAGE', 'SETTING_MANAGE_GLOBAL');
  if (definition.type === 'SECRET' && !caller.holds('SETTING_SECRET_MANAGE')) failAuthority('SETTING_SECRET_MANAGE');
  if (level.scope === 'TENANT' && !definition.tenantEditable && !caller.holds('TENANT_ALL'))
    failAuthority('TENANT_ALL');
}

/** Says whether the settings file overrides the values of this level. */
export function isPinned(
  { pin, tenantPins }: SettingEntry,
  { tenantIdentifier }: Pick<Level, 'tenantIdentifier'>,
): boolean {
  return pin !== null || (tenantIdentifier !== null && tenantPins.has(tenantIdentifier));
}

/** Answers the level of a request; a missing tenant never means the global level. */
export function levelOf(
  caller: Caller,
  code: string,
  asked: { readonly scope?: StoredScope | null | undefined; readonly tenantIdentifier?: string | null | undefined },
): Level {
  const named = asked.tenantIdentifier ?? null;
  const scope = asked.scope ?? (named === null ? 'GLOBAL' : 'TENANT');
  if (scope === 'TENANT') return { code, scope, tenantIdentifier: named ?? caller.tenantIdentifier };
  if (named !== null) {
    invalid({ field: 'tenantIdentifier', code: 'NOT_ALLOWED', message: 'A global value belongs to no tenant.' });
  }
  return { code, scope, tenantIdentifier: null };
}

export type ValuePlanner = ReturnType<typeof createValuePlanner>;

export function createValuePlanner({
  index,
  clock,
  freshPeriodMs,
  reasonRequired,
}: {
  readonly index: SettingIndex;
  readonly clock: Clock;
  readonly freshPeriodMs: (caller: Caller) => number;
  readonly reasonRequired: () => boolean;
}) {
  const expiryOf = (model: SvcSettingValuePersistModel): Date | null => {
    if (model.expiryDate === undefined || model.expiryDate === null) return null;
    if (model.value === null) {
      invalid({ field: 'expiryDate', code: 'NOT_ALLOWED', message: 'A removal has no end.' });
    }
    const expiryDate = new Date(model.expiryDate);
    const aheadMs = expiryDate.getTime() - clock.now();
    if (aheadMs <= 0 || aheadMs > EXPIRY_DAYS_MAX * DAY_MS) {
      invalid({
        field: 'expiryDate',
        code: 'OUT_OF_RANGE',
        message: `Must lie ahead, at most ${EXPIRY_DAYS_MAX} days.`,
      });
    }
    return expiryDate;
  };

  /** Plans a write for a definition that memory may not have yet; reasons and pins are not checked. */
  const planFor = (
    caller: Caller,
    definition: Definition,
    model: SvcSettingValuePersistModel,
    action: HistoryAction,
  ): PlannedWrite => {
    const level = levelOf(caller, definition.code, model);
    requireAuthority(caller, definition, level);
    const stale = clock.now() - caller.authenticatedAt > freshPeriodMs(caller);
    if (definition.reauthenticationRequired && caller.kind === 'person' && stale) fail('REAUTHENTICATION_REQUIRED');
    // A value from before the definition forbade it can be removed.
    const overrides = level.scope === 'TENANT' && model.value !== null;
    if (overrides && !definition.tenantOverridable) fail('SETTING_NOT_OVERRIDABLE');
    const value = model.value === null ? null : requireFitting(definition, model.value);
    const { version = null } = model;
    const reason = model.reason?.trim() || null;
    return { ...level, definition, value, version, reason, expiryDate: expiryOf(model), action };
  };

  return {
    planFor,
    plan(caller: Caller, model: SvcSettingValuePersistModel, action: HistoryAction): PlannedWrite {
      // Checked by `in`: a missing value is a mistake, null removes.
      if (!('value' in model)) invalid({ field: 'value', code: 'REQUIRED', message: 'Must be given.' });
      const entry = requireEntry(index, model.code, caller);
      const write = planFor(caller, entry.definition, model, action);
      if (isPinned(entry, write)) fail('SETTING_PINNED');
      if (write.reason === null && reasonRequired()) {
        invalid({ field: 'reason', code: 'REQUIRED', message: 'Must be given.' });
      }
      return write;
    },
  };
}
