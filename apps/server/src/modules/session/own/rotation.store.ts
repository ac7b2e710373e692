// Holds the SQL of rotation: a new row with the fields of the old one, to which its children move.
import { sql, type Transaction } from '../../../kernel/database/database.ts';
import type { AssuranceLevel } from '../api.ts';

// created, attributes, parent, given authorities and the absolute end are those of the old one.
const copySession = sql(
  'session_rotate_copy',
  `WITH entry AS (
     INSERT INTO session_entry (identifier, tenant_identifier, username, username_folded, user_uuid, system, created,
       authenticated, expiry, idle_seconds, slack_seconds, parent_identifier, actor_username, authorities_source, authorities,
       attributes, ip, user_agent, device_name, methods, assurance, locale, key_uuid, authority_ceiling, remembered,
       binding)
     SELECT $2, tenant_identifier, username, username_folded, user_uuid, system, created, $3, expiry, idle_seconds,
       slack_seconds, parent_identifier, actor_username, authorities_source, authorities, attributes, ip, user_agent,
       device_name, $4, $5, locale, key_uuid, authority_ceiling, remembered, binding
     FROM session_entry WHERE id = $1
     RETURNING id, tenant_identifier, system),
   activity AS (
     INSERT INTO session_activity (session_id, tenant_identifier, system, last_access, ends)
     SELECT id, tenant_identifier, system, $6::timestamptz, $7::timestamptz FROM entry)
   UPDATE session_entry SET successor_id = entry.id FROM entry WHERE session_entry.id = $1`,
);

const moveChildren = sql(
  'session_rotate_children',
  'UPDATE session_entry SET parent_identifier = $2 WHERE parent_identifier = $1 RETURNING identifier',
);

/** Fields of the new row that are not those of the old one. */
export interface SessionCopy {
  readonly id: number;
  readonly identifier: string;
  readonly authenticated: Date;
  readonly methods: readonly string[];
  readonly assuranceLevel: AssuranceLevel;
  readonly now: Date;
  readonly ends: Date;
}

/** Inserts the row that succeeds the old one, with its activity. */
export async function copySessionRow(tx: Transaction, copy: SessionCopy): Promise<void> {
  const { id, identifier, authenticated, methods, assuranceLevel, now, ends } = copy;
  await tx.execute(copySession, [id, identifier, authenticated, methods, assuranceLevel, now, ends]);
}

/** Moves the children to the new row; answers their identifiers. */
export async function moveSessionChildren(tx: Transaction, from: string, to: string): Promise<string[]> {
  const rows = await tx.rows<{ identifier: string }>(moveChildren, [from, to]);
  return rows.map(({ identifier }) => identifier);
}
