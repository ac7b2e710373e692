// Reads a definition from a request, with defaults for missing fields.
import type { SvcSettingSaveModel, SvcSettingUpdateModel } from '@keelson/contract';
import { type ArgumentProblem, invalid } from '../../../kernel/request/errors.ts';
import { SECRET_MASK } from '../../../kernel/settings/setting-value.ts';
import { localDescription, localName } from '../shown/definition.wire.ts';
import { sameValue } from '../snapshot/setting-changes.ts';
import type { LiveValue } from '../snapshot/setting-entry.ts';
import type { Definition, DefinitionFields } from '../system-setting.types.ts';

const ORDER_NUMBER = 1_000;
const GROUP_CODE_LENGTH_MAX = 64;

/** Answers the first segment of the code, in the letters that groups have. */
function standardGroup(code: string): string {
  const [first = code] = code.split('.');
  return first
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '-')
    .slice(0, GROUP_CODE_LENGTH_MAX);
}

export function newFields(model: SvcSettingSaveModel): DefinitionFields {
  const { code, name, type } = model;
  return {
    code,
    name,
    type,
    description: model.description ?? '',
    nameMap: model.nameMap ?? {},
    descriptionMap: model.descriptionMap ?? {},
    groupCode: model.groupCode ?? standardGroup(code),
    unit: model.unit ?? 'NONE',
    defaultValue: model.defaultValue ?? null,
    minValue: model.minValue ?? null,
    maxValue: model.maxValue ?? null,
    pattern: model.pattern ?? null,
    allowedValueList: model.allowedValueList ?? null,
    visibility: model.visibility ?? (type === 'SECRET' ? 'RESTRICTED' : 'SESSION'),
    tenantOverridable: model.tenantOverridable ?? true,
    tenantEditable: model.tenantEditable ?? true,
    userOverridable: model.userOverridable ?? false,
    reauthenticationRequired: model.reauthenticationRequired ?? false,
    restartRequired: model.restartRequired ?? false,
    aliasList: model.aliasList ?? [],
    orderNumber: model.orderNumber ?? ORDER_NUMBER,
  };
}

/**
 * Applies a change: a missing field stays, null clears it. Texts sent back as they were shown in a language change
 * nothing.
 */
export function mergeUpdate(
  before: Definition,
  model: SvcSettingUpdateModel,
  languages: readonly string[],
): DefinitionFields {
  const cleared = newFields({ code: before.code, name: before.name, type: model.type ?? before.type });
  const merged = Object.fromEntries(
    Object.keys(cleared).map((key) => {
      const field = key as keyof DefinitionFields;
      const given = (model as Readonly<Record<string, unknown>>)[field];
      if (given === undefined) return [field, field === 'code' || field === 'type' ? cleared[field] : before[field]];
      if (field === 'name' && given === localName(before, languages)) return [field, before.name];
      if (field === 'description' && given === localDescription(before, languages)) return [field, before.description];
      return [field, given ?? cleared[field]];
    }),
  );
  // The keys are those of `cleared`, each with a value of its field.
  return merged as unknown as DefinitionFields;
}

/** Lists the fields that the code of a module owns and the request would change. */
export function changedCodeFields(before: Definition, after: DefinitionFields): readonly string[] {
  const free = new Set(['orderNumber', 'groupCode', 'nameMap', 'descriptionMap']);
  return Object.keys(after).filter((key) => {
    const field = key as keyof DefinitionFields;
    return !free.has(field) && !sameValue(before[field], after[field]);
  });
}

type Current = readonly [current: unknown, operation: string];

/** Refuses fields that other operations write, unless they are absent or unchanged: ignoring them would mislead. */
function requireAsTheyAre(model: object, currents: Readonly<Record<string, Current>>): void {
  const given = model as Readonly<Record<string, unknown>>;
  const problems = Object.entries(currents).flatMap(([field, [current, operation]]): readonly ArgumentProblem[] => {
    if (given[field] === undefined || sameValue(given[field], current)) return [];
    return [{ field, code: 'FIELD_READ_ONLY', message: `Is changed by ${operation}.` }];
  });
  if (problems.length > 0) invalid(...problems);
}

function valueFields(global: LiveValue | null): Readonly<Record<string, Current>> {
  return {
    value: [global === null ? null : global.sealed === null ? global.value : SECRET_MASK, 'setValue'],
    valueVersion: [global?.version ?? null, 'setValue'],
  };
}

export function requireValueUnwritten(model: SvcSettingSaveModel, global: LiveValue | null): void {
  requireAsTheyAre(model, valueFields(global));
}

export function requireUnwritten(model: SvcSettingUpdateModel, before: Definition, global: LiveValue | null): void {
  requireAsTheyAre(model, {
    code: [before.code, 'nothing'],
    enabled: [before.enabled, 'activate and deactivate'],
    ...valueFields(global),
  });
}
