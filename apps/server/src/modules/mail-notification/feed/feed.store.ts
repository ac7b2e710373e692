// Reads the change feed: the changes of mails' statuses, those of each mail in their order.
import { type Cursor, createFollower, currentHorizon, positionBelow } from '../../../kernel/database/commit-horizon.ts';
import { type Database, type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { MailStatus, ShownStatus } from '../record/mail.types.ts';

/** Rows of a page, which takes some milliseconds. */
const PAGE_ROWS = 500;
/** Order behind every row of a transaction. */
export const LAST_ID = '9223372036854775807';

/** Change of the status of a mail that still exists. */
export interface StatusChange {
  readonly place: Cursor;
  readonly at: Date;
  /** Null where the mail was accepted. */
  readonly from: ShownStatus | null;
  readonly to: ShownStatus;
  readonly mail: MailOfChange;
}

export interface MailOfChange {
  readonly id: number;
  readonly uuid: string;
  readonly tenantIdentifier: string;
  readonly groupUuid: string | null;
  readonly createdBy: string;
  readonly createdByFolded: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly sendDate: Date;
}

export interface FeedPage {
  readonly items: readonly StatusChange[];
  readonly cursor: Cursor | null;
  readonly horizon: string | null;
  readonly restarted: boolean;
}

interface EventRow {
  readonly mailId: number;
  readonly at: Date;
  readonly before: MailStatus | null;
  readonly status: MailStatus;
}

const findMails = sql(
  'mail_feed_mails',
  `SELECT id, uuid, tenant_identifier AS "tenantIdentifier", group_uuid AS "groupUuid", created_by AS "createdBy",
     created_by_folded AS "createdByFolded", metadata, send_date AS "sendDate"
   FROM mail WHERE id = ANY($1::bigint[])`,
);
// A visible row of a future transaction was written in another cluster, and restored here. No transaction has the
// numbers 1 and 2: behind the first one come the changes that other modules have not got yet.
const moveRestored = sql(
  'mail_feed_restored_events',
  `UPDATE mail_event e SET xid = CASE WHEN (e.xid, e.id) > (t.xid, t.event_id) THEN '2'::xid8 ELSE '1'::xid8 END
   FROM mail_telling t WHERE e.xid >= pg_snapshot_xmax(pg_current_snapshot())`,
);
const moveDelivery = sql(
  'mail_feed_restored_delivery',
  `UPDATE mail_telling SET xid = '1', event_id = ${LAST_ID} WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())`,
);
const resetRestored = sql(
  'mail_feed_restored_mails',
  `UPDATE mail SET feed_xid = '0' WHERE feed_xid >= pg_snapshot_xmax(pg_current_snapshot())`,
);

const shown = (status: MailStatus, at: Date, { sendDate }: MailOfChange): ShownStatus =>
  status === 'QUEUED' && sendDate > at ? 'SCHEDULED' : status;

/** Reads changes to any of these statuses, constants of the program; null: to all. */
export function createFeedStore(name: string, statuses: readonly MailStatus[] | null) {
  const only = statuses?.map((status) => `'${status}'`).join(', ');
  const follow = createFollower<EventRow & { readonly followXid: string; readonly followOrder: string }>(
    {
      name,
      table: only === undefined ? 'mail_event' : `(SELECT * FROM mail_event WHERE status IN (${only}))`,
      columns: ['f.mail_id AS "mailId"', 'f.at', 'f.status_before AS before', 'f.status'],
      orderColumn: 'id',
    },
    PAGE_ROWS,
  );
  return {
    /** Reads a page; changes of removed mails are left out. */
    async readOn(queryable: Queryable, from: Cursor | null): Promise<FeedPage> {
      const { rows, ...page } = await follow(queryable, from);
      const ids = [...new Set(rows.map(({ mailId }) => mailId))];
      const mails = ids.length === 0 ? [] : await queryable.rows<MailOfChange>(findMails, [ids]);
      const known = new Map(mails.map((mail) => [mail.id, mail]));
      const items = rows.flatMap(({ mailId, at, before, status, followXid, followOrder }): StatusChange[] => {
        const mail = known.get(mailId);
        if (mail === undefined) return [];
        const from = before === null ? null : shown(before, at, mail);
        return [{ place: { xid: followXid, order: followOrder }, at, from, to: shown(status, at, mail), mail }];
      });
      return { ...page, items };
    },
    /** Stands behind everything that was committed before the oldest open transaction began. */
    position: async (queryable: Queryable): Promise<Cursor> => positionBelow(await currentHorizon(queryable), LAST_ID),
  };
}

export type FeedStore = ReturnType<typeof createFeedStore>;

/** Moves changes that a restore has brought from a cluster with higher numbers before those of this one. */
export async function settleRestored(database: Pick<Database, 'transaction'>): Promise<void> {
  await database.transaction(async (tx: Transaction) => {
    if ((await tx.execute(moveRestored)) > 0) await tx.execute(resetRestored);
    await tx.execute(moveDelivery);
  });
}
