-- Tables of the kernel: what happened, keys of repeated requests; and the functions that tell conflicts of a group commit.

CREATE TABLE kernel_event (
  id uuid PRIMARY KEY,
  recorded_at timestamptz NOT NULL,
  tenant_identifier text NOT NULL,
  kind text NOT NULL,
  type text NOT NULL CHECK (type IN ('SECURITY', 'AUDIT')),
  actor text NOT NULL,
  ip_address text,
  request_id text,
  subject text,
  detail jsonb,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id()
);

-- id: first half of the SHA-256 of tenant, caller, operation and key, so that the key of the index stays short.
CREATE TABLE kernel_idempotency_key (
  id uuid PRIMARY KEY,
  recorded_at timestamptz NOT NULL,
  body_hash text NOT NULL,
  answer text NOT NULL
);
CREATE INDEX kernel_idempotency_key_recorded_at ON kernel_idempotency_key (recorded_at);

-- Members of a batch that were given more often than they came back, in ascending order, as `writer:member,member;`.
CREATE FUNCTION kernel_missing_members(writer int, given int[], held int[]) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN count(*) > 0 THEN writer || ':' || string_agg(member::text, ',' ORDER BY member) || ';' ELSE '' END
  FROM (
    SELECT member FROM (
      SELECT unnest(given) AS member, 1 AS share
      UNION ALL
      SELECT unnest(held), -1
    ) counted
    GROUP BY member HAVING sum(share) > 0
  ) missing
$$;

-- Undoes the whole statement of a batch; the state KC001 carries the conflicting members in its detail.
CREATE FUNCTION kernel_raise_conflict(members text) RETURNS int
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'conflict in a group commit' USING ERRCODE = 'KC001', DETAIL = members;
END
$$;
