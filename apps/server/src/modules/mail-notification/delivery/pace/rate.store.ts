// Holds the SQL of rates: all processes together send a server no more mails a second than its rate.
import { type Queryable, sql } from '../../../../kernel/database/database.ts';

const MAKE = sql(
  'mail_provider_rate_make',
  `INSERT INTO mail_provider_rate (provider_id, domain, free_at) SELECT $1, d, 'epoch' FROM unnest($2::text[]) d
   ON CONFLICT DO NOTHING`,
);
// A bucket is one date: the time at which everything taken of it is filled up again. It holds the mails of one second,
// and one at least. A mail takes one of the whole server's and one of each of its domains, or none of any.
const TAKE = sql(
  'mail_provider_rate_take',
  `WITH wanted AS (
     SELECT w.domain, w.interval_ms * interval '1 millisecond' AS step,
       GREATEST(0, 1000 - w.interval_ms) * interval '1 millisecond' AS slack
     FROM unnest($2::text[], $3::float8[]) AS w (domain, interval_ms)
     WHERE w.domain = '' OR EXISTS (SELECT FROM mail_recipient r
       WHERE r.mail_id = $5 AND r.status IN ('QUEUED', 'RETRY') AND split_part(r.address, '@', 2) = w.domain)
   ), locked AS (
     SELECT b.domain, b.free_at, w.step, w.slack FROM mail_provider_rate b JOIN wanted w ON w.domain = b.domain
     WHERE b.provider_id = $1 ORDER BY b.domain FOR UPDATE OF b
   ), late AS (
     SELECT l.domain, l.free_at - l.slack AS until FROM locked l WHERE l.free_at > $4::timestamptz + l.slack
   ), taken AS (
     UPDATE mail_provider_rate b SET free_at = GREATEST(l.free_at, $4) + l.step FROM locked l
     WHERE b.provider_id = $1 AND b.domain = l.domain AND NOT EXISTS (SELECT FROM late)
   )
   SELECT domain, until FROM late ORDER BY until DESC LIMIT 1`,
);

export interface Rate {
  /** Empty for the whole server. */
  readonly domain: string;
  readonly intervalMs: number;
}

/** An empty bucket, and when it has a place again. */
export interface EmptyBucket {
  readonly domain: string;
  readonly until: Date;
}

/** Makes the buckets; called once before any is taken. */
export async function makeBuckets(queryable: Queryable, providerId: number, rates: readonly Rate[]): Promise<void> {
  await queryable.execute(MAKE, [providerId, rates.map(({ domain }) => domain)]);
}

/** Takes a place in each bucket; null where the mail may be sent now. */
export async function takeFromBuckets(
  queryable: Queryable,
  providerId: number,
  rates: readonly Rate[],
  now: Date,
  mailId: number,
): Promise<EmptyBucket | null> {
  const domains = rates.map(({ domain }) => domain);
  const intervals = rates.map(({ intervalMs }) => intervalMs);
  const [row] = await queryable.rows<EmptyBucket>(TAKE, [providerId, domains, intervals, now, mailId]);
  return row ?? null;
}
