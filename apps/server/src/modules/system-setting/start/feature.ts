// Starts settings: keys checked, definitions registered, values loaded and pinned.
import packageFile from '../../../../package.json' with { type: 'json' };
import type { Kernel } from '../../../kernel/module.ts';
import type { Revisioned } from '../../../kernel/records/revisioned.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import { createSealedColumn } from '../../../kernel/secrets/sealed-columns.ts';
import { listBrokenRules } from '../change/rule-check.ts';
import { sealedValues } from '../records/value.store.ts';
import { loadPins } from '../snapshot/pin-file.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import { type Level, SETTING_SEAL_PURPOSE, sealOwner } from '../system-setting.types.ts';
import type { UserFeature } from '../user/feature.ts';
import { checkSecretKeys } from './key-check.ts';
import { registerDefinitions } from './registration.ts';

export function createStartFeature({
  clock,
  config,
  database,
  ids,
  keys,
  log,
  sealedColumns,
  settings,
  seal,
  snapshot,
  users,
  revisioned,
}: Pick<Kernel, 'clock' | 'config' | 'database' | 'ids' | 'keys' | 'log' | 'sealedColumns' | 'settings'> & {
  readonly seal: Seal;
  readonly snapshot: SettingSnapshot;
  readonly users: UserFeature['api'];
  readonly revisioned: Revisioned;
}) {
  const { index } = snapshot;
  sealedColumns.register(
    createSealedColumn({
      ...sealedValues,
      database,
      keys,
      purpose: SETTING_SEAL_PURPOSE,
      ownerOf: ({ code, scope, tenantIdentifier }: Level) => sealOwner(code, scope, tenantIdentifier),
    }),
  );
  /** Throws a sentence when this program's keys are not those of the database. */
  const checkKeys = (): Promise<void> => checkSecretKeys(database, keys);
  /** Lets handles read the loaded values. */
  const attach = (): void =>
    settings.attach({
      find: index.read,
      findSecret: index.readSecret,
      findCustomSecret: index.readCustomSecret,
      findShown: index.readShown,
      loadUserValues: users.load,
    });
  return {
    api: { attach, checkKeys },
    /** Starts; throws a sentence for a person about wrong keys, secrets or pins. */
    async start(): Promise<void> {
      await checkKeys();
      const { version } = packageFile;
      await registerDefinitions({ database, clock, ids, seal, revisioned, version }, settings.definitions());
      await snapshot.load();
      await loadPins(config.settingsFile, index);
      // A broken rule does not stop a start with the pins that override it.
      for (const { rule, tenantIdentifier, message } of listBrokenRules(settings.rules(), index)) {
        log.warn({ rule: rule.name, tenantIdentifier, reason: message }, 'a rule between settings does not hold');
      }
      index.freezeRestartRequired();
      attach();
    },
  };
}
