-- Exact totals without counting a million rows: what begins adds to a ledger, what ends takes away, by tenant and kind.

CREATE TABLE session_count_delta (
  tenant_identifier text NOT NULL,
  system boolean NOT NULL,
  delta bigint NOT NULL
) WITH (
  -- Folding empties the table again and again: unswept, a sum would read a minute's worth of dead rows.
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_scale_factor = 1
);

CREATE INDEX session_count_delta_kind ON session_count_delta (tenant_identifier, system);

-- A trigger, not a statement of each writer: nobody can forget it, a process of an older version during a rolling upgrade
-- included, and it counts the rows that were changed, not those that were meant. It runs once a statement.
CREATE FUNCTION session_count_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO session_count_delta (tenant_identifier, system, delta)
  SELECT tenant_identifier, system, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END
  FROM changed GROUP BY tenant_identifier, system;
  RETURN NULL;
END
$$;

-- Each takes a lock that lets no writer in until the end of this migration, so the first sum misses nobody.
CREATE TRIGGER session_activity_begun AFTER INSERT ON session_activity
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION session_count_change();
CREATE TRIGGER session_activity_ended AFTER DELETE ON session_activity
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION session_count_change();

INSERT INTO session_count_delta (tenant_identifier, system, delta)
SELECT tenant_identifier, system, count(*) FROM session_activity GROUP BY tenant_identifier, system;

-- Standing orders of closes by a query cover the sessions that are written down with them.
ALTER TABLE session_bulk_close ADD COLUMN listed boolean NOT NULL DEFAULT false;

CREATE TABLE session_bulk_close_member (
  order_id bigint NOT NULL REFERENCES session_bulk_close (id) ON DELETE CASCADE,
  session_id bigint NOT NULL,
  PRIMARY KEY (order_id, session_id)
);

-- In the order of the rows and with the name: a name that many contain is counted from the index alone.
DROP INDEX session_entry_open_tenant;
CREATE INDEX session_entry_open_tenant ON session_entry (tenant_identifier, system, id) INCLUDE (username_folded)
  WHERE closed_date IS NULL;

-- With kind and id: a range of addresses is counted and joined from the index alone.
DROP INDEX session_entry_open_ip;
CREATE INDEX session_entry_open_ip ON session_entry (tenant_identifier, system, ip, id) WHERE closed_date IS NULL;

-- History is deleted tenant by tenant, each has its own retention; session_entry_closed finds it.
DROP INDEX session_entry_closed_date;
