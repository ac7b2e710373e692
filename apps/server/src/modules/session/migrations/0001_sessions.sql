-- Sessions, their last access and the signals by which processes learn of revocations.

CREATE TABLE session_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  identifier text NOT NULL,
  tenant_identifier text NOT NULL,
  username text NOT NULL,
  username_folded text NOT NULL,
  user_uuid uuid,
  system boolean NOT NULL DEFAULT false,
  created timestamptz NOT NULL,
  authenticated timestamptz NOT NULL,
  -- Absolute end; activity never moves it.
  expiry timestamptz NOT NULL,
  idle_seconds integer NOT NULL CHECK (idle_seconds > 0),
  -- What is added to the idle end so that touches another process has not written yet end no session early.
  slack_seconds integer NOT NULL CHECK (slack_seconds >= 0),
  closed_date timestamptz,
  close_reason text,
  closed_by text,
  -- Null while open: session_activity holds it then.
  last_access timestamptz,
  successor_id bigint,
  parent_identifier text,
  actor_username text,
  authorities_source text NOT NULL CHECK (authorities_source IN ('DIRECTORY', 'GIVEN')),
  -- Only for GIVEN: [{role, authority}].
  authorities jsonb,
  attributes jsonb NOT NULL DEFAULT '{}',
  ip inet,
  user_agent text NOT NULL DEFAULT '',
  device_name text NOT NULL DEFAULT '',
  methods text[] NOT NULL,
  assurance text NOT NULL CHECK (assurance IN ('AAL1', 'AAL2')),
  locale text NOT NULL,
  CONSTRAINT session_entry_identifier UNIQUE (identifier),
  CONSTRAINT session_entry_closed CHECK ((closed_date IS NULL) = (close_reason IS NULL)),
  CONSTRAINT session_entry_given CHECK ((authorities_source = 'GIVEN') = (authorities IS NOT NULL))
);

CREATE INDEX session_entry_open_tenant ON session_entry (tenant_identifier, system, id) WHERE closed_date IS NULL;
CREATE INDEX session_entry_open_user ON session_entry (tenant_identifier, username_folded, id) WHERE closed_date IS NULL;
CREATE INDEX session_entry_open_created ON session_entry (tenant_identifier, system, created DESC, id DESC)
  WHERE closed_date IS NULL;
CREATE INDEX session_entry_open_ip ON session_entry (tenant_identifier, ip) WHERE closed_date IS NULL;
CREATE INDEX session_entry_closed ON session_entry (tenant_identifier, closed_date DESC, id DESC)
  WHERE closed_date IS NOT NULL;
CREATE INDEX session_entry_closed_user ON session_entry (tenant_identifier, username_folded, closed_date DESC)
  WHERE closed_date IS NOT NULL;
CREATE INDEX session_entry_parent ON session_entry (parent_identifier) WHERE parent_identifier IS NOT NULL;

-- One narrow row for each open session, the only one written while it is used: a touch rewrites no other index.
CREATE TABLE session_activity (
  session_id bigint PRIMARY KEY,
  tenant_identifier text NOT NULL,
  system boolean NOT NULL,
  last_access timestamptz NOT NULL,
  -- least(absolute end, last access + idle timeout + slack)
  ends timestamptz NOT NULL
) WITH (fillfactor = 70);

CREATE INDEX session_activity_last_access ON session_activity (tenant_identifier, system, last_access DESC, session_id DESC);
CREATE INDEX session_activity_ends ON session_activity (ends);

-- Append-only; what processes read to catch up. Survives a crash between commit and notification.
CREATE TABLE session_signal (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  created timestamptz NOT NULL,
  scope text NOT NULL CHECK (scope IN ('SESSION', 'USER', 'ROLE', 'TENANT', 'ALL', 'KEY')),
  effect text NOT NULL CHECK (effect IN ('CLOSE', 'REFRESH')),
  keys text[] NOT NULL CHECK (cardinality(keys) <= 100)
);

CREATE INDEX session_signal_xid ON session_signal (xid);
CREATE INDEX session_signal_created ON session_signal (created);

-- Text filters work without the extension too, slower; an account that may not create it must still be able to migrate.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX session_entry_open_username_text ON session_entry USING gin (username_folded gin_trgm_ops)
    WHERE closed_date IS NULL;
  CREATE INDEX session_entry_open_user_agent_text ON session_entry USING gin (user_agent gin_trgm_ops)
    WHERE closed_date IS NULL;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE NOTICE 'pg_trgm is not available: text filters of sessions have no index';
END
$$;
