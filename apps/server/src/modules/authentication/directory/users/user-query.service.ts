// Finds users: one by identifier or name, pages and lists by filters, always within what the caller may see.

import { resolvePageable, type SvcUserModel, type SvcUserQueryModel, userSortStandard } from '@keelson/contract';
import type { Kernel } from '../../../../kernel/module.ts';
import { pageBody } from '../../../../kernel/records/page.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { refuseReversedRange } from '../../ground/date-range.ts';
import { requireTenant, visibleTenant } from '../required-grants.ts';
import { findUser, findUserByFoldedName } from '../user.store.ts';
import { toSvcUser } from '../user.wire.ts';
import { listUsers, pageUsers, type UserQuery } from './user-page.store.ts';

type UserPage = ReturnType<typeof pageBody<SvcUserModel, string>>;

export function createUserQueryService({ database, clock }: Pick<Kernel, 'database' | 'clock'>) {
  return {
    async get(uuid: string, caller: Caller): Promise<SvcUserModel> {
      return toSvcUser(
        (await findUser(database, uuid, visibleTenant(caller))) ?? failNotFound('USER_NOT_FOUND', { uuid }),
        null,
        clock.now(),
      );
    },
    /** Finds a user of the caller's tenant. */
    async getByUsername(username: string, caller: Caller): Promise<SvcUserModel> {
      const user = await findUserByFoldedName(database, caller.tenantIdentifier, foldName(username));
      return toSvcUser(user ?? failNotFound('USER_NOT_FOUND', { username }), null, clock.now());
    },
    async page(model: SvcUserQueryModel, caller: Caller): Promise<UserPage> {
      const request = resolvePageable(model.pageable, userSortStandard);
      const { rows, total } = await pageUsers(database, queryOf(model, caller, clock.now()), request);
      return pageBody(
        rows.map((user) => toSvcUser(user, null, clock.now())),
        total,
        request,
      );
    },
    async list(model: SvcUserQueryModel, caller: Caller): Promise<readonly SvcUserModel[]> {
      const request = resolvePageable(model.pageable, userSortStandard);
      const rows = await listUsers(database, queryOf(model, caller, clock.now()), request);
      return rows.map((user) => toSvcUser(user, null, clock.now()));
    },
  };
}

export type UserQueryService = ReturnType<typeof createUserQueryService>;

function queryOf(model: SvcUserQueryModel, caller: Caller, nowMs: number): UserQuery {
  const tenantIdentifier = model.tenantIdentifier ?? caller.tenantIdentifier;
  requireTenant(caller, tenantIdentifier);
  refuseReversedRange('lastLoginDate', model.lastLoginDateFrom, model.lastLoginDateTo);
  return { ...model, tenantIdentifier, now: new Date(nowMs) };
}
