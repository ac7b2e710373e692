// Finds users: one by identifier or name, pages and lists by filters, always within what the caller may see.

import { resolvePageable, type SvcUserModel, type SvcUserQueryModel, userSortStandard } from '@keelson/contract';
import type { Kernel } from '../../../../kernel/module.ts';
import { containsPattern, createFilter, type Filter, pageBody } from '../../../../kernel/records/page.ts';
import { type Expected, listRecords, pageRecords, type RecordSource } from '../../../../kernel/records/record-page.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { refuseReversedRange } from '../../ground/date-range.ts';
import { requireTenant, visibleTenant } from '../required-grants.ts';
import { findUser, findUserByFoldedName, USER_COLUMNS, type User } from '../user.store.ts';
import { toSvcUser } from '../user.wire.ts';
import { HOLDS_AUTHORITY, HOLDS_ROLE, isLockedAt } from './user-condition.store.ts';

const users: RecordSource = {
  name: 'auth_user_page',
  table: 'auth_user',
  alias: 'u',
  columns: USER_COLUMNS,
  joins: 'LEFT JOIN auth_password p ON p.user_id = u.id',
  sortColumns: {
    username: 'u.username_folded',
    displayName: 'u.display_name',
    email: 'u.email',
    lastLoginDate: 'u.last_login_date',
    dateCreated: 'u.date_created',
  },
};

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
    /** Looks in the caller's tenant. */
    async getByUsername(username: string, caller: Caller): Promise<SvcUserModel> {
      const user = await findUserByFoldedName(database, caller.tenantIdentifier, foldName(username));
      return toSvcUser(user ?? failNotFound('USER_NOT_FOUND', { username }), null, clock.now());
    },
    async page(model: SvcUserQueryModel, caller: Caller): Promise<UserPage> {
      const request = resolvePageable(model.pageable, userSortStandard);
      const { rows, total } = await pageRecords<User>(
        database,
        users,
        filterOf(model, caller, clock.now()),
        request,
        expectedOf(model),
      );
      return pageBody(
        rows.map((user) => toSvcUser(user, null, clock.now())),
        total,
        request,
      );
    },
    async list(model: SvcUserQueryModel, caller: Caller): Promise<readonly SvcUserModel[]> {
      const request = resolvePageable(model.pageable, userSortStandard);
      const rows = await listRecords<User>(
        database,
        users,
        filterOf(model, caller, clock.now()),
        request,
        expectedOf(model),
      );
      return rows.map((user) => toSvcUser(user, null, clock.now()));
    },
  };
}

export type UserQueryService = ReturnType<typeof createUserQueryService>;

function filterOf(model: SvcUserQueryModel, caller: Caller, nowMs: number): Filter {
  const tenantIdentifier = model.tenantIdentifier ?? caller.tenantIdentifier;
  requireTenant(caller, tenantIdentifier);
  refuseReversedRange('lastLoginDate', model.lastLoginDateFrom, model.lastLoginDateTo);
  const filter = createFilter();
  filter.and('u.tenant_identifier = $?', tenantIdentifier);
  filter.and(model.deleted === true ? 'u.deleted' : 'NOT u.deleted');
  addTextFilters(filter, model);
  const { role, authority, enabled, locked, source, lastLoginDateFrom: from, lastLoginDateTo: to } = model;
  if (given(role)) filter.and(HOLDS_ROLE, role);
  if (given(authority)) filter.and(HOLDS_AUTHORITY, authority);
  if (given(enabled)) filter.and(enabled ? 'u.enabled' : 'NOT u.enabled');
  if (given(locked)) {
    const condition = isLockedAt(filter.parameter(new Date(nowMs)));
    filter.and(locked ? condition : `NOT ${condition}`);
  }
  if (given(source)) filter.and(sourceConditions[source]);
  if (given(from)) filter.and('u.last_login_date >= $?', new Date(from));
  if (given(to)) filter.and('u.last_login_date < $?', new Date(to));
  return filter;
}

/** The conditions are text, because the index of those from elsewhere serves constants only. */
const sourceConditions = {
  LOCAL: `u.source = 'LOCAL'`,
  LDAP: `u.source = 'LDAP'`,
  OIDC: `u.source = 'OIDC'`,
} as const;

function expectedOf(model: SvcUserQueryModel): Expected {
  const { searchText, username, usernameLike, email, role, authority, locked, source } = model;
  const rare = [searchText, username, usernameLike, email, role, authority].some(given);
  return rare || locked === true || (given(source) && source !== 'LOCAL') ? 'FEW' : 'MANY';
}

function addTextFilters(filter: Filter, { searchText, username, usernameLike, email }: SvcUserQueryModel): void {
  if (given(username)) filter.and('u.username_folded = $?', foldName(username));
  if (given(usernameLike)) filter.and('u.username_folded LIKE $?', containsPattern(foldName(usernameLike)));
  if (given(email)) filter.and('u.email ILIKE $?', containsPattern(email));
  if (!given(searchText)) return;
  const name = filter.parameter(containsPattern(foldName(searchText)));
  const text = filter.parameter(containsPattern(searchText));
  filter.and(`u.username_folded LIKE ${name} OR u.display_name ILIKE ${text} OR u.email ILIKE ${text}`);
}

function given<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}
