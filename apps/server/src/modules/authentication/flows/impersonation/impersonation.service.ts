// Lets a person act as another user: for a while, visibly, and never with more than the person holds.

import type { Cookie, SvcAuthAuthenticationResponseModel, SvcAuthImpersonationModel } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import type { BegunSession, SessionApi, UserDirectory } from '../../../session/api.ts';
import { lockUserToChange } from '../../directory/required-grants.ts';
import { findTenant } from '../../directory/tenant.store.ts';
import { findUserByFoldedName, type User } from '../../directory/user.store.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { sessionCookie } from '../../ground/cookies.ts';
import { deviceNameOf } from '../../ground/device-name.ts';
import { toLoginAnswer } from '../../steps/login.wire.ts';
import { checkDelivery } from '../../steps/token-delivery.ts';

/** Enough to look into what a user reports, and less than a working day. */
const LIFETIME_MS = 30 * 60_000;

interface ImpersonationGround extends Pick<Kernel, 'database'> {
  readonly users: UserDirectory;
  readonly session: () => SessionApi;
}

/** Carries the token in the body or in the cookie, never in both. */
interface ImpersonationAnswer {
  readonly body: SvcAuthAuthenticationResponseModel;
  readonly cookies: readonly Cookie[];
}

export function createImpersonationService(ground: ImpersonationGround) {
  const { database, users } = ground;
  return {
    async impersonate(act: Act, model: SvcAuthImpersonationModel): Promise<ImpersonationAnswer> {
      const { caller, context } = act;
      const tokenDelivery = model.tokenDelivery ?? 'BODY';
      checkDelivery(tokenDelivery, context);
      // A key is no person, and a caller who acts as somebody already would be hidden behind two names.
      if (caller.kind !== 'person' || caller.actorUsername !== null) fail('ACCESS_DENIED');
      const { tenantIdentifier } = caller;
      const user = await findUserByFoldedName(database, tenantIdentifier, foldName(model.username));
      if (user === null) failNotFound('USER_NOT_FOUND', { username: model.username });
      const access = await users.findAccess(tenantIdentifier, user.usernameFolded);
      if (access === null) fail('USER_DISABLED');
      const tenant = await findTenant(database, tenantIdentifier);
      const localeTag = user.locale ?? tenant?.locale ?? context.language;
      const begun = await database.transaction((tx) => begin(tx, ground, act, { user, model, localeTag }));
      if (begun === null) fail('USER_DISABLED');
      const tokenInBody = tokenDelivery === 'BODY';
      const body = toLoginAnswer(
        {
          session: begun,
          authorities: access.authorities,
          localeTag,
          tenantIdentifier,
          username: user.username,
          previousLoginDate: null,
          failedAttemptCount: null,
          recoveryCodeList: null,
          recoveryCodeCount: null,
        },
        { tokenInBody, answerLanguage: context.language },
      );
      return { body, cookies: tokenInBody ? [] : [sessionCookie(begun, context)] };
    },
  };
}

interface Impersonation {
  readonly user: User;
  readonly model: SvcAuthImpersonationModel;
  readonly localeTag: string;
}

/** Begins the session; null when the user may not sign in or the caller's own session ended meanwhile. */
async function begin(
  tx: Transaction,
  { users, session }: ImpersonationGround,
  act: Act,
  { user, model, localeTag }: Impersonation,
): Promise<BegunSession | null> {
  const { caller, context } = act;
  const { tenantIdentifier } = caller;
  // The lock under which sessions begin comes first, then the row: a sign-in holds them in this order.
  await session().lockUser(tx, user);
  await lockUserToChange(tx, caller, user.uuid);
  const standing = await users.findStanding(tx, tenantIdentifier, user.usernameFolded);
  if (standing === null) return null;
  const begun = await session().begin(tx, {
    tenantIdentifier,
    username: user.username,
    userUuid: user.uuid,
    localeTag,
    securityVersion: standing.securityVersion,
    methods: [],
    deviceName: deviceNameOf(context.userAgent),
    userAgent: context.userAgent,
    attributes: {},
    replacedIdentifier: null,
    actor: act.actor,
    onBehalf: {
      tenantIdentifier,
      actorUsername: caller.username,
      parentIdentifier: caller.identifier,
      authenticatedMs: caller.authenticatedAt,
      lifetimeMs: LIFETIME_MS,
    },
  });
  if (begun === null) return null;
  const detail = { reason: model.reason, sessionIdentifier: begun.identifier };
  await act.record(tx, authenticationEvents.impersonated, user.username, detail);
  return begun;
}
