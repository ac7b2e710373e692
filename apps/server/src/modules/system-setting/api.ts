// Declares what other modules may ask of settings beside the kernel's handles.
import type { SvcSettingEffectiveModel, SvcSettingValueModel } from '@keelson/contract';
import type { SettingType } from '../../kernel/settings/setting-value.ts';

export interface SettingCommandWrite {
  readonly code: string;
  /** Tenant; null stands for the value of all. */
  readonly tenantIdentifier: string | null;
  /** New value; null removes. */
  readonly value: unknown;
  readonly reason: string | null;
  /** Author of the change, for history and event. */
  readonly username: string;
}

export interface PinCheck {
  /** Number of entries that would be pinned. */
  readonly count: number;
  /** Entries that would stop a start. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Operations of the command line, where access to the database is the proof: they need neither authority nor version,
 * and make every other check of a write. A refusal throws the typed failure that a request would get. Secrets are `***`
 * in every answer.
 */
export interface SettingCommands {
  /**
   * Loads the stored settings, also where a start would stop: answers a sentence for each secret that does not open and
   * each wrong entry of the settings file. Comes before everything else but `checkPins`; other modules read their
   * settings afterwards.
   */
  open(): Promise<readonly string[]>;
  typeOf(code: string): SettingType;
  /** Lists settings in use whose code begins so, by code. */
  list(codePrefix: string, tenantIdentifier: string | null): readonly SvcSettingEffectiveModel[];
  get(code: string, tenantIdentifier: string | null): SvcSettingEffectiveModel;
  set(write: SettingCommandWrite): Promise<{
    readonly body: SvcSettingValueModel;
    readonly revision: number;
    /** False where the value was the same before, and nothing was written. */
    readonly changed: boolean;
  }>;
  /**
   * Gives up a lost key, which stops no start from then on; texts that it alone opens are lost. Answers whether the
   * database knew it as one that has sealed something; if so, an event names who gave it up.
   */
  giveUpKey(id: string, username: string): Promise<boolean>;
  /** Checks a settings file, that of the configuration unless named, against the definitions; instead of `open`. */
  checkPins(path: string | null): Promise<PinCheck>;
}

export interface SystemSettingApi {
  /** Answers the newest revision that this process shows. */
  revision(): number;
  /** Says whether this process shows the revision, after waiting for it at most so long. */
  waitForRevision(revision: number, timeoutMs: number): Promise<boolean>;
  /** Holds what the command line reads and writes without a request. */
  readonly commands: SettingCommands;
}
