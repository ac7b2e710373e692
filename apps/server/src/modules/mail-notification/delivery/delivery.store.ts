// Marks mails that are about to be sent, and writes their results: only while this process holds their lease.
import { type Queryable, sql } from '../../../kernel/database/database.ts';
import type { Lease } from '../../../kernel/lease/leases.ts';
import { CAPTURE_CODE } from '../provider/feature.ts';
import type { MailStatus, Priority, Recipient, RecipientStatus, UncertainPolicy } from '../record/mail.types.ts';
import { CHANGED_COLUMNS, insertChanges, STATUS_CHANGE } from '../record/status-change.store.ts';

/** A row that a claim answers. */
export interface LeasedMail {
  readonly id: number;
  readonly uuid: string;
  readonly tenant_identifier: string;
  readonly status: MailStatus;
  readonly priority: Priority;
  readonly sensitive: boolean;
  readonly sender: string;
  readonly uncertain_policy: UncertainPolicy;
  readonly expire_date: Date;
  readonly attempt_count: number;
  readonly attempt_number: number;
  readonly in_flight_at: Date | null;
  readonly provider_code: string | null;
  readonly due_at: Date;
  /** Names the partition of what the mail says. */
  readonly content_date: Date;
}

export const LEASED_COLUMNS = `id, uuid, tenant_identifier, status, priority, sensitive, sender, uncertain_policy, expire_date,
  attempt_count, attempt_number, in_flight_at, provider_code, due_at, content_date`;

/** Makes the condition of mails, as `j`, that may be leased; those of a deactivated tenant wait. */
export function readyOf(priority: Priority): string {
  return `j.priority = '${priority}' AND j.status IN ('QUEUED', 'RETRY', 'SENDING')
    AND NOT EXISTS (SELECT FROM mail_tenant_mark t WHERE t.tenant_identifier = j.tenant_identifier)`;
}

/** A marked mail: until its result is written it is unknown whether it was sent. */
export interface MarkedMail {
  readonly id: number;
  readonly sender: string;
  readonly senderName: string | null;
  readonly messageId: string;
  readonly groupUuid: string | null;
  readonly dateCreated: Date;
  readonly relaySince: Date | null;
  /** Key that signs it, on this attempt and every later one. */
  readonly dkimKeyId: number | null;
  readonly recipients: readonly Recipient[];
  /** Null where the content was removed. */
  readonly sealed: string | null;
}

export interface Mark {
  readonly id: number;
  readonly contentDate: Date;
  readonly lease: Lease;
  readonly providerCode: string;
  /** Sender in place of one that no server accepts; null: the sender stays. */
  readonly sender: { readonly address: string; readonly name: string | null } | null;
  /** Tenant and domain whose key signs where the domain of the sender has none. */
  readonly dkim: { readonly tenantIdentifier: string; readonly domain: string } | null;
}

export interface AttemptRow {
  readonly startDate: Date;
  readonly durationMs: number;
  readonly providerCode: string;
  readonly host: string | null;
  readonly tls: boolean;
  readonly outcome: string;
  readonly phase: string | null;
  readonly code: number | null;
  readonly enhancedCode: string | null;
  readonly text: string | null;
  readonly transcript: string | null;
}

/** Result of an attempt; the mail is not held afterwards. */
export interface MailResult {
  readonly id: number;
  readonly lease: Lease;
  readonly status: Exclude<MailStatus, 'SENDING'>;
  /**
   * True where other copies ended before: a report may change them, and with them the status, until this is written.
   */
  readonly hasOthers: boolean;
  readonly reason: string | null;
  readonly dueAt: Date;
  readonly counts: boolean;
  readonly uncertain: boolean;
  readonly size: number | null;
  readonly sentDate: Date | null;
  /** Null while the mail waits. */
  readonly endedDate: Date | null;
  readonly relaySince: Date | null;
  /** True where the content is removed. */
  readonly removesContent: boolean;
  readonly at: Date;
  readonly recipients: readonly {
    readonly id: number;
    readonly status: RecipientStatus;
    readonly code: number | null;
    readonly enhancedCode: string | null;
    readonly message: string | null;
    /** True where the server said that there is no such address. */
    readonly isHard: boolean;
  }[];
  /** Null where nothing was tried. */
  readonly attempt: AttemptRow | null;
}

/** The newest key of a tenant for a domain. */
const newestKey = (tenant: string, domain: string) =>
  `(SELECT d.id FROM mail_dkim_key d WHERE d.tenant_identifier = ${tenant} AND d.domain = ${domain} AND NOT d.deleted
      ORDER BY d.id DESC LIMIT 1)`;

// A mail that was cancelled or expired meanwhile stays so. The signing key is chosen once: a mail that a server has
// seen keeps its key, or none, unless the key was deleted. Of the partitions by day only those between the two dates
// are opened. Mails are found by their ids: IS TRUE fits no index of those that wait or are held, which would be read
// whole where statistics know of few.
const MARK = sql(
  'mail_mark',
  `WITH marked AS (
     UPDATE mail m SET status = 'SENDING', ${STATUS_CHANGE}, in_flight_at = $1, provider_code = v.provider_code,
       sender = coalesce(v.sender, m.sender), sender_name = CASE WHEN v.sender IS NULL THEN m.sender_name ELSE v.sender_name END,
       dkim_key_id = CASE WHEN m.attempt_number > 0 AND m.provider_code <> '${CAPTURE_CODE}' AND (m.dkim_key_id IS NULL
           OR EXISTS (SELECT FROM mail_dkim_key d WHERE d.id = m.dkim_key_id AND NOT d.deleted)) THEN m.dkim_key_id
         ELSE coalesce(${newestKey('m.tenant_identifier', `split_part(coalesce(v.sender, m.sender), '@', 2)`)},
           ${newestKey('v.dkim_tenant', 'v.dkim_domain')}) END
     FROM unnest($2::bigint[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
       v (id, leased_by, lease_token, provider_code, sender, sender_name, dkim_tenant, dkim_domain)
     WHERE m.id = ANY($2::bigint[]) AND m.id = v.id AND (m.leased_by = v.leased_by AND m.lease_token = v.lease_token) IS TRUE
       AND (m.status IN ('QUEUED', 'RETRY')) IS TRUE AND m.expire_date > $1
     RETURNING ${CHANGED_COLUMNS}, m.sender, m.sender_name, m.message_id, m.group_uuid, m.date_created, m.relay_since, m.content_date,
       m.dkim_key_id
   ), fed AS (
     ${insertChanges('marked', '$1')}
   )
   SELECT k.id, k.sender, k.sender_name AS "senderName", k.message_id AS "messageId", k.group_uuid AS "groupUuid",
     k.date_created AS "dateCreated", k.relay_since AS "relaySince", k.dkim_key_id AS "dkimKeyId", c.sealed,
     (SELECT jsonb_agg(jsonb_build_object('id', r.id, 'type', r.type, 'address', r.address, 'name', r.name, 'status', r.status)
        ORDER BY r.id) FROM mail_recipient r WHERE r.mail_id = k.id) AS recipients
   FROM marked k LEFT JOIN mail_content c ON c.mail_id = k.id AND c.content_date = k.content_date
     AND c.content_date BETWEEN $10 AND $11`,
);

const EMPTYING = `, emptied AS (
     DELETE FROM mail_content c USING done d WHERE d."removesContent" AND c.mail_id = d.id AND c.content_date = d.content_date
   ), unfiled AS (
     DELETE FROM mail_attachment a USING done d WHERE d."removesContent" AND a.mail_id = d.id
   )`;

// Reports about other copies meanwhile count: the copies are read and locked once the mail is held. A mail whose copies
// all end together, nearly every one, is spared that.
const finishOf = (name: string, emptying: string) =>
  sql(
    name,
    `WITH given AS (
     SELECT * FROM jsonb_to_recordset($1::jsonb) AS g (id bigint, "leasedBy" uuid, "leaseToken" uuid, status text, "hasOthers" boolean,
       reason text, "dueAt" timestamptz, counts boolean, uncertain boolean, size integer, "sentDate" timestamptz,
       "endedDate" timestamptz, "relaySince" timestamptz, "removesContent" boolean, at timestamptz, recipients jsonb, attempt jsonb)
   ), held AS (
     SELECT m.id FROM given g JOIN mail m ON m.id = g.id
     WHERE g."hasOthers" AND g."endedDate" IS NOT NULL AND (m.leased_by = g."leasedBy" AND m.lease_token = g."leaseToken") IS TRUE
     ORDER BY m.id FOR UPDATE OF m
   ), kept AS (
     SELECT r.id, r.mail_id, r.status FROM held h JOIN mail_recipient r ON r.mail_id = h.id FOR UPDATE OF r
   ), ends AS (
     SELECT k.mail_id, coalesce(c.status, k.status) AS status FROM kept k LEFT JOIN (
       SELECT c.id, c.status FROM given g CROSS JOIN LATERAL jsonb_to_recordset(g.recipients) AS c (id bigint, status text)
     ) c ON c.id = k.id
   ), settled AS (
     SELECT mail_id, CASE WHEN count(DISTINCT status) = 1 THEN min(status) ELSE 'PARTIAL' END AS status FROM ends GROUP BY mail_id
   ), done AS (
     UPDATE mail m SET status = coalesce((SELECT s.status FROM settled s WHERE s.mail_id = g.id), g.status), ${STATUS_CHANGE},
       status_reason = g.reason, due_at = g."dueAt", leased_by = NULL, lease_token = NULL, in_flight_at = NULL,
       attempt_count = m.attempt_count + g.counts::int, uncertain_count = m.uncertain_count + g.uncertain::int,
       attempt_number = m.attempt_number + (g.attempt IS NOT NULL)::int, size = coalesce(g.size, m.size),
       sent_date = coalesce(g."sentDate", m.sent_date), ended_date = g."endedDate", relay_since = g."relaySince",
       content_removed = m.content_removed OR g."removesContent", version = m.version + 1, updated_by = 'system',
       date_updated = g.at
     FROM given g WHERE m.id = ANY(ARRAY(SELECT i.id FROM given i)) AND m.id = g.id
       AND (m.leased_by = g."leasedBy" AND m.lease_token = g."leaseToken") IS TRUE AND (m.status IN ('QUEUED', 'RETRY', 'SENDING')) IS TRUE
     RETURNING ${CHANGED_COLUMNS}, m.attempt_number, m.content_date, g.recipients, g.attempt, g."removesContent", g.at
   ), fed AS (
     ${insertChanges('done', 'c.at')}
   ), copies AS (
     UPDATE mail_recipient r SET status = c.status, last_code = coalesce(c.code, r.last_code),
       last_enhanced_code = coalesce(c."enhancedCode", r.last_enhanced_code), last_message = coalesce(c.message, r.last_message),
       hard_bounce_date = CASE WHEN c."isHard" THEN d.at ELSE r.hard_bounce_date END
     FROM done d CROSS JOIN LATERAL jsonb_to_recordset(d.recipients)
       AS c (id bigint, status text, code integer, "enhancedCode" text, message text, "isHard" boolean)
     WHERE r.id = c.id AND r.mail_id = d.id
   ), tried AS (
     INSERT INTO mail_attempt (mail_id, number, start_date, duration_ms, provider_code, host, tls, outcome, phase, code, enhanced_code,
       text, transcript)
     SELECT d.id, d.attempt_number, a."startDate", a."durationMs", a."providerCode", a.host, a.tls, a.outcome, a.phase, a.code,
       a."enhancedCode", a.text, a.transcript
     FROM done d CROSS JOIN LATERAL jsonb_to_record(d.attempt) AS a ("startDate" timestamptz, "durationMs" integer, "providerCode" text,
       host text, tls boolean, outcome text, phase text, code integer, "enhancedCode" text, text text, transcript text)
     WHERE d.attempt IS NOT NULL
   )${emptying}
   SELECT id FROM done`,
  );
const FINISH = finishOf('mail_finish', '');
/** Statement for results that remove a content: only it opens every partition of contents. */
const FINISH_EMPTYING = finishOf('mail_finish_emptying', EMPTYING);

const RELEASE = sql(
  'mail_release',
  `UPDATE mail SET leased_by = NULL, lease_token = NULL, attempts = GREATEST(0, attempts - 1)
   WHERE leased_by = $1 AND in_flight_at IS NULL`,
);

const LOST = sql(
  'mail_lost_recipients',
  `SELECT m.id, m.sender, m.sender_name AS "senderName", m.message_id AS "messageId", m.group_uuid AS "groupUuid",
     m.date_created AS "dateCreated", m.relay_since AS "relaySince", m.dkim_key_id AS "dkimKeyId", NULL AS sealed,
     (SELECT jsonb_agg(jsonb_build_object('id', r.id, 'type', r.type, 'address', r.address, 'name', r.name, 'status', r.status)
        ORDER BY r.id) FROM mail_recipient r WHERE r.mail_id = m.id) AS recipients
   FROM mail m WHERE m.id = $1`,
);

/** Marks mails and answers the marked ones; the others belong to another process now, or do not wait any more. */
export function markInFlight(queryable: Queryable, marks: readonly Mark[], now: Date): Promise<MarkedMail[]> {
  const dates = marks.map(({ contentDate }) => contentDate.getTime());
  return queryable.rows<MarkedMail>(MARK, [
    now,
    marks.map(({ id }) => id),
    marks.map(({ lease }) => lease.leasedBy),
    marks.map(({ lease }) => lease.leaseToken),
    marks.map(({ providerCode }) => providerCode),
    marks.map(({ sender }) => sender?.address ?? null),
    marks.map(({ sender }) => sender?.name ?? null),
    marks.map(({ dkim }) => dkim?.tenantIdentifier ?? null),
    marks.map(({ dkim }) => dkim?.domain ?? null),
    // The database may hold a later fraction of the millisecond.
    new Date(Math.min(...dates) - 1),
    new Date(Math.max(...dates) + 1),
  ]);
}

/** Writes results; answers the ids of those that were written; another process has handled the others. */
export async function finishMails(queryable: Queryable, results: readonly MailResult[]): Promise<ReadonlySet<number>> {
  const given = results.map(({ lease, ...result }) => ({ ...result, ...lease }));
  const finish = results.some(({ removesContent }) => removesContent) ? FINISH_EMPTYING : FINISH;
  const rows = await queryable.rows<{ id: number }>(finish, [JSON.stringify(given)]);
  return new Set(rows.map(({ id }) => id));
}

/** Reads a mail whose process died while it was in flight. */
export async function findLost(queryable: Queryable, id: number): Promise<MarkedMail | null> {
  const [row] = await queryable.rows<MarkedMail>(LOST, [id]);
  return row ?? null;
}

/** Releases mails that the process holds and has not begun. */
export function releaseMails(queryable: Queryable, processId: string): Promise<number> {
  return queryable.execute(RELEASE, [processId]);
}
