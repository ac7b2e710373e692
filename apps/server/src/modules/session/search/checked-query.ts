// Checks the filters of a page of sessions and turns them into those of the store.
import type { SvcSessionQueryModel } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import { type ArgumentProblem, failAuthority, invalid } from '../../../kernel/request/errors.ts';
import { parseAddressRange, rangeText } from '../../../kernel/text/address-range.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { identifierIsToken, looksLikeToken } from '../record/refuse-token.ts';
import type { DateRange, SessionQuery } from './query.types.ts';

/** Filters without the authority, whose holders are looked up in the directory. */
export type CheckedQuery = Omit<SessionQuery, 'authority'>;

/** Refuses filters that name other users: an ignored filter would answer another question than the one asked. */
export function ownSessionsQuery(model: SvcSessionQueryModel, caller: Caller): CheckedQuery {
  const problems: ArgumentProblem[] = [];
  const own = foldName(caller.username);
  const names = [model.username, ...(model.usernameList ?? [])];
  if (names.some((name) => name !== null && name !== undefined && foldName(name) !== own)) {
    const field = model.username === null || model.username === undefined ? 'usernameList' : 'username';
    problems.push({ field, code: 'NOT_ALLOWED', message: 'Only the name of the caller can stand here.' });
  }
  if ((model.tenantIdentifier ?? caller.tenantIdentifier) !== caller.tenantIdentifier) {
    problems.push({
      field: 'tenantIdentifier',
      code: 'NOT_ALLOWED',
      message: 'Only the tenant of the caller can stand here.',
    });
  }
  return checkedQuery(model, caller, { tenantIdentifier: caller.tenantIdentifier, usernamesFolded: [own] }, problems);
}

/**
 * Checks a query for sessions of a tenant; another tenant than the caller's needs an authority, whether or not it
 * exists.
 */
export function tenantSessionsQuery(model: SvcSessionQueryModel, caller: Caller): CheckedQuery {
  const problems: ArgumentProblem[] = [];
  const { username, usernameList } = model;
  const tenantIdentifier = model.tenantIdentifier ?? caller.tenantIdentifier;
  if (tenantIdentifier !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) failAuthority('TENANT_ALL');
  const listed = present(usernameList) && usernameList.length > 0 ? usernameList.map(foldName) : null;
  const usernamesFolded = present(username) ? narrowed(foldName(username), listed) : listed;
  return checkedQuery(model, caller, { tenantIdentifier, usernamesFolded }, problems);
}

function narrowed(value: string, list: readonly string[] | null): readonly string[] {
  return list === null || list.includes(value) ? [value] : [];
}

function checkedQuery(
  model: SvcSessionQueryModel,
  caller: Caller,
  scope: Pick<SessionQuery, 'tenantIdentifier' | 'usernamesFolded'>,
  problems: ArgumentProblem[],
): CheckedQuery {
  const identifiers = identifierFilter(model, problems);
  const addressRange = addressFilter(model, problems);
  const created = rangeFilter('createdDate', model.createdDateFrom, model.createdDateTo, problems);
  const lastAccess = rangeFilter('lastAccessDate', model.lastAccessDateFrom, model.lastAccessDateTo, problems);
  const expiry = rangeFilter('expiryDate', model.expiryDateFrom, model.expiryDateTo, problems);
  const closed = rangeFilter('closedDate', model.closedDateFrom, model.closedDateTo, problems);
  if (problems.length > 0) invalid(...problems);
  if (model.system === true && !caller.holds('SESSION_SYSTEM')) failAuthority('SESSION_SYSTEM');
  const { attributeMap } = model;
  return {
    ...scope,
    usernameContains: present(model.usernameLike) ? foldName(model.usernameLike) : null,
    identifiers,
    system: model.system ?? false,
    statuses: present(model.statusList) && model.statusList.length > 0 ? model.statusList : ['OPEN'],
    closeReasons: present(model.closeReasonList) && model.closeReasonList.length > 0 ? model.closeReasonList : null,
    created,
    lastAccess,
    expiry,
    closed,
    addressRange,
    userAgentContains: model.userAgentLike ?? null,
    assuranceLevel: model.assuranceLevel ?? null,
    parentIdentifier: model.parentIdentifier ?? null,
    attributes: present(attributeMap) && Object.keys(attributeMap).length > 0 ? attributeMap : null,
    exceptIdentifier: null,
  };
}

function present<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

function identifierFilter(model: SvcSessionQueryModel, problems: ArgumentProblem[]): readonly string[] | null {
  const { identifier, identifierList, parentIdentifier } = model;
  const named: [string, string | null | undefined][] = [
    ['identifier', identifier],
    ['parentIdentifier', parentIdentifier],
    ...(identifierList ?? []).map((value, index): [string, string] => [`identifierList[${index}]`, value]),
  ];
  for (const [field, value] of named) {
    if (present(value) && looksLikeToken(value)) problems.push(identifierIsToken(field));
  }
  if (present(identifier)) return present(identifierList) && !identifierList.includes(identifier) ? [] : [identifier];
  return present(identifierList) && identifierList.length > 0 ? identifierList : null;
}

function addressFilter({ ipAddress }: SvcSessionQueryModel, problems: ArgumentProblem[]): string | null {
  if (!present(ipAddress)) return null;
  const range = parseAddressRange(ipAddress);
  if (range !== null) return rangeText(range);
  problems.push({ field: 'ipAddress', code: 'FORMAT', message: 'An address or a CIDR range, IPv4 or IPv6.' });
  return null;
}

function rangeFilter(
  name: string,
  from: string | null | undefined,
  to: string | null | undefined,
  problems: ArgumentProblem[],
): DateRange {
  const range = { from: present(from) ? new Date(from) : null, to: present(to) ? new Date(to) : null };
  if (range.from !== null && range.to !== null && range.from > range.to) {
    problems.push({ field: `${name}From`, code: 'RANGE_INVALID', message: `${name}From is later than ${name}To.` });
  }
  return range;
}
