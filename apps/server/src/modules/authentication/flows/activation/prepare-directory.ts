// Makes what the first sign-in needs: the catalogue, the shipped roles, the tenant `default` and the user `admin`.

import type { ModuleContract } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { findAssignableRoles, saveCatalogue, saveRole } from '../../directory/role.store.ts';
import { saveUser, saveUserRoles, takeLock } from '../../directory/user.store.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import * as words from '../../ground/authentication.types.ts';
import { FIRST_START_LOCK } from '../../ground/authentication-locks.ts';
import type { PasswordHasher, StoredPassword } from '../../ground/hashing/password-hasher.ts';
import type { ActivationLinks } from '../../secrets/activation-links.ts';
import { endTokensOf, findActivationExpiry } from '../../secrets/one-time-token.store.ts';
import { savePassword } from '../../secrets/password/password.store.ts';
import { findPasswordProblems, isHashable, PASSWORD_BYTES_MAX } from '../../secrets/password/password-policy.ts';
import {
  type AuthenticationSettings,
  authenticationSettings,
  linkLifetimesMs,
} from '../../settings/authentication.settings.ts';
import { findFirstAdmin, hasUsers, saveDefaultTenant } from './first-start.store.ts';

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

interface FirstStartGround extends Pick<Kernel, 'database' | 'clock' | 'ids' | 'events'> {
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
export async function prepareDirectory(ground: FirstStartGround): Promise<void> {
  const admin = await findFirstAdmin(ground.database, ADMIN);
  const password = admin?.passwordSet === true ? null : await hashAdminPassword(ground);
  const lines = await ground.database.transaction(async (tx) => {
    await takeLock(tx, FIRST_START_LOCK);
    const now = new Date(ground.clock.now());
    await saveDefaultTenant(tx, ground.ids.uuidV7(), words.SYSTEM_USERNAME, now);
    await saveShippedRoles(tx, ground, now);
    await saveCatalogue(tx, ground.modules);
    return prepareAdmin(tx, ground, password, now);
  });
  for (const line of lines) ground.announce(line);
}

async function hashAdminPassword(ground: FirstStartGround): Promise<StoredPassword | null> {
  const { adminPassword, hasher, settings } = ground;
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

async function saveShippedRoles(tx: Transaction, { ids }: FirstStartGround, now: Date): Promise<void> {
  for (const { code, name } of shippedRoles) {
    // Null where the role exists already.
    await saveRole(tx, {
      uuid: ids.uuidV7(),
      tenantIdentifier: null,
      code,
      name,
      description: null,
      system: true,
      createdBy: words.SYSTEM_USERNAME,
      now,
    });
  }
}

/** Answers what is to be announced after the commit. */
async function prepareAdmin(
  tx: Transaction,
  ground: FirstStartGround,
  password: StoredPassword | null,
  now: Date,
): Promise<readonly string[]> {
  const existing = await findFirstAdmin(tx, ADMIN);
  if (existing === null && (await hasUsers(tx))) return [];
  if (existing?.passwordSet === true) return [];
  const userId = existing?.userId ?? (await createAdmin(tx, ground, now));
  if (password !== null) {
    await savePassword(tx, userId, password, now);
    await endTokensOf(tx, userId, 'ACTIVATION', now);
    return [];
  }
  const expiry = await findActivationExpiry(tx, userId, now);
  if (expiry !== null) {
    return [`The activation link of ${ADMIN} that was printed before is valid until ${expiry.toISOString()}.`];
  }
  const link = await ground.links.issue(tx, userId, linkLifetimesMs.firstActivation);
  return [`Set the password of ${ADMIN} within ${linkLifetimesMs.firstActivation / HOUR_MS} hours:`, link];
}

async function createAdmin(tx: Transaction, { ids, events }: FirstStartGround, now: Date): Promise<number> {
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
    createdBy: words.SYSTEM_USERNAME,
    now,
  });
  await saveUserRoles(
    tx,
    userId,
    roles.map(({ id }) => id),
  );
  const detail = { roleList: codes, enabled: true };
  await events.record(tx, authenticationEvents.userCreated, words.systemActor(words.DEFAULT_TENANT), ADMIN, detail);
  return userId;
}
