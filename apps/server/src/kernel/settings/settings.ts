// Settings: what a module lets an operator tune, read synchronously by tenant.
import type { SecretValue } from '../secrets/secret-value.ts';
import {
  type AnyDefinition,
  choiceSetting,
  type SecretDefinition,
  type SettingDefinition,
  type SettingRule,
} from './setting-definition.ts';
import { settingTexts } from './setting-texts.ts';
import type { SettingValue } from './setting-value.ts';

export { SecretValue } from '../secrets/secret-value.ts';
export {
  type AnyDefinition,
  booleanSetting,
  choiceSetting,
  decimalSetting,
  defineRule,
  defineSettings,
  findSettingProblem,
  jsonSetting,
  numberSetting,
  type SecretDefinition,
  type SettingDefinition,
  type SettingRule,
  secretSetting,
  textSetting,
} from './setting-definition.ts';
export { settingTexts } from './setting-texts.ts';
export type { SettingValue } from './setting-value.ts';

/** Where values come from. Undefined: the next level or the default holds. Values fit their definitions. */
export interface SettingSource {
  /** `tenantIdentifier` null asks for the global value. Synchronous, never throws once it is loaded. */
  find(code: string, tenantIdentifier: string | null): SettingValue | undefined;
  findSecret?(code: string, tenantIdentifier: string | null): SecretValue | undefined;
  /** Finds a secret that people have defined; undefined for those of the program, whatever they are called. */
  findCustomSecret?(code: string, tenantIdentifier: string | null): SecretValue | undefined;
  /** Finds the value of a setting that every signed-in person may read; undefined for secrets, and for those of administrators. */
  findShown?(code: string, tenantIdentifier: string): SettingValue | undefined;
  /** Reads the values that a user chose, by code, with one query. */
  loadUserValues?(username: string, tenantIdentifier: string): Promise<ReadonlyMap<string, SettingValue>>;
}

/** A setting bound to where its values come from. */
export interface SettingHandle<T extends SettingValue> {
  readonly definition: SettingDefinition<T>;
  /**
   * Answers the effective value for a tenant, null for the whole suite. Synchronous, never throws once values are attached; read it once
   * per unit of work.
   */
  get(tenantIdentifier: string | null): T;
}

export interface SecretHandle {
  readonly definition: SecretDefinition;
}

type ValueOf<D> = D extends { readonly defaultValue: infer T extends SettingValue } ? T : never;
/** Handles of a group under its names. */
export type Bound<G> = {
  readonly [K in keyof G]: G[K] extends SecretDefinition ? SecretHandle : SettingHandle<ValueOf<G[K]>>;
};

/** Effective values of one user of one tenant, as they were when it was made. */
export interface SettingView {
  get<T extends SettingValue>(handle: SettingHandle<T>): T;
}

/** A value that holds from now on: of one tenant, or of all that have none of their own. */
export interface SettingChange {
  readonly code: string;
  readonly tenantIdentifier: string | null;
  /** Undefined stands for the default of the code, and is always answered for a SECRET. */
  readonly oldValue: SettingValue | undefined;
  readonly newValue: SettingValue | undefined;
  readonly revision: number;
}

/** Settings to listen to: a handle of whatever type, or the beginning of codes. */
export type ChangeTarget = { readonly definition: { readonly code: string } } | string;

export type SettingListener = (changes: readonly SettingChange[]) => void;

export interface Settings {
  /** Handles of a module's group; its definitions count as registered. A code that two groups declare throws. */
  bind<const G extends Readonly<Record<string, AnyDefinition>>>(group: G): Bound<G>;
  definitions(): readonly AnyDefinition[];
  /** Attaches the source of values; called once, before the first request. */
  attach(source: SettingSource): void;
  /** Answers a secret; undefined where no level has one. */
  secret(handle: SecretHandle, tenantIdentifier: string | null): SecretValue | undefined;
  /** Reads a secret that people have defined, for work that they describe. A secret that a module declares is never one. */
  customSecret(code: string, tenantIdentifier: string): SecretValue | undefined;
  /** Reads what every signed-in person of the tenant may read, for work that people describe; undefined for anything else. */
  shown(code: string, tenantIdentifier: string): SettingValue | undefined;
  /** Reads with the user's own values. Rejects when the database cannot be reached. */
  forUser(username: string, tenantIdentifier: string): Promise<SettingView>;
  /**
   * Calls after changes are in place, once for all changes of one revision. A text ends with a dot and stands for every
   * code that begins with it. An error of a listener goes to the log and stops no other.
   */
  onChange(target: ChangeTarget, listener: SettingListener): void;
  /** Notifies listeners; called by the source of values. */
  publish(changes: readonly SettingChange[], onError: (error: unknown) => void): void;
  /** A rule holds for every write; one whose settings nobody registered is checked all the same. */
  addRule(rule: SettingRule): void;
  rules(): readonly SettingRule[];
}

export type SecurityProfile = 'STANDARD' | 'STRICT';

/** Under STRICT the effective value of each setting is the stricter of what is set and its bound. */
export const securityProfile = choiceSetting<SecurityProfile>('auth.security-profile', {
  ...settingTexts({
    en: [
      'Security profile',
      'STRICT bounds other settings whatever they say: shorter sessions, a second factor for everybody, no e-mailed codes, a floor under the time of sign-in answers. Each bounded setting keeps its own value and has it back under STANDARD.',
    ],
    tr: [
      'Güvenlik profili',
      'STRICT, diğer ayarları değerleri ne olursa olsun sınırlar: daha kısa oturumlar, herkes için ikinci doğrulama yöntemi, e-postayla kod gönderilmemesi, oturum açma yanıtlarında en kısa süre. Sınırlanan her ayar kendi değerini korur ve STANDARD profilinde o değere döner.',
    ],
  }),
  choices: ['STANDARD', 'STRICT'],
  default: 'STANDARD',
  tenantEditable: false,
  reauthenticationRequired: true,
});

interface Subscription {
  readonly matches: (code: string) => boolean;
  readonly listener: SettingListener;
}

function createSubscriptions(): Pick<Settings, 'onChange' | 'publish'> {
  const subscriptions: Subscription[] = [];
  return {
    onChange(target, listener) {
      const matches =
        typeof target === 'string'
          ? (code: string) => code.startsWith(target)
          : (code: string) => code === target.definition.code;
      subscriptions.push({ matches, listener });
    },
    publish(changes, onError) {
      for (const { matches, listener } of subscriptions) {
        const own = changes.filter(({ code }) => matches(code));
        if (own.length === 0) continue;
        try {
          listener(own);
        } catch (error) {
          onError(error);
        }
      }
    },
  };
}

export interface SettingsOptions {
  /** False: a read before `attach` is a mistake of the program and throws, since stored values would not hold in it. */
  readonly mayReadEarly?: boolean;
}

/** `pinned` wins over everything that is attached: values of a test that nobody changes at run time. */
export function createSettings(pinned?: SettingSource, { mayReadEarly = true }: SettingsOptions = {}): Settings {
  const registered = new Map<string, AnyDefinition>();
  const rules: SettingRule[] = [];
  let attached: SettingSource | null = null;

  const sourceOf = (code: string): SettingSource | null => {
    if (attached === null && !mayReadEarly) throw new Error(`the setting ${code} is read before its values are loaded`);
    return attached;
  };
  const find = (code: string, tenantIdentifier: string | null): SettingValue | undefined => {
    const source = sourceOf(code);
    return pinned?.find(code, tenantIdentifier) ?? source?.find(code, tenantIdentifier);
  };
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
    ...createSubscriptions(),
    bind(group) {
      const handles: Record<string, SettingHandle<SettingValue> | SecretHandle> = {};
      for (const [name, definition] of Object.entries(group)) {
        const known = registered.get(definition.code);
        if (known !== undefined && known !== definition)
          throw new Error(`setting ${definition.code} is declared twice`);
        registered.set(definition.code, definition);
        handles[name] = definition.type === 'SECRET' ? { definition } : handle(definition as SettingDefinition);
      }
      // One handle was made for each entry of the group.
      return handles as unknown as Bound<typeof group>;
    },
    definitions: () => [...registered.values()],
    attach(source) {
      if (attached !== null) throw new Error('setting values are attached twice');
      attached = source;
    },
    secret: ({ definition: { code } }, tenantIdentifier) => sourceOf(code)?.findSecret?.(code, tenantIdentifier),
    customSecret(code, tenantIdentifier) {
      const source = sourceOf(code);
      return registered.has(code) ? undefined : source?.findCustomSecret?.(code, tenantIdentifier);
    },
    shown: (code, tenantIdentifier) => sourceOf(code)?.findShown?.(code, tenantIdentifier),
    async forUser(username, tenantIdentifier) {
      const own = await attached?.loadUserValues?.(username, tenantIdentifier);
      return {
        get<T extends SettingValue>({ definition, get }: SettingHandle<T>): T {
          const { code, userOverridable, strict } = definition;
          const chosen =
            userOverridable && pinned?.find(code, tenantIdentifier) === undefined ? own?.get(code) : undefined;
          if (chosen === undefined) return get(tenantIdentifier);
          // The stored value fits the definition of its code.
          return strict !== null && isStrict(tenantIdentifier) ? strict(chosen as T) : (chosen as T);
        },
      };
    },
    addRule: (rule) => void rules.push(rule),
    rules: () => rules,
  };
}
