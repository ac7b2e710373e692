// Makes what the first sign-in needs: the catalogue, the shipped roles, the tenant `default` and the user `admin`.
import type { ModuleContract } from '@keelson/contract';
import { FIRST_START_LOCK } from '../../../kernel/database/advisory-locks.ts';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import type { Ids } from '../../../kernel/database/ids.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import { type AuthenticationSettings, authenticationSettings, linkLifetimesMs } from '../authentication.settings.ts';
import * as words from '../authentication.types.ts';
import { findAssignableRoles, saveCatalogue, saveRole } from '../directory/role.store.ts';
import { saveUser, saveUserRoles, takeLock } from '../directory/user.store.ts';
import { savePassword } from '../password/password.store.ts';
import type { PasswordHasher, StoredPassword } from '../password/password-hasher.ts';
import { findPasswordProblems, isHashable, PASSWORD_BYTES_MAX } from '../password/password-policy.ts';
import type { ActivationLinks } from './activation-links.ts';
import { findFirstAdmin, hasUsers, saveDefaultTenant } from './first-start.store.ts';
import { endTokensOf, findActivationExpiry } from './one-time-token.store.ts';

const ADMIN = 'admin';
const HOUR_MS = 3_600_000;
const standardDemands = {
  minLength: authenticationSettings.passwordMinLength.defaultValue,
  blocklist: authenticationSettings.passwordBlocklist.defaultValue,
};
// Whose share of the hash queue the start uses; nobody else hashes before the first request.
const START_ADDRESS = 'start';

const shippedRoles = [
  { code: words.ROLE_USER, name: 'User' },
  { code: words.ROLE_TENANT_ADMIN, name: 'Tenant administrator' },
  { code: words.ROLE_SYSTEM_ADMIN, name: 'System administrator' },
  { code: words.ROLE_SERVICE, name: 'Service' },
] as const;

export interface FirstStartDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly events: EventRecorder;
  readonly hasher: PasswordHasher;
  readonly links: ActivationLinks;
  readonly modules: readonly ModuleContract[];
  /** Read only while `admin` has no password. */
  readonly adminPassword: string | null;
  readonly settings: Pick<AuthenticationSettings, 'passwordMinLength' | 'passwordBlocklist'>;
  /** Shows a line to whoever started the process. */
  readonly announce: (line: string) => void;
}

/**
 * At each start, under a lock of the database: of two processes that start at once one makes everything. Throws a sentence
 * when the given password of `admin` breaks the policy.
 */
export async function prepareDirectory(deps: FirstStartDependencies): Promise<void> {
  const admin = await findFirstAdmin(deps.database, ADMIN);
  const password = admin?.passwordSet === true ? null : await hashAdminPassword(deps);
  const lines = await deps.database.transaction(async (tx) => {
    await takeLock(tx, FIRST_START_LOCK);
    const now = new Date(deps.clock.now());
    await saveDefaultTenant(tx, deps.ids.uuidV7(), words.SYSTEM_ACTOR.username, now);
    await saveShippedRoles(tx, deps, now);
    await saveCatalogue(tx, deps.modules);
    return prepareAdmin(tx, deps, password, now);
  });
  for (const line of lines) deps.announce(line);
}

async function hashAdminPassword(deps: FirstStartDependencies): Promise<StoredPassword | null> {
  const { adminPassword, hasher, settings } = deps;
  if (adminPassword === null) return null;
  requireAdminPassword(adminPassword, {
    minLength: settings.passwordMinLength.get(words.DEFAULT_TENANT),
    blocklist: settings.passwordBlocklist.get(words.DEFAULT_TENANT),
  });
  return hasher.hash(adminPassword, START_ADDRESS);
}

/** Throws a sentence when the given password of `admin` breaks the policy; without demands that of the defaults. */
export function requireAdminPassword(adminPassword: string | null, demands = standardDemands): void {
  if (adminPassword === null) return;
  const context = { tenantIdentifier: words.DEFAULT_TENANT, username: ADMIN, displayName: null, ...demands };
  const reasons = isHashable(adminPassword)
    ? findPasswordProblems(adminPassword, context, 'en').map(({ message }) => message)
    : [`Use at most ${PASSWORD_BYTES_MAX} bytes.`];
  if (reasons.length > 0) throw new Error(`KEELSON_ADMIN_PASSWORD is refused: ${reasons.join(' ')}`);
}

async function saveShippedRoles(tx: Transaction, { ids }: FirstStartDependencies, now: Date): Promise<void> {
  for (const { code, name } of shippedRoles) {
    // Null where the role exists already.
    await saveRole(tx, {
      uuid: ids.uuidV7(),
      tenantIdentifier: null,
      code,
      name,
      description: null,
      system: true,
      createdBy: words.SYSTEM_ACTOR.username,
      now,
    });
  }
}

/** Answers what is to be announced after the commit. */
async function prepareAdmin(
  tx: Transaction,
  deps: FirstStartDependencies,
  password: StoredPassword | null,
  now: Date,
): Promise<readonly string[]> {
  const existing = await findFirstAdmin(tx, ADMIN);
  if (existing === null && (await hasUsers(tx))) return [];
  if (existing?.passwordSet === true) return [];
  const userId = existing?.userId ?? (await createAdmin(tx, deps, now));
  if (password !== null) {
    await savePassword(tx, userId, password, now);
    await endTokensOf(tx, userId, 'ACTIVATION', now);
    return [];
  }
  const expiry = await findActivationExpiry(tx, userId, now);
  if (expiry !== null) {
    return [`The activation link of ${ADMIN} that was printed before is valid until ${expiry.toISOString()}.`];
  }
  const link = await deps.links.issue(tx, userId, linkLifetimesMs.firstActivation);
  return [`Set the password of ${ADMIN} within ${linkLifetimesMs.firstActivation / HOUR_MS} hours:`, link];
}

async function createAdmin(tx: Transaction, { ids, events }: FirstStartDependencies, now: Date): Promise<number> {
  const codes = [words.ROLE_USER, words.ROLE_SYSTEM_ADMIN];
  const roles = await findAssignableRoles(tx, codes, words.DEFAULT_TENANT);
  const userId = await saveUser(tx, {
    uuid: ids.uuidV7(),
    tenantIdentifier: words.DEFAULT_TENANT,
    username: ADMIN,
    usernameFolded: ADMIN,
    displayName: null,
    locale: null,
    enabled: true,
    createdBy: words.SYSTEM_ACTOR.username,
    now,
  });
  await saveUserRoles(
    tx,
    userId,
    roles.map(({ id }) => id),
  );
  await events.record(tx, {
    kind: 'authentication.user-created',
    type: 'AUDIT',
    tenantIdentifier: words.DEFAULT_TENANT,
    actor: words.SYSTEM_ACTOR.username,
    subject: ADMIN,
    detail: { roleList: codes, enabled: true },
  });
  return userId;
}
