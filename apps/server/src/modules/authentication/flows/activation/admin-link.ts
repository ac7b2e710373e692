// Issues an activation link to an operator with access to the database: the way back in when nobody can sign in any
// more.
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Actor } from '../../../../kernel/records/events.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { findTenant } from '../../directory/tenant.store.ts';
import { findUserByFoldedName, lockUserForChange } from '../../directory/user.store.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { DEFAULT_TENANT, ROLE_SYSTEM_ADMIN } from '../../ground/authentication.types.ts';
import type { ActivationLinks } from '../../secrets/activation-links.ts';
import { linkLifetimesMs } from '../../settings/authentication.settings.ts';
import { findSystemAdmins } from './first-start.store.ts';

/** User for whom a link is wanted. */
export interface AdminLinkRequest {
  /** Tenant; null: `default` where a name is given, else any tenant with a system administrator. */
  readonly tenantIdentifier: string | null;
  /** Username; null: a system administrator who can sign in, of `default` before others, the oldest account first. */
  readonly username: string | null;
}

export interface AdminLink {
  readonly link: string;
  readonly lifetimeMs: number;
  readonly username: string;
  readonly tenantIdentifier: string;
  /** Number of further system administrators among whom this one was chosen. */
  readonly otherCount: number;
}

interface LinkTarget extends Omit<AdminLink, 'link' | 'lifetimeMs'> {
  readonly userId: number;
  readonly uuid: string;
}

/** Creates the issuer; it throws a sentence for the operator, who alone can ask. */
export function createAdminLinkIssuer({
  database,
  clock,
  events,
  links,
}: Pick<Kernel, 'database' | 'clock' | 'events'> & {
  readonly links: ActivationLinks;
}) {
  return (request: AdminLinkRequest, by: Omit<Actor, 'tenantIdentifier'>): Promise<AdminLink> =>
    database.transaction(async (tx) => {
      const target = await findTarget(tx, request, new Date(clock.now()));
      const { userId, uuid, username, tenantIdentifier, otherCount } = target;
      await lockUserForChange(tx, uuid);
      const lifetimeMs = linkLifetimesMs.firstActivation;
      const link = await links.issue(tx, userId, lifetimeMs);
      const subject = { name: username, tenantIdentifier };
      const detail = { activationLink: 'renewed', from: 'COMMAND_LINE' };
      await events.record(tx, authenticationEvents.userUpdated, { ...by, tenantIdentifier }, subject, detail);
      return { link, lifetimeMs, username, tenantIdentifier, otherCount };
    });
}

async function findTarget(tx: Transaction, { tenantIdentifier, username }: AdminLinkRequest, now: Date) {
  const identifier = tenantIdentifier === null ? null : await findTenantIdentifier(tx, tenantIdentifier);
  return username === null ? findAdmin(tx, identifier, now) : findNamed(tx, identifier ?? DEFAULT_TENANT, username);
}

async function findTenantIdentifier(tx: Transaction, asked: string): Promise<string> {
  const tenant = await findTenant(tx, asked);
  if (tenant === null) throw new Error(`There is no tenant "${asked}".`);
  return tenant.identifier;
}

async function findNamed(tx: Transaction, tenantIdentifier: string, username: string): Promise<LinkTarget> {
  const user = await findUserByFoldedName(tx, tenantIdentifier, foldName(username));
  if (user === null) throw new Error(`There is no user "${username}" in the tenant "${tenantIdentifier}".`);
  if (!user.enabled) {
    throw new Error(`The user "${user.username}" is deactivated; a link would not let anybody in.`);
  }
  return { userId: user.id, uuid: user.uuid, username: user.username, tenantIdentifier, otherCount: 0 };
}

async function findAdmin(tx: Transaction, tenantIdentifier: string | null, now: Date): Promise<LinkTarget> {
  const admins = await findSystemAdmins(tx, tenantIdentifier, now);
  const active = admins.filter((admin) => admin.active);
  const [chosen] = active;
  if (chosen !== undefined) return { ...chosen, otherCount: active.length - 1 };
  const where = tenantIdentifier === null ? '' : ` in the tenant "${tenantIdentifier}"`;
  const shut = admins.map((admin) => `"${admin.username}" of the tenant "${admin.tenantIdentifier}"`).join(', ');
  const holders = shut === '' ? '' : ` It is held, deactivated or run out, by ${shut}.`;
  throw new Error(`Nobody who can sign in holds ${ROLE_SYSTEM_ADMIN}${where}.${holders} --user names somebody else.`);
}
