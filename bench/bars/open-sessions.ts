// Opens sessions by the thousand without signing in: rows as a sign-in leaves them, with tokens that the bench knows.
import { hash, randomBytes } from 'node:crypto';
import { type Database, sql } from '../../apps/server/src/kernel/database/database.ts';
import { nameOf } from './people.ts';

const TOKEN_BYTES = 32;

const insertSessions = sql(
  'bench_sessions_insert',
  `WITH entry AS (
     INSERT INTO session_entry (identifier, tenant_identifier, username, username_folded, created, authenticated, expiry,
       idle_seconds, slack_seconds, authorities_source, ip, methods, assurance, locale)
     SELECT v.identifier, 'default', v.username, v.username, now(), now(), now() + interval '12 hours', 1800, 65,
       'DIRECTORY', '127.0.0.1', ARRAY['PASSWORD'], 'AAL1', 'en'
     FROM unnest($1::text[], $2::text[]) v (identifier, username)
     RETURNING id, tenant_identifier, system, created, expiry)
   INSERT INTO session_activity (session_id, tenant_identifier, system, last_access, ends)
   SELECT id, tenant_identifier, system, created, least(expiry, created + interval '1865 seconds') FROM entry`,
);

/** Tokens of new sessions of `user1` to `user<count>`, one each; the users have to be there. */
export async function openSessions(database: Database, count: number): Promise<readonly string[]> {
  const tokens = Array.from({ length: count }, () => `svc_${randomBytes(TOKEN_BYTES).toString('base64url')}`);
  const identifiers = tokens.map((token) => hash('sha256', token, 'base64url'));
  await database.execute(insertSessions, [identifiers, tokens.map((_, index) => nameOf(index + 1))]);
  return tokens;
}
