// Keeps what was accepted and cannot be stored.
import { type Database, sql } from '../../../kernel/database/database.ts';

const INSERT = sql(
  'log_dead_letter_insert',
  `INSERT INTO log_dead_letter (id, recorded_at, event_uuid, tenant_identifier, reason, payload)
   VALUES ($1, $2, $3, $4, $5, $6)`,
);

export interface DeadLetter {
  readonly id: string;
  readonly recordedAt: Date;
  readonly eventUuid: string | null;
  readonly tenantIdentifier: string | null;
  readonly reason: string;
  readonly payload: Buffer;
}

export function createDeadLetterStore(database: Database) {
  return {
    insert: ({ id, recordedAt, eventUuid, tenantIdentifier, reason, payload }: DeadLetter) =>
      database.execute(INSERT, [id, recordedAt, eventUuid, tenantIdentifier, reason, payload]),
  };
}
