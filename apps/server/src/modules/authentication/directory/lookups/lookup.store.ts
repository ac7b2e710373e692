// Holds the SQL that finds people and roles for a choice.
import { type Queryable, sql } from '../../../../kernel/database/database.ts';
import { containsPattern } from '../../../../kernel/records/page.ts';
import { ROLE_SERVICE } from '../../ground/authentication.types.ts';

/** Fields of a user that a person who chooses one sees. */
export interface FoundUser {
  readonly uuid: string;
  readonly username: string;
  readonly displayName: string | null;
}

export interface FoundRole {
  readonly code: string;
  readonly name: string;
}

/** Users that a list of choices has at most; a person does not read more. */
const FOUND_MAX = 20;
/** Matching users that are put in order at most; a text with more matches has to be typed further. */
const ORDERED_MAX = 1_000;
const ROLES_MAX = 1_000;
/**
 * Characters of a text that may match anywhere; a shorter one has no trigram and matches at the beginning of a word.
 */
const CONTAINED_MIN = 3;

const COLUMNS = 'u.uuid, u.username, u.display_name AS "displayName"';

const findNamed = sql(
  'auth_user_lookup_named',
  `SELECT ${COLUMNS} FROM auth_user u
   WHERE u.tenant_identifier = $1 AND u.username_folded = ANY($2::text[]) AND NOT u.deleted
   ORDER BY u.username_folded`,
);

// The limit without an order lets the planner stop early where many match, and use the indexes of text where few do.
const findLike = sql(
  'auth_user_lookup_like',
  `WITH found AS (
     (SELECT ${COLUMNS}, u.username_folded, true AS exact FROM auth_user u
      WHERE u.tenant_identifier = $1 AND u.username_folded = $2 AND u.enabled AND NOT u.deleted AND u.expired_date IS NULL)
     UNION ALL
     (SELECT ${COLUMNS}, u.username_folded, false FROM auth_user u
      WHERE u.tenant_identifier = $1 AND u.enabled AND NOT u.deleted AND u.expired_date IS NULL AND u.username_folded <> $2
        AND (u.username_folded LIKE $3 OR u.display_name ILIKE $4 OR u.display_name ILIKE $5) LIMIT ${ORDERED_MAX})
   ) SELECT uuid, username, "displayName" FROM found ORDER BY exact DESC, username_folded LIMIT ${FOUND_MAX}`,
);

const findRoles = sql(
  'auth_role_lookup',
  `SELECT r.code, r.name FROM auth_role r
   WHERE NOT r.deleted AND (r.system OR r.tenant_identifier = $1) AND r.code <> '${ROLE_SERVICE}'
     AND ($2::text IS NULL OR r.code ILIKE $2 OR r.name ILIKE $2)
   ORDER BY r.code COLLATE "C" LIMIT ${ROLES_MAX}`,
);

/** Makes a pattern that matches the text at the beginning. */
function beginsPattern(text: string): string {
  return containsPattern(text).slice(1);
}

/** Finds people by their folded names, whether they can sign in or not; names without a user are left out. */
export async function findUsersNamed(
  queryable: Queryable,
  tenantIdentifier: string,
  usernamesFolded: readonly string[],
): Promise<readonly FoundUser[]> {
  return queryable.rows<FoundUser>(findNamed, [tenantIdentifier, usernamesFolded]);
}

/** Finds people who can sign in by a part of their names, the one who is named exactly so first. */
export async function findUsersLike(
  queryable: Queryable,
  tenantIdentifier: string,
  { text, textFolded }: { readonly text: string; readonly textFolded: string },
): Promise<readonly FoundUser[]> {
  const isShort = [...text].length < CONTAINED_MIN;
  const patternOf = isShort ? beginsPattern : containsPattern;
  // A later word begins behind a space; a text that may stand anywhere has no other place.
  const later = isShort ? containsPattern(` ${text}`) : containsPattern(text);
  const values = [tenantIdentifier, textFolded, patternOf(textFolded), patternOf(text), later];
  return queryable.rows<FoundUser>(findLike, values);
}

/** Finds roles that a person can hold; without a text all of them. */
export async function findRolesLike(
  queryable: Queryable,
  tenantIdentifier: string,
  text: string | null,
): Promise<readonly FoundRole[]> {
  const values = [tenantIdentifier, text === null ? null : containsPattern(text)];
  return queryable.rows<FoundRole>(findRoles, values);
}
