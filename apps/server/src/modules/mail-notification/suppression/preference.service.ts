// Lets people choose the mails that they want.
import type { SvcNotificationMailPreferenceModel, SvcNotificationMailPreferenceModelInput } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { type ArgumentProblem, invalid } from '../../../kernel/request/errors.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { listPreferences, type PersonName, type Preference, savePreferences } from './record/preference.store.ts';

const personOf = ({ tenantIdentifier, username }: Caller): PersonName => ({
  tenantIdentifier,
  usernameFolded: foldName(username),
});
/** Makes a key; categories and groups are two kinds of names. */
const keyOf = ({ category, group }: Preference): string => JSON.stringify([category, group]);

function readPreferences(models: readonly SvcNotificationMailPreferenceModelInput[]): readonly Preference[] {
  const entries = models.map(({ category, group, enabled }) => ({
    category: category ?? null,
    group: group ?? null,
    enabled,
  }));
  const keys = entries.map(keyOf);
  const problems = keys.flatMap((key, index): ArgumentProblem[] =>
    keys.indexOf(key) === index
      ? []
      : [{ field: `[${index}]`, code: 'DUPLICATE', message: 'Another entry is about the same mails.' }],
  );
  if (problems.length > 0) invalid(...problems);
  return entries.sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}

export function createPreferenceService({ database }: Pick<Kernel, 'database'>) {
  return {
    async find({ caller }: Act): Promise<SvcNotificationMailPreferenceModel[]> {
      const { tenantIdentifier, usernameFolded } = personOf(caller);
      const [own] = await listPreferences(database, tenantIdentifier, [usernameFolded]);
      return [...(own?.entries ?? [])];
    },
    async save(
      { caller }: Act,
      models: readonly SvcNotificationMailPreferenceModelInput[],
    ): Promise<SvcNotificationMailPreferenceModel[]> {
      const entries = readPreferences(models);
      await savePreferences(database, personOf(caller), entries);
      return [...entries];
    },
  };
}

export type PreferenceService = ReturnType<typeof createPreferenceService>;
