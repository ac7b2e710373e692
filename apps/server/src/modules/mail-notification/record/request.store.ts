// Finds the mails of a request whose uuid its sender has chosen.
import { type Queryable, sql } from '../../../kernel/database/database.ts';

/** The mail, or the first of the group, as it was accepted. */
export interface EarlierMail {
  readonly uuid: string;
  readonly groupUuid: string | null;
  /** Null where the uuid was not chosen by a sender. */
  readonly requestHash: Buffer | null;
  readonly messageId: string;
  readonly status: 'QUEUED' | 'SCHEDULED' | 'SKIPPED' | 'SUPPRESSED';
  readonly locales: readonly string[];
}

const findEarlier = sql(
  'mail_find_earlier',
  `SELECT m.uuid, m.group_uuid AS "groupUuid", m.request_hash AS "requestHash", m.message_id AS "messageId",
     CASE WHEN m.status IN ('SKIPPED', 'SUPPRESSED') THEN m.status WHEN m.send_date > m.date_created THEN 'SCHEDULED' ELSE 'QUEUED' END AS status,
     CASE WHEN m.group_uuid IS NULL THEN ARRAY[m.locale]
       ELSE ARRAY(SELECT DISTINCT g.locale FROM mail g WHERE g.tenant_identifier = $1 AND g.group_uuid = m.group_uuid ORDER BY 1) END AS locales
   FROM mail m WHERE m.tenant_identifier = $1 AND (m.uuid = $2 OR m.group_uuid = $2)
   ORDER BY m.request_hash IS NULL, m.id LIMIT 1`,
);

/** Finds the mail or group of the uuid; null where there is none. */
export async function findEarlierMail(
  queryable: Queryable,
  tenantIdentifier: string,
  uuid: string,
): Promise<EarlierMail | null> {
  const [row] = await queryable.rows<EarlierMail>(findEarlier, [tenantIdentifier, uuid]);
  return row ?? null;
}
