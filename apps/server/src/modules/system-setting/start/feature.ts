// Starts settings: keys checked, definitions registered, values loaded and pinned. A command opens them without stopping.
import packageFile from '../../../../package.json' with { type: 'json' };
import type { Kernel } from '../../../kernel/module.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import { createSealedColumn } from '../../../kernel/secrets/sealed-columns.ts';
import type { SettingCommands } from '../api.ts';
import { listBrokenRules } from '../change/rule-check.ts';
import type { ValueWriter } from '../change/value-change.ts';
import type { ValuePlanner } from '../change/value-plan.ts';
import { createSettingCommands } from '../command/setting-commands.ts';
import { type Level, sealedValues } from '../records/value.store.ts';
import { loadPins } from '../snapshot/pin-file.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import { sealOwner } from '../system-setting.types.ts';
import type { UserValueService } from '../user/user-value.service.ts';
import { checkSecretKeys } from './key-check.ts';
import { registerDefinitions } from './registration.ts';

/** Purpose of the working key of secret values. */
export const SETTING_SEAL_PURPOSE = 'setting';

export interface SettingStart {
  readonly commands: SettingCommands;
  /** Throws a sentence for whatever a person has to put right: keys, secrets, pins. */
  start(): Promise<void>;
}

export function createSettingStart(
  { clock, config, database, ids, keys, log, sealedColumns, settings }: Kernel,
  parts: {
    readonly seal: Seal;
    readonly snapshot: SettingSnapshot;
    readonly users: UserValueService;
    readonly planner: ValuePlanner;
    readonly writer: ValueWriter;
  },
): SettingStart {
  const { seal, snapshot, users, planner, writer } = parts;
  const { index } = snapshot;
  const { settingsFile } = config;
  sealedColumns.register(
    createSealedColumn({
      ...{ ...sealedValues, database, keys, purpose: SETTING_SEAL_PURPOSE },
      ownerOf: ({ code, scope, tenantIdentifier }: Level) => sealOwner(code, scope, tenantIdentifier),
    }),
  );
  const checkKeys = (): Promise<void> => checkSecretKeys(database, keys);
  const attach = (): void =>
    settings.attach({ find: index.read, findSecret: index.readSecret, loadUserValues: users.load });
  return {
    commands: createSettingCommands({ snapshot, settings, planner, writer, settingsFile, attach, checkKeys }),
    async start() {
      await checkKeys();
      await registerDefinitions({ database, clock, ids, seal, version: packageFile.version }, settings.definitions());
      await snapshot.load();
      await loadPins(settingsFile, index);
      // The emergency brake is not held up by what it overrides.
      for (const { rule, tenantIdentifier, message } of listBrokenRules(settings.rules(), index)) {
        log.warn({ rule: rule.name, tenantIdentifier, reason: message }, 'a rule between settings does not hold');
      }
      index.freezeRestartRequired();
      attach();
    },
  };
}
