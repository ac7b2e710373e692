// Issues an activation link for whoever can reach the database: the way back in when nobody can sign in any more.
import type { Kernel } from '../../../../kernel/module.ts';
import type { Actor } from '../../../../kernel/records/events.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { findTenant } from '../../directory/tenant.store.ts';
import { findUserByFoldedName, lockUserForChange } from '../../directory/user.store.ts';
import { userSubject } from '../../directory/user-subject.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import type { ActivationLinks } from '../../secrets/activation-links.ts';
import { linkLifetimesMs } from '../../settings/authentication.settings.ts';

/** Throws a sentence for an operator: nobody else can ask. */
export type AdminLinkIssuer = (
  user: { readonly tenantIdentifier: string; readonly username: string },
  by: Omit<Actor, 'tenantIdentifier'>,
) => Promise<string>;

export function createAdminLinkIssuer({
  database,
  events,
  links,
}: Pick<Kernel, 'database' | 'events'> & {
  readonly links: ActivationLinks;
}): AdminLinkIssuer {
  return ({ tenantIdentifier, username }, by) =>
    database.transaction(async (tx) => {
      const tenant = await findTenant(tx, tenantIdentifier);
      if (tenant === null) throw new Error(`There is no tenant "${tenantIdentifier}".`);
      const user = await findUserByFoldedName(tx, tenant.identifier, foldName(username));
      if (user === null) throw new Error(`There is no user "${username}" in the tenant "${tenant.identifier}".`);
      if (!user.enabled)
        throw new Error(`The user "${user.username}" is deactivated; a link would not let anybody in.`);
      await lockUserForChange(tx, user.uuid);
      const link = await links.issue(tx, user.id, linkLifetimesMs.firstActivation);
      const actor = { ...by, tenantIdentifier: user.tenantIdentifier };
      const detail = { activationLink: 'renewed', from: 'COMMAND_LINE' };
      await events.record(tx, authenticationEvents.userUpdated, actor, userSubject(user), detail);
      return link;
    });
}
