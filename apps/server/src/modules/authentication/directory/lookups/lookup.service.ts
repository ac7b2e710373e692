// Finds people and roles for a choice, within the caller's tenant; nobody reads the directory through it at the speed of a program.
import type {
  SvcRoleLookupModel,
  SvcRoleLookupQueryModel,
  SvcUserLookupModel,
  SvcUserLookupQueryModel,
} from '@keelson/contract';
import type { Kernel } from '../../../../kernel/module.ts';
import { createKeyRate } from '../../../../kernel/process/key-rate.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { findRolesLike, findUsersLike, findUsersNamed } from './lookup.store.ts';

/**
 * Look-ups of a caller in a minute: typing pauses for a quarter of a second at most twice a second, and pages look up
 * names.
 */
const LOOKUPS_MAX = 120;
const LOOKUPS_WINDOW_MS = 60_000;

export function createLookupService({ database, clock }: Pick<Kernel, 'database' | 'clock'>) {
  const rate = createKeyRate({ max: LOOKUPS_MAX, windowMs: LOOKUPS_WINDOW_MS });

  function requireRate({ caller: { tenantIdentifier, kind, username } }: Act): void {
    const key = JSON.stringify([tenantIdentifier, kind, foldName(username)]);
    const retryAfterSeconds = rate.retryAfterSeconds(key, clock.now());
    if (retryAfterSeconds !== null) fail('RATE_LIMITED', { retryAfterSeconds });
    rate.count(key, clock.now());
  }

  return {
    async findUsers(act: Act, query: SvcUserLookupQueryModel): Promise<readonly SvcUserLookupModel[]> {
      const { searchText, usernameList } = query;
      requireRate(act);
      const { tenantIdentifier } = act.caller;
      const names = usernameList ?? null;
      if (names !== null) return findUsersNamed(database, tenantIdentifier, names.map(foldName));
      const text = searchText ?? '';
      return findUsersLike(database, tenantIdentifier, { text, textFolded: foldName(text) });
    },
    findRoles(act: Act, query: SvcRoleLookupQueryModel | undefined): Promise<readonly SvcRoleLookupModel[]> {
      return findRolesLike(database, act.caller.tenantIdentifier, query?.searchText ?? null);
    },
  };
}

export type LookupService = ReturnType<typeof createLookupService>;
