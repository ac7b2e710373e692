// Checks rules between settings for all and for every tenant whose result changes, against what is stored.
import type { Queryable } from '../../../kernel/database/database.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { findValueProblem, type SettingValue } from '../../../kernel/settings/setting-value.ts';
import type { SettingRule } from '../../../kernel/settings/settings.ts';
import { listOfCodes, listOfCodesAndTenants } from '../records/value.store.ts';
import { sameValue } from '../snapshot/setting-changes.ts';
import type { SettingIndex } from '../snapshot/setting-index.ts';
import type { Level } from '../system-setting.types.ts';

export interface RuleChange extends Level {
  /** Null where the value is removed. */
  readonly value: unknown;
}

export interface BrokenRule {
  readonly rule: SettingRule;
  readonly tenantIdentifier: string | null;
  readonly message: string;
}

const placeOf = (code: string, tenantIdentifier: string | null): string => `${code} ${tenantIdentifier ?? ''}`;

type Stored = ReadonlyMap<string, unknown>;

/** Answers the effective values of a tenant for the settings of a rule. */
function valuesFor(rule: SettingRule, index: SettingIndex, stored: Stored, tenantIdentifier: string | null) {
  const values: Record<string, SettingValue | undefined> = {};
  for (const code of rule.codes) {
    const definition = index.find(code)?.definition;
    if (definition === null || definition === undefined) continue;
    const fitting = [definition.tenantOverridable ? tenantIdentifier : null, null]
      .map((tenant) => stored.get(placeOf(code, tenant)))
      .find((value) => value !== undefined && value !== null && findValueProblem(definition, value) === null);
    values[code] = (fitting ?? definition.defaultValue ?? undefined) as SettingValue | undefined;
  }
  return values;
}

/**
 * Finds the first tenant whose result changes and breaks the rule; null stands for all without values of their own. A
 * result that was broken before, by an expiry or a pin, does not refuse an unrelated change.
 */
function findBroken(
  rule: SettingRule,
  index: SettingIndex,
  { before, after }: { readonly before: Stored; readonly after: Stored },
  tenants: Iterable<string | null>,
): BrokenRule | null {
  for (const tenantIdentifier of tenants) {
    const values = valuesFor(rule, index, after, tenantIdentifier);
    const message = rule.check(values);
    if (message === null || sameValue(values, valuesFor(rule, index, before, tenantIdentifier))) continue;
    return { rule, tenantIdentifier, message };
  }
  return null;
}

/** Requires all rules; called in a transaction with the lock of the revision. */
export async function requireRules(
  queryable: Queryable,
  rules: readonly SettingRule[],
  index: SettingIndex,
  changes: readonly RuleChange[],
): Promise<void> {
  const changedCodes = new Set(changes.map(({ code }) => code));
  for (const rule of rules.filter(({ codes }) => codes.some((code) => changedCodes.has(code)))) {
    const before = new Map<string, unknown>();
    const tenants = new Set<string | null>();
    const own = changes.filter(({ code }) => rule.codes.includes(code));
    const everybody = own.some(({ scope }) => scope === 'GLOBAL');
    // A tenant's own change affects no other tenant, and tenants may be many.
    const concerned = own.flatMap(({ tenantIdentifier }) => tenantIdentifier ?? []);
    const rows = everybody
      ? await listOfCodes(queryable, rule.codes)
      : await listOfCodesAndTenants(queryable, rule.codes, concerned);
    for (const { code, tenantIdentifier, value } of rows) {
      before.set(placeOf(code, tenantIdentifier), value);
      // A tenant with one value of its own inherits the others.
      if (everybody) tenants.add(tenantIdentifier);
    }
    if (everybody) tenants.add(null);
    const after = new Map(before);
    for (const { code, tenantIdentifier, value } of own) {
      after.set(placeOf(code, tenantIdentifier), value);
      tenants.add(tenantIdentifier);
    }
    const broken = findBroken(rule, index, { before, after }, tenants);
    if (broken === null) continue;
    const { message, tenantIdentifier } = broken;
    fail('SETTING_RULE_VIOLATED', {
      errorArguments: [{ rule: rule.name, settingList: rule.codes, tenantIdentifier, message }],
    });
  }
}

/**
 * Lists rules that are broken for all or for a tenant by the values in memory with pins; for a warning to operators.
 */
export function listBrokenRules(rules: readonly SettingRule[], index: SettingIndex): readonly BrokenRule[] {
  return rules.flatMap((rule) => {
    const tenants = new Set<string | null>([null]);
    for (const code of rule.codes) {
      const entry = index.find(code);
      for (const tenant of [...(entry?.tenants.keys() ?? []), ...(entry?.tenantPins.keys() ?? [])]) tenants.add(tenant);
    }
    for (const tenantIdentifier of tenants) {
      const values = Object.fromEntries(rule.codes.map((code) => [code, index.read(code, tenantIdentifier)]));
      const message = rule.check(values);
      if (message !== null) return [{ rule, tenantIdentifier, message }];
    }
    return [];
  });
}
