// Holds the SQL of pages and lists of users, and of conditions that look into other tables.
import type { Pageable } from '@keelson/contract';
import type { Queryable } from '../../../../kernel/database/database.ts';
import { addRange, containsPattern, createFilter, type Filter } from '../../../../kernel/records/page.ts';
import { type Expected, listRecords, pageRecords, type RecordSource } from '../../../../kernel/records/record-page.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { USER_COLUMNS, type User } from '../user.store.ts';

type Asked<T> = T | null | undefined;

/** Filters of users; null and undefined filter nothing. */
export interface UserQuery {
  readonly tenantIdentifier: string;
  readonly now: Date;
  readonly deleted?: Asked<boolean>;
  readonly searchText?: Asked<string>;
  readonly username?: Asked<string>;
  readonly usernameLike?: Asked<string>;
  readonly email?: Asked<string>;
  readonly role?: Asked<string>;
  readonly authority?: Asked<string>;
  readonly enabled?: Asked<boolean>;
  readonly locked?: Asked<boolean>;
  readonly source?: Asked<keyof typeof sourceConditions>;
  readonly lastLoginDateFrom?: Asked<string>;
  readonly lastLoginDateTo?: Asked<string>;
}

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

const holders = 'SELECT ur.user_id FROM auth_user_role ur JOIN auth_role r ON r.id = ur.role_id AND NOT r.deleted';

/** Compares with an array: for a join the planner takes the few ids for many and reads all users. */
function isOneOf(selectUserIds: string): string {
  return `u.id = ANY (ARRAY(${selectUserIds}))`;
}

/** `$?` stands for the code of the role. */
const HOLDS_ROLE = isOneOf(`${holders} WHERE r.code = $?`);

/** `$?` stands for the authority. */
const HOLDS_AUTHORITY = isOneOf(`${holders} JOIN auth_role_authority ra ON ra.role_id = r.id WHERE ra.authority = $?`);

/** SQL of a user being locked; `now` is the parameter of the time. */
function isLockedAt(now: string): string {
  return isOneOf(`SELECT p.user_id FROM auth_password p WHERE p.disabled OR p.locked_until_date > ${now}`);
}

/** Conditions by source, written as constants because the index of external users serves constants only. */
const sourceConditions = {
  LOCAL: `u.source = 'LOCAL'`,
  LDAP: `u.source = 'LDAP'`,
  OIDC: `u.source = 'OIDC'`,
} as const;

function filterOf(query: UserQuery): Filter {
  const filter = createFilter();
  filter.and('u.tenant_identifier = $?', query.tenantIdentifier);
  filter.and(query.deleted === true ? 'u.deleted' : 'NOT u.deleted');
  addTextFilters(filter, query);
  const { role, authority, enabled, locked, source } = query;
  if (given(role)) filter.and(HOLDS_ROLE, role);
  if (given(authority)) filter.and(HOLDS_AUTHORITY, authority);
  if (given(enabled)) filter.and(enabled ? 'u.enabled' : 'NOT u.enabled');
  if (given(locked)) {
    const condition = isLockedAt(filter.parameter(query.now));
    filter.and(locked ? condition : `NOT ${condition}`);
  }
  if (given(source)) filter.and(sourceConditions[source]);
  addRange(filter, 'u.last_login_date', query.lastLoginDateFrom, query.lastLoginDateTo);
  return filter;
}

function expectedOf(query: UserQuery): Expected {
  const { searchText, username, usernameLike, email, role, authority, locked, source } = query;
  const rare = [searchText, username, usernameLike, email, role, authority].some(given);
  return rare || locked === true || (given(source) && source !== 'LOCAL') ? 'FEW' : 'MANY';
}

function addTextFilters(filter: Filter, { searchText, username, usernameLike, email }: UserQuery): void {
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

/** Answers a page; the total is exact, and past the end the rows are empty. */
export function pageUsers(queryable: Queryable, query: UserQuery, page: Pageable) {
  return pageRecords<User>(queryable, users, filterOf(query), page, expectedOf(query));
}

/** Answers all rows; 422 RESULT_TOO_LARGE where there are more than a list may have. */
export function listUsers(queryable: Queryable, query: UserQuery, page: Pageable) {
  return listRecords<User>(queryable, users, filterOf(query), page, expectedOf(query));
}
