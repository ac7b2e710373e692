// Creates users, who set their first password by a link; nobody hands on more than they hold.
import type { SvcUserModel, SvcUserModelInput } from '@keelson/contract';
import type { Caller } from '../../../kernel/caller.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Context } from '../../../kernel/context.ts';
import { type Database, isUniqueViolation, type Transaction } from '../../../kernel/database.ts';
import { fail, invalid } from '../../../kernel/errors.ts';
import type { EventRecorder } from '../../../kernel/events.ts';
import { findNameProblem, foldName } from '../../../kernel/fold.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { SessionApi } from '../../session/api.ts';
import type { ActivationLinks } from '../activation/activation-links.ts';
import { tokenSettings } from '../authentication.settings.ts';
import { requireKnownRoles, requireMayHandOn, requireTenant, wantedRoleCodes } from './grants.ts';
import { findAssignableRoles } from './role.store.ts';
import { findTenant } from './tenant.store.ts';
import { findUser, saveUser, saveUserRoles, USER_NAME_CONSTRAINT } from './user.store.ts';
import { toSvcUser } from './user.wire.ts';
import { recordUserEvent } from './user-event.ts';

const HOUR_MS = 3_600_000;

export interface UserService {
  create(model: SvcUserModelInput, caller: Caller, context: Context): Promise<SvcUserModel>;
}

export interface UserServiceDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly events: EventRecorder;
  readonly links: ActivationLinks;
  readonly session: () => SessionApi;
}

export function createUserService(deps: UserServiceDependencies): UserService {
  const { database, clock, ids, events, links, session } = deps;

  const createIn = async (
    tx: Transaction,
    model: SvcUserModelInput,
    tenantIdentifier: string,
    caller: Caller,
    context: Context,
  ): Promise<SvcUserModel> => {
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
      locale: locale === null ? null : session().canonicalLocaleTag(locale),
      enabled: model.enabled ?? true,
      createdBy: caller.username,
      now: new Date(clock.now()),
    });
    await saveUserRoles(
      tx,
      userId,
      roles.map(({ id }) => id),
    );
    const link = await links.issue(tx, userId, tokenSettings.activation.default * HOUR_MS);
    const user = (await findUser(tx, uuid, tenantIdentifier))!;
    await recordUserEvent(tx, events, 'authentication.user-created', user, caller, context, {
      roleList: user.roleList,
      enabled: user.enabled,
    });
    return toSvcUser(user, link);
  };

  return {
    async create(model, caller, context) {
      const tenantIdentifier = model.tenantIdentifier ?? caller.tenantIdentifier;
      requireTenant(caller, tenantIdentifier);
      checkUserShape(model, session());
      const tenant = await findTenant(database, tenantIdentifier);
      if (tenant === null) fail('TENANT_NOT_FOUND', { parameters: { tenantIdentifier } });
      try {
        return await database.transaction((tx) => createIn(tx, model, tenant.identifier, caller, context));
      } catch (error) {
        if (!isUniqueViolation(error, USER_NAME_CONSTRAINT)) throw error;
        return fail('USER_ALREADY_EXISTS', { parameters: { username: model.username } });
      }
    },
  };
}

function checkUserShape({ username, locale }: SvcUserModelInput, session: SessionApi): void {
  const nameProblem = findNameProblem(username);
  if (nameProblem !== null) invalid({ field: 'username', ...nameProblem });
  if (locale !== null && locale !== undefined && session.canonicalLocaleTag(locale) === null) {
    invalid({ field: 'locale', code: 'FORMAT', message: 'A BCP 47 tag of a known language.' });
  }
}
