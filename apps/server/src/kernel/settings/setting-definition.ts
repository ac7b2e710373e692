// Settings as modules declare them: plain values, checked where they are declared.
import {
  asListed,
  findValueProblem,
  type SettingObject,
  type SettingType,
  type SettingValue,
} from './setting-value.ts';

export type SettingUnit =
  | 'NONE'
  | 'COUNT'
  | 'PERCENT'
  | 'MILLISECOND'
  | 'SECOND'
  | 'MINUTE'
  | 'HOUR'
  | 'DAY'
  | 'BYTE'
  | 'KIBIBYTE'
  | 'MEBIBYTE';

/** Says who may read a setting: anybody, whoever is signed in, holders of SETTING_VIEW. */
export type SettingVisibility = 'PUBLIC' | 'SESSION' | 'RESTRICTED';

/** Holds the text by locale, beside the English one. */
export type LocaleTexts = Readonly<Record<string, string>>;

/** Fields that every declared setting has, whatever its type. */
interface DeclaredSetting {
  /** First segment is the prefix of its module: `session.idle-timeout`. */
  readonly code: string;
  /** Says to an operator in one sentence what it is. */
  readonly name: string;
  readonly nameMap: LocaleTexts;
  readonly description: string;
  readonly descriptionMap: LocaleTexts;
  readonly unit: SettingUnit;
  /** Inclusive bound, of a STRING that of its length. Null where the type has no range. */
  readonly minValue: number | null;
  readonly maxValue: number | null;
  /** Pattern in RE2 syntax for the whole of a STRING; null: any text. */
  readonly pattern: string | null;
  /** Null allows any value of the type. */
  readonly allowedValueList: readonly string[] | null;
  readonly visibility: SettingVisibility;
  /** Says whether a tenant may have a value of its own. */
  readonly tenantOverridable: boolean;
  /**
   * True where the tenant's own administrators may set it; false for limits that they must not raise for themselves.
   */
  readonly tenantEditable: boolean;
  /** Says whether each user may have a value of their own. */
  readonly userOverridable: boolean;
  /** Says whether a person who writes it must have signed in a short while ago. */
  readonly reauthenticationRequired: boolean;
  /** Says whether a value is used at the next start only. */
  readonly restartRequired: boolean;
  /** Codes of the setting in earlier versions; their values move along, and the old codes still read. */
  readonly formerCodes: readonly string[];
  /** Makes a stored value that no longer fits into one that does; undefined where it cannot. */
  readonly migrate: ((old: unknown) => unknown) | null;
}

/** A setting as a module declares it, made with `numberSetting`, `booleanSetting`, `choiceSetting` and their like. */
export interface SettingDefinition<T extends SettingValue = SettingValue> extends DeclaredSetting {
  readonly type: Exclude<SettingType, 'SECRET'>;
  readonly defaultValue: T;
  /** Answers the stricter of a value and the bound of the security profile STRICT; null where that has none. */
  readonly strict: ((value: T) => T) | null;
}

/** A secret, which is never read back and has no default. */
export interface SecretDefinition extends DeclaredSetting {
  readonly type: 'SECRET';
  readonly defaultValue: null;
  readonly strict: null;
}

/** Any definition, whatever its values are. */
export type AnyDefinition =
  | SettingDefinition<number>
  | SettingDefinition<boolean>
  | SecretDefinition
  // biome-ignore lint/suspicious/noExplicitAny: a choice of any closed list of texts; its `strict` takes only those.
  | SettingDefinition<any>;

/** Options of every kind of setting beside its values. */
export interface SettingFlags {
  readonly name: string;
  readonly nameMap?: LocaleTexts;
  readonly description?: string;
  readonly descriptionMap?: LocaleTexts;
  readonly visibility?: SettingVisibility;
  readonly tenantOverridable?: boolean;
  readonly tenantEditable?: boolean;
  readonly userOverridable?: boolean;
  readonly reauthenticationRequired?: boolean;
  readonly restartRequired?: boolean;
  readonly formerCodes?: readonly string[];
  readonly migrate?: (old: unknown) => unknown;
}

export interface NumberOptions extends SettingFlags {
  readonly unit: SettingUnit;
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** Bounds under STRICT; a function where the greatest number is not the loosest, as where 0 stands for no limit. */
  readonly strict?: { readonly min?: number; readonly max?: number } | ((value: number) => number);
}

export interface BooleanOptions extends SettingFlags {
  readonly default: boolean;
  /** Value that holds under STRICT, whatever is set. */
  readonly strict?: boolean;
}

export interface ChoiceOptions<T extends string> extends SettingFlags {
  readonly choices: readonly T[];
  readonly default: NoInfer<T>;
  /** Replacement under STRICT of each value that is not allowed then. */
  readonly strict?: Readonly<Partial<Record<NoInfer<T>, NoInfer<T>>>>;
}

export interface TextOptions extends SettingFlags {
  readonly default: string;
  /** Lower bound of the length in code points. */
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
}

export interface JsonOptions<T extends SettingObject> extends SettingFlags {
  readonly default: T;
}

export function numberSetting(code: string, options: NumberOptions): SettingDefinition<number> {
  return ranged('NUMBER', code, options);
}

/** Declares a number with a fraction, at most 15 significant digits. */
export function decimalSetting(code: string, options: NumberOptions): SettingDefinition<number> {
  return ranged('DECIMAL', code, options);
}

function ranged(type: 'NUMBER' | 'DECIMAL', code: string, options: NumberOptions): SettingDefinition<number> {
  const { unit, min, max, strict } = options;
  return {
    ...declared(code, options),
    unit,
    type,
    defaultValue: options.default,
    minValue: min,
    maxValue: max,
    strict: strict === undefined ? null : typeof strict === 'function' ? strict : clampTo(strict),
  };
}

function clampTo({ min, max }: { readonly min?: number; readonly max?: number }) {
  return (value: number): number => Math.min(Math.max(value, min ?? value), max ?? Number.POSITIVE_INFINITY);
}

export function booleanSetting(code: string, options: BooleanOptions): SettingDefinition<boolean> {
  const { strict } = options;
  return {
    ...declared(code, options),
    type: 'BOOLEAN',
    defaultValue: options.default,
    strict: strict === undefined ? null : () => strict,
  };
}

export function choiceSetting<T extends string>(code: string, options: ChoiceOptions<T>): SettingDefinition<T> {
  const { choices, strict, migrate = (old: unknown) => asListed({ allowedValueList: choices }, old) } = options;
  return {
    ...declared(code, { ...options, migrate }),
    type: 'STRING',
    defaultValue: options.default,
    allowedValueList: choices,
    strict: strict === undefined ? null : (value) => strict[value] ?? value,
  };
}

export function textSetting(code: string, options: TextOptions): SettingDefinition<string> {
  const { min = null, max = null, pattern = null } = options;
  return {
    ...declared(code, options),
    type: 'STRING',
    defaultValue: options.default,
    minValue: min,
    maxValue: max,
    pattern,
    strict: null,
  };
}

export function jsonSetting<T extends SettingObject>(code: string, options: JsonOptions<T>): SettingDefinition<T> {
  return { ...declared(code, options), type: 'JSON', defaultValue: options.default, strict: null };
}

export function secretSetting(code: string, options: SettingFlags): SecretDefinition {
  return { ...declared(code, options), type: 'SECRET', defaultValue: null, strict: null };
}

function declared(code: string, options: SettingFlags): DeclaredSetting {
  const { tenantOverridable = true, tenantEditable = true, userOverridable = false } = options;
  const { reauthenticationRequired = false, restartRequired = false, visibility = 'RESTRICTED' } = options;
  const { name, nameMap = {}, description = '', descriptionMap = {}, formerCodes = [], migrate = null } = options;
  return {
    code,
    name,
    nameMap,
    description,
    descriptionMap,
    visibility,
    formerCodes,
    migrate,
    tenantOverridable,
    tenantEditable,
    userOverridable,
    reauthenticationRequired,
    restartRequired,
    unit: 'NONE',
    minValue: null,
    maxValue: null,
    pattern: null,
    allowedValueList: null,
  };
}

/** Says what is wrong with a value, as the end of a sentence; null when it fits the definition. */
export function findSettingProblem(definition: AnyDefinition, value: unknown): string | null {
  const problem = findValueProblem(definition, value);
  if (problem === null) return null;
  switch (problem) {
    case 'MIN':
      return `is below ${definition.minValue}`;
    case 'MAX':
      return `is above ${definition.maxValue}`;
    case 'NOT_ALLOWED':
      return `is none of ${definition.allowedValueList?.join(', ')}`;
    case 'TYPE':
    case 'OUT_OF_RANGE':
    case 'NOT_OBJECT':
      return expectations[definition.type];
    case 'PATTERN':
      return `does not match ${definition.pattern}`;
    case 'TOO_LONG':
      return 'is too long';
    case 'MASKED_VALUE':
    case 'NUL_CHARACTER':
      return 'holds what cannot be stored';
  }
}

const expectations: Readonly<Record<SettingType, string>> = {
  BOOLEAN: 'is neither true nor false',
  NUMBER: 'is no whole number',
  DECIMAL: 'is no number of at most 15 digits',
  STRING: 'is no text',
  JSON: 'is no object',
  SECRET: 'is no text',
};

/** The declared settings of a module, checked: codes carry the prefix, defaults keep their own limits. */
export function defineSettings<const G extends Readonly<Record<string, AnyDefinition>>>(prefix: string, group: G): G {
  for (const definition of Object.values(group)) {
    if (!definition.code.startsWith(`${prefix}.`)) {
      throw new Error(`setting ${definition.code} does not begin with the prefix ${prefix} of its module`);
    }
    if (definition.type === 'SECRET') continue;
    const problem = findSettingProblem(definition, definition.defaultValue);
    if (problem !== null) throw new Error(`the default of setting ${definition.code} ${problem}`);
  }
  return group;
}

/**
 * Rule that binds settings to each other; each write has to keep it, checked against stored values in its transaction.
 */
export interface SettingRule {
  /** Name of the rule in a refusal: `session.idle-not-above-absolute`. */
  readonly name: string;
  readonly codes: readonly string[];
  /**
   * Answers the end of a sentence, or null when the values agree. The values are those that hold for one tenant, or for
   * all.
   */
  readonly check: (values: Readonly<Record<string, SettingValue | undefined>>) => string | null;
}

export function defineRule(name: string, codes: readonly string[], check: SettingRule['check']): SettingRule {
  return { name, codes, check };
}
