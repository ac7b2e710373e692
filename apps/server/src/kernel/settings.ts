// Settings: what a module lets an operator tune, declared as plain values and read synchronously by tenant.

export type SettingValue = boolean | number | string;

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

/** A setting as its module declares it. Build one with `numberSetting`, `booleanSetting` or `choiceSetting`. */
export interface SettingDefinition<T extends SettingValue = SettingValue> {
  /** First segment is the prefix of its module: `session.idle-timeout`. */
  readonly code: string;
  /** One sentence for an operator. */
  readonly name: string;
  readonly type: 'BOOLEAN' | 'NUMBER' | 'STRING';
  readonly unit: SettingUnit;
  readonly defaultValue: T;
  /** Inclusive; null where the type has no range. */
  readonly minValue: number | null;
  readonly maxValue: number | null;
  /** Null: any value of the type. */
  readonly allowedValueList: readonly string[] | null;
  /** Whether a tenant may have a value of its own. */
  readonly tenantOverridable: boolean;
  /** Whether the tenant's own administrators may set it: limits that they must not raise for themselves are not. */
  readonly tenantEditable: boolean;
  /** Whether a person who writes it must have signed in a short while ago. */
  readonly reauthenticationRequired: boolean;
  /** The stricter of a value and the bound of the security profile STRICT; null where that has none. */
  readonly strict: ((value: T) => T) | null;
}

/** What every kind of setting may say beside its values. */
interface SettingFlags {
  readonly name: string;
  readonly tenantOverridable?: boolean;
  readonly tenantEditable?: boolean;
  readonly reauthenticationRequired?: boolean;
}

interface NumberOptions extends SettingFlags {
  readonly unit: SettingUnit;
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly strict?: { readonly min?: number; readonly max?: number };
}

interface BooleanOptions extends SettingFlags {
  readonly default: boolean;
  /** What it is under STRICT, whatever is set. */
  readonly strict?: boolean;
}

interface ChoiceOptions<T extends string> extends SettingFlags {
  readonly choices: readonly T[];
  readonly default: NoInfer<T>;
  /** What a value that STRICT does not allow becomes. */
  readonly strict?: Readonly<Partial<Record<NoInfer<T>, NoInfer<T>>>>;
}

/** The declared settings of a module, checked: codes carry the prefix, defaults keep their own limits. */
export function defineSettings<const G extends Readonly<Record<string, AnyDefinition>>>(prefix: string, group: G): G {
  for (const definition of Object.values(group)) {
    if (!definition.code.startsWith(`${prefix}.`)) {
      throw new Error(`setting ${definition.code} does not begin with the prefix ${prefix} of its module`);
    }
    const problem = findSettingProblem(definition, definition.defaultValue);
    if (problem !== null) throw new Error(`the default of setting ${definition.code} ${problem}`);
  }
  return group;
}

export function numberSetting(code: string, options: NumberOptions): SettingDefinition<number> {
  const { unit, min, max, strict } = options;
  return {
    ...{ code, unit, type: 'NUMBER', defaultValue: options.default, minValue: min, maxValue: max },
    allowedValueList: null,
    ...flags(options),
    strict:
      strict === undefined
        ? null
        : (value) => Math.min(Math.max(value, strict.min ?? value), strict.max ?? Number.POSITIVE_INFINITY),
  };
}

export function booleanSetting(code: string, options: BooleanOptions): SettingDefinition<boolean> {
  const { strict } = options;
  return {
    ...{ code, unit: 'NONE', type: 'BOOLEAN', defaultValue: options.default, minValue: null, maxValue: null },
    allowedValueList: null,
    ...flags(options),
    strict: strict === undefined ? null : () => strict,
  };
}

export function choiceSetting<T extends string>(code: string, options: ChoiceOptions<T>): SettingDefinition<T> {
  const { choices, strict } = options;
  return {
    ...{ code, unit: 'NONE', type: 'STRING', defaultValue: options.default, minValue: null, maxValue: null },
    allowedValueList: choices,
    ...flags(options),
    strict: strict === undefined ? null : (value) => strict[value] ?? value,
  };
}

function flags(options: SettingFlags) {
  const { name, tenantOverridable = true, tenantEditable = true, reauthenticationRequired = false } = options;
  return { name, tenantOverridable, tenantEditable, reauthenticationRequired };
}

/** Any definition, whatever its values are. */
export type AnyDefinition =
  | SettingDefinition<number>
  | SettingDefinition<boolean>
  // biome-ignore lint/suspicious/noExplicitAny: a choice of any closed list of texts; its `strict` takes only those.
  | SettingDefinition<any>;

/** What is wrong with a value, as the end of a sentence; null when it fits the definition. */
export function findSettingProblem(definition: AnyDefinition, value: unknown): string | null {
  switch (definition.type) {
    case 'BOOLEAN':
      return typeof value === 'boolean' ? null : 'is neither true nor false';
    case 'NUMBER': {
      const { minValue, maxValue } = definition;
      if (typeof value !== 'number' || !Number.isSafeInteger(value)) return 'is no whole number';
      if (minValue !== null && value < minValue) return `is below ${minValue}`;
      return maxValue !== null && value > maxValue ? `is above ${maxValue}` : null;
    }
    case 'STRING':
      if (typeof value !== 'string') return 'is no text';
      return definition.allowedValueList === null || definition.allowedValueList.includes(value)
        ? null
        : `is none of ${definition.allowedValueList.join(', ')}`;
  }
}

/** Where values come from. Undefined: none there, the next level or the default holds. Values fit their definitions. */
export interface SettingSource {
  /** `tenantIdentifier` null asks for the global value. Synchronous, never throws. */
  find(code: string, tenantIdentifier: string | null): SettingValue | undefined;
}

/** A setting bound to where its values come from. */
export interface SettingHandle<T extends SettingValue> {
  readonly definition: SettingDefinition<T>;
  /** Effective value for a tenant, null for the whole suite. Synchronous, never throws; read it once per unit of work. */
  get(tenantIdentifier: string | null): T;
}

type ValueOf<D> = D extends { readonly defaultValue: infer T extends SettingValue } ? T : never;
/** Handles of a group under its names. */
export type Bound<G> = { readonly [K in keyof G]: SettingHandle<ValueOf<G[K]>> };

export interface Settings {
  /** Handles of a module's group; its definitions count as registered. A code that two groups declare throws. */
  bind<const G extends Readonly<Record<string, AnyDefinition>>>(group: G): Bound<G>;
  definitions(): readonly AnyDefinition[];
  /** Called once by whoever keeps values, before the first request. */
  attach(source: SettingSource): void;
}

export type SecurityProfile = 'STANDARD' | 'STRICT';

/** Under STRICT the effective value of each setting is the stricter of what is set and its bound. */
export const securityProfile = choiceSetting<SecurityProfile>('auth.security-profile', {
  name: 'Security profile: STRICT bounds other settings, whatever they say',
  choices: ['STANDARD', 'STRICT'],
  default: 'STANDARD',
  tenantEditable: false,
  reauthenticationRequired: true,
});

/** `pinned` wins over everything that is attached: values of a file or a test that nobody changes at run time. */
export function createSettings(pinned?: SettingSource): Settings {
  const registered = new Map<string, AnyDefinition>();
  let attached: SettingSource | null = null;

  const find = (code: string, tenantIdentifier: string | null): SettingValue | undefined =>
    pinned?.find(code, tenantIdentifier) ?? attached?.find(code, tenantIdentifier);
  const isStrict = (tenantIdentifier: string | null): boolean =>
    (find(securityProfile.code, tenantIdentifier) ?? securityProfile.defaultValue) === 'STRICT';

  const handle = (definition: SettingDefinition): SettingHandle<SettingValue> => {
    const { code, defaultValue, strict } = definition;
    return {
      definition,
      get(tenantIdentifier) {
        const value = find(code, tenantIdentifier) ?? defaultValue;
        return strict !== null && isStrict(tenantIdentifier) ? strict(value) : value;
      },
    };
  };

  return {
    bind(group) {
      const handles: Record<string, SettingHandle<SettingValue>> = {};
      for (const [name, definition] of Object.entries(group)) {
        const known = registered.get(definition.code);
        if (known !== undefined && known !== definition)
          throw new Error(`setting ${definition.code} is declared twice`);
        registered.set(definition.code, definition);
        handles[name] = handle(definition as SettingDefinition);
      }
      // Built from the group's own entries, one handle each.
      return handles as unknown as Bound<typeof group>;
    },
    definitions: () => [...registered.values()],
    attach(source) {
      if (attached !== null) throw new Error('setting values are attached twice');
      attached = source;
    },
  };
}
