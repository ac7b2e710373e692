-- Exact totals of ended instances without counting a million rows: by tenant, version and way of ending, rows only as they appear.

CREATE TABLE bpm_hi_total (
  tenant_identifier text NOT NULL,
  definition_id text NOT NULL,
  end_state text NOT NULL,
  number bigint NOT NULL,
  PRIMARY KEY (tenant_identifier, definition_id, end_state)
) WITH (
  -- Each pass of the projector updates the rows of what ended in it, in place.
  fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000
);

-- A trigger, not a statement of each writer: nobody can forget it, a process of an older version during a rolling upgrade
-- included. It runs once a statement. The projector is the only writer that ends instances, so nobody waits for a row of it.
CREATE FUNCTION bpm_hi_total_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO bpm_hi_total AS t (tenant_identifier, definition_id, end_state, number)
    SELECT tenant_identifier, definition_id, coalesce(end_state, ''), count(*)
    FROM added WHERE ended_at IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (tenant_identifier, definition_id, end_state) DO UPDATE SET number = t.number + excluded.number;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO bpm_hi_total AS t (tenant_identifier, definition_id, end_state, number)
    SELECT tenant_identifier, definition_id, coalesce(end_state, ''), sum(delta)
    FROM (SELECT tenant_identifier, definition_id, end_state, 1 AS delta FROM added WHERE ended_at IS NOT NULL
      UNION ALL SELECT tenant_identifier, definition_id, end_state, -1 FROM removed WHERE ended_at IS NOT NULL) changed
    GROUP BY 1, 2, 3 HAVING sum(delta) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (tenant_identifier, definition_id, end_state) DO UPDATE SET number = t.number + excluded.number;
  ELSE
    INSERT INTO bpm_hi_total AS t (tenant_identifier, definition_id, end_state, number)
    SELECT tenant_identifier, definition_id, coalesce(end_state, ''), -count(*)
    FROM removed WHERE ended_at IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (tenant_identifier, definition_id, end_state) DO UPDATE SET number = t.number + excluded.number;
    DELETE FROM bpm_hi_total t USING (SELECT DISTINCT tenant_identifier FROM removed) r
    WHERE t.tenant_identifier = r.tenant_identifier AND t.number = 0;
  END IF;
  RETURN NULL;
END
$$;

-- Each takes a lock that lets no writer in until the end of this migration, so the first sum misses nobody.
CREATE TRIGGER bpm_hi_total_inserted AFTER INSERT ON bpm_hi_instance
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bpm_hi_total_change();
CREATE TRIGGER bpm_hi_total_updated AFTER UPDATE ON bpm_hi_instance
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION bpm_hi_total_change();
CREATE TRIGGER bpm_hi_total_deleted AFTER DELETE ON bpm_hi_instance
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION bpm_hi_total_change();

INSERT INTO bpm_hi_total (tenant_identifier, definition_id, end_state, number)
SELECT tenant_identifier, definition_id, coalesce(end_state, ''), count(*)
FROM bpm_hi_instance WHERE ended_at IS NOT NULL GROUP BY 1, 2, 3;

-- Pages of ended instances in the order of their start: of a tenant, of a version, and of those few that did not simply complete.
DROP INDEX bpm_hi_instance_tenant;
CREATE INDEX bpm_hi_instance_ended ON bpm_hi_instance (tenant_identifier, started_at, id) WHERE ended_at IS NOT NULL;
CREATE INDEX bpm_hi_instance_ended_version ON bpm_hi_instance (definition_id, started_at, id) WHERE ended_at IS NOT NULL;
CREATE INDEX bpm_hi_instance_broken ON bpm_hi_instance (tenant_identifier, started_at, id) WHERE end_state <> 'COMPLETED';

-- Called instances that run again after their end, to undo what they did: a revision was kept, and its state is in use. Once the
-- outermost instance has ended, nothing is kept any more.
UPDATE bpm_call c SET kept_revision = NULL, kept_definition_id = NULL
WHERE kept_revision IS NOT NULL AND kept_state IS NULL AND NOT EXISTS (SELECT FROM bpm_instance r WHERE r.id = c.root_id);
CREATE INDEX bpm_call_reopened ON bpm_call (called_id) WHERE kept_revision IS NOT NULL AND kept_state IS NULL;
