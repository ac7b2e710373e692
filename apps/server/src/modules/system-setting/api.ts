// Declares what other modules may ask of settings beside the kernel's handles.
import type { SvcSettingEffectiveModel, SvcSettingValueModel } from '@keelson/contract';
import type { SettingType } from '../../kernel/settings/setting-value.ts';

export interface SettingCommandWrite {
  readonly code: string;
  /** Null stands for the value of everybody. */
  readonly tenantIdentifier: string | null;
  /** Null removes. */
  readonly value: unknown;
  readonly reason: string | null;
  /** Tells who writes, for history and event. */
  readonly username: string;
}

export interface PinCheck {
  /** Counts entries that would hold. */
  readonly count: number;
  /** Lists what stops a start. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Serves the command line, where access to the database is the proof: no authority and no version is asked for, every other
 * check of a write is. What is refused throws the typed failure that a request would get. Secrets are `***` in every answer.
 */
export interface SettingCommands {
  /**
   * Loads what is stored, also where a start would stop: answers a sentence for each secret that does not open and each
   * entry of the settings file that is wrong. Before everything else but `checkPins`; other modules' settings hold then.
   */
  open(): Promise<readonly string[]>;
  typeOf(code: string): SettingType;
  /** Lists settings in use whose code begins so, by code. */
  list(codePrefix: string, tenantIdentifier: string | null): readonly SvcSettingEffectiveModel[];
  get(code: string, tenantIdentifier: string | null): SvcSettingEffectiveModel;
  set(write: SettingCommandWrite): Promise<{
    readonly body: SvcSettingValueModel;
    readonly revision: number;
    /** Is false where it was so before, and nothing was written. */
    readonly changed: boolean;
  }>;
  /**
   * A lost key stops no start from then on; what it alone opens is lost. Answers whether the database knew it as one that has
   * sealed something; where it did, an event says who gave it up.
   */
  giveUpKey(id: string, username: string): Promise<boolean>;
  /** Holds a settings file, that of the configuration unless named, against the definitions; instead of `open`. */
  checkPins(path: string | null): Promise<PinCheck>;
}

export interface SystemSettingApi {
  /** Answers the newest revision that this process shows. */
  revision(): number;
  /** Tells whether this process shows the revision, after waiting for it at most so long. */
  waitForRevision(revision: number, timeoutMs: number): Promise<boolean>;
  /** Holds what the command line reads and writes without a request. */
  readonly commands: SettingCommands;
}
