// Makes what the first sign-in needs: the catalogue, the shipped roles, the tenant `default` and an administrator.

import type { ModuleContract } from '@keelson/contract';
import { HOUR_MS } from '@keelson/time-zone/units';
import type { Queryable, Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { findAssignableRoles, isShippedRole, roles, saveCatalogue } from '../../directory/role.store.ts';
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
import { findSystemAdmins, hasUsers, type SystemAdmin, saveDefaultTenant } from './first-start.store.ts';

/** First administrator, made by the first start; later only the role counts, not the name. */
const FIRST_ADMIN = { tenantIdentifier: words.DEFAULT_TENANT, username: 'admin', displayName: null } as const;
const standardDemands = {
  minLength: authenticationSettings.passwordMinLength.defaultValue,
  blocklist: authenticationSettings.passwordBlocklist.defaultValue,
};
// The start hashes under this address in the queue; nothing else is hashed before the first request.
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
  /** Is read only while no system administrator who can sign in has a password. */
  readonly adminPassword: string | null;
  readonly settings: Pick<AuthenticationSettings, 'passwordMinLength' | 'passwordBlocklist'>;
  /** Shows a line to whoever started the process. */
  readonly announce: (line: string) => void;
}

type NamedAdmin = Pick<SystemAdmin, 'tenantIdentifier' | 'username' | 'displayName'>;

/**
 * Who needs a password: nobody (somebody has one), nobody left who could get one, the first administrator, or the one
 * named.
 */
type Waiting = 'NOBODY' | 'NOBODY_LEFT' | 'FIRST' | SystemAdmin;

async function findWaiting(queryable: Queryable, now: Date): Promise<Waiting> {
  const admins = (await findSystemAdmins(queryable, null, now)).filter(({ active }) => active);
  if (admins.some(({ passwordSet }) => passwordSet)) return 'NOBODY';
  const [admin] = admins;
  if (admin !== undefined) return admin;
  // A directory that had users gets no second first administrator, whatever names are in it.
  return (await hasUsers(queryable)) ? 'NOBODY_LEFT' : 'FIRST';
}

/**
 * Runs at each start, under a lock of the database: of two processes that start at once one makes everything. It throws a
 * sentence when the given password of the administrator breaks the policy.
 */
export async function prepareDirectory(ground: FirstStartGround): Promise<void> {
  const waiting = await findWaiting(ground.database, new Date(ground.clock.now()));
  const password = await hashAdminPassword(ground, waiting);
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

async function hashAdminPassword(ground: FirstStartGround, waiting: Waiting): Promise<StoredPassword | null> {
  const { adminPassword, hasher, settings } = ground;
  if (adminPassword === null || waiting === 'NOBODY' || waiting === 'NOBODY_LEFT') return null;
  const admin = waiting === 'FIRST' ? FIRST_ADMIN : waiting;
  const demands = {
    minLength: settings.passwordMinLength.get(admin.tenantIdentifier),
    blocklist: settings.passwordBlocklist.get(admin.tenantIdentifier),
  };
  requireAdminPassword(adminPassword, admin, demands);
  return hasher.hash(adminPassword, START_ADDRESS);
}

/** Throws a sentence when the given password breaks the policy; the first administrator has the default demands. */
export function requireAdminPassword(
  adminPassword: string | null,
  { tenantIdentifier, username, displayName }: NamedAdmin = FIRST_ADMIN,
  demands = standardDemands,
): void {
  if (adminPassword === null) return;
  const context = { tenantIdentifier, username, displayName, ...demands };
  const reasons = isHashable(adminPassword)
    ? findPasswordProblems(adminPassword, context).map(({ message }) => message)
    : [`Use at most ${PASSWORD_BYTES_MAX} bytes.`];
  if (reasons.length > 0) throw new Error(`KEELSON_ADMIN_PASSWORD is refused: ${reasons.join(' ')}`);
}

async function saveShippedRoles(tx: Transaction, { ids }: FirstStartGround, now: Date): Promise<void> {
  for (const { code, name } of shippedRoles) {
    if (await isShippedRole(tx, code)) continue;
    const role = { uuid: ids.uuidV7(), tenantIdentifier: null, code, name, system: true };
    await roles.insert(tx, role, { by: words.SYSTEM_USERNAME, now });
  }
}

/** Answers the lines to announce after the commit. */
async function prepareAdmin(
  tx: Transaction,
  ground: FirstStartGround,
  password: StoredPassword | null,
  now: Date,
): Promise<readonly string[]> {
  // The administrator is looked for again under the lock: another process may have been faster.
  const waiting = await findWaiting(tx, now);
  if (waiting === 'NOBODY') return [];
  if (waiting === 'NOBODY_LEFT') {
    return [`Nobody who can sign in holds ${words.ROLE_SYSTEM_ADMIN}: no password is set and no link is printed.`];
  }
  const { userId, label } =
    waiting === 'FIRST'
      ? { userId: await createAdmin(tx, ground, now), label: FIRST_ADMIN.username }
      : { userId: waiting.userId, label: labelOf(waiting) };
  if (password !== null) {
    await savePassword(tx, userId, password, now);
    await endTokensOf(tx, userId, 'ACTIVATION', now);
    return [];
  }
  const expiry = await findActivationExpiry(tx, userId, now);
  if (expiry !== null) {
    return [`The activation link of ${label} that was printed before is valid until ${expiry.toISOString()}.`];
  }
  const link = await ground.links.issue(tx, userId, linkLifetimesMs.firstActivation);
  return [`Set the password of ${label} within ${linkLifetimesMs.firstActivation / HOUR_MS} hours:`, link];
}

function labelOf({ tenantIdentifier, username }: NamedAdmin): string {
  return tenantIdentifier === words.DEFAULT_TENANT ? username : `${username} of the tenant ${tenantIdentifier}`;
}

async function createAdmin(tx: Transaction, { ids, events }: FirstStartGround, now: Date): Promise<number> {
  const codes = [words.ROLE_USER, words.ROLE_SYSTEM_ADMIN];
  const roles = await findAssignableRoles(tx, codes, words.DEFAULT_TENANT);
  const userId = await saveUser(tx, {
    uuid: ids.uuidV7(),
    ...FIRST_ADMIN,
    usernameFolded: FIRST_ADMIN.username,
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
  const actor = words.systemActor(words.DEFAULT_TENANT);
  await events.record(tx, authenticationEvents.userCreated, actor, FIRST_ADMIN.username, detail);
  return userId;
}
