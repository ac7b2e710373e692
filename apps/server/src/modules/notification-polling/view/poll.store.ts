// Holds the SQL of one poll, and of what a person did with announcements.
import { type Queryable, sql } from '../../../kernel/database/database.ts';

export interface PersonKey {
  readonly tenantIdentifier: string;
  readonly usernameFolded: string;
}

export interface Receipt {
  readonly publishSeq: number;
  readonly read: boolean;
  readonly archived: boolean;
  readonly dismissed: boolean;
  readonly acknowledged: boolean;
}

/** Types and applications that a person has muted. */
export interface Muted {
  readonly types: readonly string[];
  readonly applications: readonly string[];
}

/** Watermark, and numbers of the own changes. */
export interface UserState {
  readonly readSeq: number;
  readonly baselineSeq: number;
  readonly changeSeq: number;
  /** Number of the change that joined rows of another name of the person; 0 where there was none. */
  readonly joinedSeq: number;
}

export interface PollRow {
  readonly publishSeq: number;
  readonly changeSeq: number;
  readonly notificationSeq: number;
  /** Null: the person has never asked. */
  readonly state: UserState | null;
  readonly receipts: ReadonlyMap<number, Receipt>;
  readonly muted: Muted;
  /** Number of unread notifications, beyond 1,000 no further. */
  readonly notifications: number;
  /** Changes with the newest notification. */
  readonly newest: string;
}

/** Notifications that are counted: one more than are shown. */
const COUNTED_MAX = 1_001;

/** Writes the condition that a preference `p` does not mute a notification `n`; a critical one cannot be muted. */
export function isHeard(n: string, p: string): string {
  return `${n}.type = 'CRITICAL' OR (${n}.type <> ALL (${p}.muted_types)
    AND (${n}.application IS NULL OR ${n}.application <> ALL (${p}.muted_applications)))`;
}

// Receipts travel as one text: arrays of columns cost more to parse.
const pollStatement = sql(
  'polling_poll',
  `SELECT h.publish_seq, h.change_seq, h.notification_seq, s.read_seq, s.baseline_seq, s.change_seq AS own_seq, s.joined_own,
     (SELECT string_agg(r.announcement_id || ',' || r.publish_seq || ',' || (r.read::int
        + CASE WHEN r.archived_date IS NULL THEN 0 ELSE 2 END + CASE WHEN r.dismissed_date IS NULL THEN 0 ELSE 4 END
        + CASE WHEN r.acknowledged_date IS NULL THEN 0 ELSE 8 END), ',')
      FROM polling_receipt r
      WHERE r.tenant_identifier = $1 AND r.username_folded = $2 AND r.announcement_id >= $3),
     (SELECT count(*) || ',' || coalesce(max(u.id), 0) || ',' || coalesce(max(u.seq), 0) FROM (
        SELECT n.id, n.seq FROM polling_notification n
        WHERE n.tenant_identifier = $1 AND n.username_folded = $2 AND n.read_date IS NULL AND n.archived_date IS NULL
          AND NOT n.deleted AND (n.expire_date IS NULL OR n.expire_date > $4)
          AND (p.muted_types IS NULL OR ${isHeard('n', 'p')}) LIMIT ${COUNTED_MAX}) u),
     CASE WHEN p.muted_types IS NOT NULL THEN jsonb_build_array(p.muted_types, p.muted_applications)::text END
   FROM (SELECT) asked
   LEFT JOIN polling_head h ON h.tenant_identifier = $1
   LEFT JOIN polling_user_state s ON s.tenant_identifier = $1 AND s.username_folded = $2
   LEFT JOIN polling_preference p ON p.tenant_identifier = $1 AND p.username_folded = $2`,
);

const makeState = sql(
  'polling_state_make',
  `INSERT INTO polling_user_state (tenant_identifier, username_folded, read_seq, baseline_seq, change_seq)
   VALUES ($1, $2, 0, $3, 0) ON CONFLICT DO NOTHING`,
);
// The state is locked first, the receipts afterwards: parallel writes in another order would wait for each other.
const saveMarks = sql(
  'polling_receipt_save',
  `WITH own AS (
     UPDATE polling_user_state SET change_seq = change_seq + 1 WHERE tenant_identifier = $1 AND username_folded = $2
     RETURNING tenant_identifier, username_folded, change_seq)
   INSERT INTO polling_receipt AS r (tenant_identifier, username_folded, announcement_id, publish_seq, read, read_date,
     archived_date, dismissed_date, acknowledged_date, unarchived, own_seq)
   SELECT own.tenant_identifier, own.username_folded, v.id, v.publish_seq, coalesce($5, v.was_read),
     CASE WHEN $5 THEN $8::timestamptz END, CASE WHEN $6 THEN $8 END, CASE WHEN $7 THEN $8 END,
     CASE WHEN $10 THEN $8 END, $6 IS FALSE, own.change_seq
   FROM own, unnest($3::bigint[], $4::bigint[], $9::boolean[]) v (id, publish_seq, was_read)
   ON CONFLICT (tenant_identifier, username_folded, announcement_id) DO UPDATE SET
     publish_seq = EXCLUDED.publish_seq, own_seq = EXCLUDED.own_seq, unarchived = r.unarchived OR EXCLUDED.unarchived,
     read = CASE WHEN r.publish_seq = EXCLUDED.publish_seq THEN coalesce($5, r.read) ELSE EXCLUDED.read END,
     read_date = CASE WHEN $5 IS NOT NULL AND NOT $5 THEN NULL
       WHEN r.publish_seq = EXCLUDED.publish_seq THEN coalesce(r.read_date, EXCLUDED.read_date) ELSE EXCLUDED.read_date END,
     archived_date = CASE WHEN NOT $6 THEN NULL
       WHEN r.publish_seq = EXCLUDED.publish_seq THEN coalesce(r.archived_date, EXCLUDED.archived_date)
       ELSE EXCLUDED.archived_date END,
     dismissed_date = CASE WHEN r.publish_seq = EXCLUDED.publish_seq
       THEN coalesce(r.dismissed_date, EXCLUDED.dismissed_date) ELSE EXCLUDED.dismissed_date END,
     acknowledged_date = CASE WHEN r.publish_seq = EXCLUDED.publish_seq
       THEN coalesce(r.acknowledged_date, EXCLUDED.acknowledged_date) ELSE EXCLUDED.acknowledged_date END
   WHERE r.publish_seq <= EXCLUDED.publish_seq`,
);
const readAll = sql(
  'polling_state_read_all',
  `WITH own AS (
     UPDATE polling_user_state SET read_seq = greatest(read_seq, $3), change_seq = change_seq + 1,
       read_all_own = change_seq + 1, read_all_seq = $3
     WHERE tenant_identifier = $1 AND username_folded = $2
     RETURNING tenant_identifier, username_folded, read_seq),
   kept AS (
     UPDATE polling_receipt r SET read = true FROM own
     WHERE r.tenant_identifier = own.tenant_identifier AND r.username_folded = own.username_folded
       AND r.publish_seq <= $3 AND NOT r.read AND (r.archived_date IS NOT NULL OR r.dismissed_date IS NOT NULL
         OR r.acknowledged_date IS NOT NULL OR r.unarchived))
   DELETE FROM polling_receipt r USING own
   WHERE r.tenant_identifier = own.tenant_identifier AND r.username_folded = own.username_folded
     AND r.publish_seq <= CASE WHEN r.read THEN own.read_seq ELSE $3 END
     AND r.archived_date IS NULL AND r.dismissed_date IS NULL
     AND r.acknowledged_date IS NULL AND NOT r.unarchived`,
);
const saveSenderReceipts = sql(
  'polling_receipt_save_sender',
  `INSERT INTO polling_receipt AS r (tenant_identifier, username_folded, announcement_id, publish_seq, read, read_date)
   SELECT a.tenant_identifier, a.created_by_folded, a.id, a.publish_seq, true, a.publish_date
   FROM polling_announcement a WHERE a.id = ANY($1::bigint[])
   ON CONFLICT (tenant_identifier, username_folded, announcement_id) DO UPDATE SET
     publish_seq = EXCLUDED.publish_seq, read = true, read_date = EXCLUDED.read_date`,
);

const nothingMuted: Muted = { types: [], applications: [] };
const READ = 1;
const ARCHIVED = 2;
const DISMISSED = 4;
const ACKNOWLEDGED = 8;

function receiptsOf(text: string | null): ReadonlyMap<number, Receipt> {
  const receipts = new Map<number, Receipt>();
  if (text === null) return receipts;
  const parts = text.split(',');
  for (let index = 0; index < parts.length; index += 3) {
    const flags = Number(parts[index + 2]);
    receipts.set(Number(parts[index]), {
      publishSeq: Number(parts[index + 1]),
      read: (flags & READ) !== 0,
      archived: (flags & ARCHIVED) !== 0,
      dismissed: (flags & DISMISSED) !== 0,
      acknowledged: (flags & ACKNOWLEDGED) !== 0,
    });
  }
  return receipts;
}

function unreadOf(newest: string): Pick<PollRow, 'notifications' | 'newest'> {
  return { notifications: Number(newest.slice(0, newest.indexOf(','))), newest };
}

function mutedOf(text: string | null): Muted {
  if (text === null) return nothingMuted;
  const [types, applications] = JSON.parse(text) as readonly [readonly string[], readonly string[]];
  return { types, applications };
}

type Cells = readonly (number | null)[];
type Cell = Cells[number] | undefined;

function stateOf(readSeq: number, baselineSeq: Cell, changeSeq: Cell, joinedSeq: Cell): UserState {
  return { readSeq, baselineSeq: baselineSeq ?? 0, changeSeq: changeSeq ?? 0, joinedSeq: joinedSeq ?? 0 };
}

/** Reads everything for a person's unread number except the announcements; receipts from an id on. */
export async function readPoll(queryable: Queryable, person: PersonKey, fromId: number, now: Date): Promise<PollRow> {
  const values = [person.tenantIdentifier, person.usernameFolded, fromId, now];
  const [row] = await queryable.arrays(pollStatement, values);
  const [publishSeq, changeSeq, notificationSeq, readSeq, baselineSeq, ownSeq, joinedSeq] = row as Cells;
  return {
    publishSeq: publishSeq ?? 0,
    changeSeq: changeSeq ?? 0,
    notificationSeq: notificationSeq ?? 0,
    state: readSeq == null ? null : stateOf(readSeq, baselineSeq, ownSeq, joinedSeq),
    receipts: receiptsOf(row?.[7] as string | null),
    ...unreadOf(row?.[8] as string),
    muted: mutedOf(row?.[9] as string | null),
  };
}

export async function makeUserState(queryable: Queryable, person: PersonKey, baselineSeq: number): Promise<void> {
  await queryable.execute(makeState, [person.tenantIdentifier, person.usernameFolded, baselineSeq]);
}

/** Change of receipts; null leaves a mark as it is. */
export interface Marking {
  readonly read: boolean | null;
  /** False takes out of the archive. */
  readonly archived: boolean | null;
  readonly dismissed: true | null;
  readonly acknowledged: true | null;
}

export interface MarkedAnnouncement {
  readonly id: number;
  readonly publishSeq: number;
  /** Read mark where there is no receipt yet and the marking leaves it. */
  readonly wasRead: boolean;
}

/** Marks all of them, or none. */
export async function saveReceipts(
  queryable: Queryable,
  person: PersonKey,
  marked: readonly MarkedAnnouncement[],
  { read, archived, dismissed, acknowledged }: Marking,
  now: Date,
): Promise<void> {
  await queryable.execute(saveMarks, [
    person.tenantIdentifier,
    person.usernameFolded,
    marked.map(({ id }) => id),
    marked.map(({ publishSeq }) => publishSeq),
    read,
    archived,
    dismissed,
    now,
    marked.map(({ wasRead }) => wasRead),
    acknowledged,
  ]);
}

/** Moves the watermark; receipts that it makes redundant are deleted, and explicit unread marks up to it removed. */
export async function saveReadAll(queryable: Queryable, person: PersonKey, publishSeq: number): Promise<void> {
  await queryable.execute(readAll, [person.tenantIdentifier, person.usernameFolded, publishSeq]);
}

/** Marks newly live announcements as read for their senders. */
export async function saveReceiptsOfSenders(queryable: Queryable, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await queryable.execute(saveSenderReceipts, [ids]);
}
