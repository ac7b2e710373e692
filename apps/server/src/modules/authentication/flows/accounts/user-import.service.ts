// Makes many users at once: every problem of every user first, then all of them in one transaction or none.

import type { SvcUserImportModel, SvcUserImportResultModel } from '@keelson/contract';
import { importedUsersMax } from '@keelson/contract';
import { isUniqueViolation, type Transaction } from '../../../../kernel/database/database.ts';
import { canonicalLocaleTag } from '../../../../kernel/locale/locale-object.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { type ArgumentProblem, invalid } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { requireMayHandOn, requireTenant } from '../../directory/required-grants.ts';
import { type AssignableRole, findAssignableRoles } from '../../directory/role.store.ts';
import { lockTenantForUse } from '../../directory/tenant.store.ts';
import {
  findUser,
  saveUser,
  saveUserRoles,
  USER_EXTERNAL_INDEX,
  USER_NAME_CONSTRAINT,
} from '../../directory/user.store.ts';
import { userSubject } from '../../directory/user-subject.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { ROLE_SERVICE, ROLE_USER } from '../../ground/authentication.types.ts';
import { saveEmail } from '../../secrets/email.store.ts';
import { savePassword } from '../../secrets/password/password.store.ts';
import { requirePasswordChange } from '../../secrets/security.store.ts';
import { addressOf, profileOf } from './user-fields.ts';
import { findImportProblems, findTakenProblems } from './user-import-problems.ts';
import { requireNameFree } from './user-name.ts';

export interface UserImport {
  readonly models: readonly SvcUserImportModel[];
  /** True to check only. */
  readonly dryRun: boolean;
}

interface UserImportGround extends Pick<Kernel, 'database' | 'clock' | 'ids'> {}

/** A user of the list with everything that is needed to check it. */
interface Entry {
  readonly model: SvcUserImportModel;
  readonly tenantIdentifier: string;
  readonly roles: readonly AssignableRole[];
}

export function createUserImportService(ground: UserImportGround) {
  const { database } = ground;

  const importIn = async (tx: Transaction, act: Act, { models, dryRun }: UserImport): Promise<void> => {
    const { caller } = act;
    const { entries, problems } = await resolveEntries(tx, models, caller);
    problems.push(...(await findTakenProblems(tx, entries, ground.clock.now())));
    if (problems.length > 0) invalid(...problems);
    for (const { roles } of entries) requireMayHandOn(caller, roles);
    if (dryRun) return;
    for (const entry of entries) await saveEntry(tx, ground, act, entry);
  };

  return {
    /** Imports the users; one without a hash has no password until an activation link is made. */
    async importUsers(act: Act, input: UserImport): Promise<SvcUserImportResultModel> {
      const { models, dryRun } = input;
      const { caller } = act;
      if (models.length > importedUsersMax) {
        invalid({ field: '', code: 'TOO_LONG', message: `At most ${importedUsersMax} users at once.` });
      }
      const problems = findImportProblems(models, caller.tenantIdentifier);
      if (problems.length > 0) invalid(...problems);
      for (const { tenantIdentifier } of models) requireTenant(caller, tenantIdentifier ?? caller.tenantIdentifier);
      const answer = { dryRun, userCount: models.length };
      const run = () =>
        act.once((claim) =>
          database.transaction(async (tx) => {
            await importIn(tx, act, input);
            await claim.save(tx, answer);
            return answer;
          }),
        );
      try {
        return await run();
      } catch (error) {
        if (!isUniqueViolation(error, USER_NAME_CONSTRAINT) && !isUniqueViolation(error, USER_EXTERNAL_INDEX))
          throw error;
        // The name was taken between the look and the insert: a second look finds which.
        return run();
      }
    },
  };
}

export type UserImportService = ReturnType<typeof createUserImportService>;

/** Finds tenants and roles of the entries; fails with 404 for a tenant that is not there. */
async function resolveEntries(
  tx: Transaction,
  models: readonly SvcUserImportModel[],
  caller: Caller,
): Promise<{ readonly entries: readonly Entry[]; readonly problems: ArgumentProblem[] }> {
  const problems: ArgumentProblem[] = [];
  const known = new Map<string, { readonly identifier: string; readonly roles: readonly AssignableRole[] }>();
  const codes = [...new Set([ROLE_USER, ...models.flatMap(({ roleList }) => roleList ?? [])])];
  for (const named of new Set(models.map((model) => model.tenantIdentifier ?? caller.tenantIdentifier))) {
    const tenant = await lockTenantForUse(tx, named);
    if (tenant === null) failNotFound('TENANT_NOT_FOUND', { tenantIdentifier: named });
    const { identifier } = tenant;
    known.set(named, { identifier, roles: await findAssignableRoles(tx, codes, identifier) });
  }
  const entries = models.map((model, index): Entry => {
    const { identifier, roles } = known.get(model.tenantIdentifier ?? caller.tenantIdentifier)!;
    const asked = model.roleList ?? [];
    asked.forEach((code, at) => {
      const assignable = code !== ROLE_SERVICE && roles.some((role) => role.code === code);
      const message = code === ROLE_SERVICE ? 'It marks API keys.' : `There is no role ${code}.`;
      if (!assignable) problems.push({ field: `[${index}].roleList[${at}]`, code: 'NOT_ALLOWED', message });
    });
    const held = roles.filter(({ code }) => code === ROLE_USER || asked.includes(code));
    return { model, tenantIdentifier: identifier, roles: held };
  });
  return { entries, problems };
}

async function saveEntry(
  tx: Transaction,
  { clock, ids }: UserImportGround,
  act: Act,
  { model, tenantIdentifier, roles }: Entry,
): Promise<void> {
  const now = new Date(clock.now());
  const uuid = ids.uuidV7();
  const locale = model.locale ?? null;
  const userId = await saveUser(tx, {
    uuid,
    tenantIdentifier,
    username: model.username,
    usernameFolded: foldName(model.username),
    now,
    displayName: model.displayName ?? null,
    locale: locale === null ? null : canonicalLocaleTag(locale),
    enabled: model.enabled ?? true,
    createdBy: act.caller.username,
    profile: profileOf(model),
  });
  await saveEmail(tx, { userId, address: addressOf(model.email), verified: false });
  await requireNameFree(tx, { uuid, tenantIdentifier, username: model.username }, now.getTime());
  await saveUserRoles(
    tx,
    userId,
    roles.map(({ id }) => id),
  );
  if (typeof model.passwordHash === 'string') {
    await savePassword(tx, userId, { hash: model.passwordHash, pepperKeyId: null }, now);
    // A stored password counts as changed just now.
    if (model.passwordChangeRequired === true) await requirePasswordChange(tx, userId);
  }
  const user = (await findUser(tx, uuid, null))!;
  const detail = { roleList: user.roleList, enabled: user.enabled, passwordSet: user.passwordSet };
  await act.record(tx, authenticationEvents.userImported, userSubject(user), detail);
}
