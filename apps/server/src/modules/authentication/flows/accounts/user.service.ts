// Creates users, who set their first password by a link; a caller gives only roles whose authorities the caller holds.

import type { SvcUserModel, SvcUserModelInput } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import { canonicalLocaleTag } from '../../../../kernel/locale/locale-object.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { invalid } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import {
  requireKnownRoles,
  requireMayHandOn,
  requireTenant,
  wantedRoleCodes,
} from '../../directory/required-grants.ts';
import { findAssignableRoles } from '../../directory/role.store.ts';
import { lockTenantForUse } from '../../directory/tenant.store.ts';
import { findUser, saveUser, saveUserRoles } from '../../directory/user.store.ts';
import { toSvcUser } from '../../directory/user.wire.ts';
import { userSubject } from '../../directory/user-subject.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import type { ActivationLinks } from '../../secrets/activation-links.ts';
import { saveEmail } from '../../secrets/email.store.ts';
import { inviteUser } from '../../secrets/invitation.ts';
import { addressOf, findFieldProblems, profileOf } from './user-fields.ts';
import { failWhereTaken, requireNameFree } from './user-name.ts';

export function createUserService({
  database,
  clock,
  ids,
  links,
  mails,
}: Pick<Kernel, 'database' | 'clock' | 'ids'> & {
  readonly links: ActivationLinks;
  readonly mails: UserMails;
}) {
  const createIn = async (
    tx: Transaction,
    act: Act,
    model: SvcUserModelInput,
    tenantIdentifier: string,
  ): Promise<SvcUserModel> => {
    const { caller } = act;
    const codes = wantedRoleCodes(model.roleList ?? []);
    const roles = await findAssignableRoles(tx, codes, tenantIdentifier);
    requireKnownRoles(codes, roles);
    requireMayHandOn(caller, roles);
    const uuid = ids.uuidV7();
    const locale = model.locale ?? null;
    const userId = await saveUser(tx, {
      uuid,
      tenantIdentifier,
      username: model.username,
      usernameFolded: foldName(model.username),
      displayName: model.displayName ?? null,
      locale: locale === null ? null : canonicalLocaleTag(locale),
      enabled: model.enabled ?? true,
      createdBy: caller.username,
      now: new Date(clock.now()),
      profile: profileOf(model),
    });
    await requireNameFree(tx, { uuid, tenantIdentifier, username: model.username }, clock.now());
    await saveUserRoles(
      tx,
      userId,
      roles.map(({ id }) => id),
    );
    const address = addressOf(model.email);
    await saveEmail(tx, { userId, address, verified: false });
    const link = await inviteUser(tx, { links, mails }, { userId, address, invitedBy: caller.username });
    const user = (await findUser(tx, uuid, tenantIdentifier))!;
    await act.record(tx, authenticationEvents.userCreated, userSubject(user), {
      roleList: user.roleList,
      enabled: user.enabled,
    });
    return toSvcUser(user, link, clock.now());
  };

  return {
    async create(act: Act, model: SvcUserModelInput): Promise<SvcUserModel> {
      const { caller } = act;
      const tenantIdentifier = model.tenantIdentifier ?? caller.tenantIdentifier;
      requireTenant(caller, tenantIdentifier);
      const problems = findFieldProblems(model);
      if (problems.length > 0) invalid(...problems);
      const named = { ...model, tenantIdentifier, externalIdentifier: model.externalIdentifier ?? null };
      return failWhereTaken(database, named, () =>
        database.transaction(async (tx) => {
          const tenant = await lockTenantForUse(tx, tenantIdentifier);
          if (tenant === null) failNotFound('TENANT_NOT_FOUND', { tenantIdentifier });
          return createIn(tx, act, model, tenant.identifier);
        }),
      );
    },
  };
}

export type UserService = ReturnType<typeof createUserService>;
