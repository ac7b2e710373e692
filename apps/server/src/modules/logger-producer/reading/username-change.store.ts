// Keeps which user had which name until when, and answers the names of a person with their times.
import { type Database, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { BorneName } from './event-filter.store.ts';

const INSERT = sql(
  'log_username_change_insert',
  'INSERT INTO log_username_change (tenant_identifier, username_folded, user_uuid, until) VALUES ($1, $2, $3, $4)',
);
// Finds all holders of a name that the person had, in order: each after the one before.
const READ = sql(
  'log_username_change_read',
  `SELECT username_folded AS "usernameFolded", user_uuid AS "userUuid", until,
     lag(until) OVER (PARTITION BY username_folded ORDER BY until, id) AS "from"
   FROM log_username_change WHERE tenant_identifier = $1 AND username_folded IN (
     SELECT username_folded FROM log_username_change WHERE tenant_identifier = $1 AND user_uuid = $2 UNION ALL SELECT $3)
   ORDER BY until, id`,
);

/** A person by uuid, and by the present name. */
export interface Bearer {
  readonly tenantIdentifier: string;
  /** Uuid; null for a person whom no directory knows and who has only the present name. */
  readonly userUuid: string | null;
  readonly usernameFolded: string;
}

type Change = BorneName & { readonly userUuid: string; readonly until: Date };

export function createUsernameChangeStore(database: Database) {
  return {
    add: (tx: Transaction, { tenantIdentifier, userUuid, usernameFolded }: Bearer, until: Date) =>
      tx.execute(INSERT, [tenantIdentifier, usernameFolded, userUuid, until]),
    async namesOf({ tenantIdentifier, userUuid, usernameFolded }: Bearer): Promise<readonly BorneName[]> {
      const changes = await database.rows<Change>(READ, [tenantIdentifier, userUuid, usernameFolded]);
      const earlier = changes.filter((change) => change.userUuid === userUuid);
      const lastOfNow = changes.filter((change) => change.usernameFolded === usernameFolded).at(-1);
      return [...earlier, { usernameFolded, from: lastOfNow?.until ?? null, until: null }];
    },
  };
}

export type UsernameChangeStore = ReturnType<typeof createUsernameChangeStore>;
