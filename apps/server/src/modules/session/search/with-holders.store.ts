// Holds the SQL of the API keys that open sessions of a tenant were begun with.
import { type Queryable, sql } from '../../../kernel/database/database.ts';

const findKeys = sql(
  'session_keys_find',
  `SELECT DISTINCT key_uuid AS uuid FROM session_entry
   WHERE tenant_identifier = $1 AND closed_date IS NULL AND key_uuid IS NOT NULL`,
);

export async function findKeysOfSessions(queryable: Queryable, tenantIdentifier: string): Promise<string[]> {
  return (await queryable.rows<{ uuid: string }>(findKeys, [tenantIdentifier])).map(({ uuid }) => uuid);
}
