// Holds the SQL of the filters that look at session_entry alone, as conditions.
import { containsPattern, type Filter } from '../../../kernel/records/page.ts';
import { type DateRange, isGiven, type SessionQuery } from './query.types.ts';

export function addRange(filter: Filter, column: string, { from, to }: DateRange): void {
  if (from !== null) filter.and(`${column} >= $?`, from);
  if (to !== null) filter.and(`${column} < $?`, to);
}

/** Says whether the query filters by anything that session_activity does not hold. */
export function filtersEntries(query: SessionQuery): boolean {
  const { usernamesFolded, usernameContains, identifiers, addressRange, userAgentContains, authority } = query;
  const { assuranceLevel, parentIdentifier, attributes, exceptIdentifier } = query;
  const others = [usernamesFolded, usernameContains, identifiers, addressRange, userAgentContains, authority];
  const values = [...others, assuranceLevel, parentIdentifier, attributes, exceptIdentifier];
  return values.some((value) => value !== null) || isGiven(query.created) || isGiven(query.expiry);
}

/** Adds the conditions on `e`, beside tenant and kind. */
export function addEntryFilters(filter: Filter, query: SessionQuery): void {
  if (query.usernamesFolded !== null) filter.and('e.username_folded = ANY($?::text[])', query.usernamesFolded);
  if (query.usernameContains !== null) filter.and('e.username_folded LIKE $?', containsPattern(query.usernameContains));
  if (query.identifiers !== null) filter.and('e.identifier = ANY($?::text[])', query.identifiers);
  if (query.exceptIdentifier !== null) filter.and('e.identifier <> $?', query.exceptIdentifier);
  addRange(filter, 'e.created', query.created);
  addRange(filter, 'e.expiry', query.expiry);
  if (query.addressRange !== null) filter.and('e.ip <<= $?::inet', query.addressRange);
  if (query.userAgentContains !== null) filter.and('e.user_agent ILIKE $?', containsPattern(query.userAgentContains));
  if (query.assuranceLevel !== null) filter.and('e.assurance = $?', query.assuranceLevel);
  if (query.parentIdentifier !== null) filter.and('e.parent_identifier = $?', query.parentIdentifier);
  if (query.attributes !== null) filter.and('e.attributes @> $?::jsonb', JSON.stringify(query.attributes));
  if (query.authority !== null) addAuthorityFilter(filter, query.authority);
}

function addAuthorityFilter(filter: Filter, holders: NonNullable<SessionQuery['authority']>): void {
  const { authority, usernamesFolded, keyUuids, ceilinged } = holders;
  const given = `e.authorities @> ${filter.parameter(JSON.stringify([{ authority }]))}::jsonb`;
  const byKey = `e.key_uuid = ANY(${filter.parameter(keyUuids)}::uuid[])`;
  const named =
    usernamesFolded === null ? '' : ` AND e.username_folded = ANY(${filter.parameter(usernamesFolded)}::text[])`;
  const admitted = ceilinged
    ? ` AND (e.authority_ceiling IS NULL OR ${filter.parameter(authority)} = ANY(e.authority_ceiling))`
    : '';
  filter.and(`${given} OR ${byKey} OR (e.authorities_source = 'DIRECTORY'${named}${admitted})`);
}
