-- Events that were accepted and could not be stored: kept until somebody looks at them.
CREATE TABLE log_dead_letter (
  id uuid PRIMARY KEY,
  recorded_at timestamptz NOT NULL,
  event_uuid uuid,
  tenant_identifier text,
  reason text NOT NULL,
  -- As it lay in the spool; bytes, because it may be what the database does not hold as text.
  payload bytea NOT NULL
);
CREATE INDEX log_dead_letter_recorded_at ON log_dead_letter (recorded_at);
