-- Whom the directory knew as whoever asked for a run; null: an API key, or somebody whom no directory knows.
ALTER TABLE report_execution ADD COLUMN user_uuid uuid;

-- Runs that have ended, written by what ended them; a row goes when other modules were told.
CREATE TABLE report_run_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_identifier text NOT NULL,
  execution_uuid uuid NOT NULL,
  report_name text NOT NULL,
  requested_by text NOT NULL,
  source text NOT NULL,
  status text NOT NULL,
  error_code text,
  is_truncated boolean NOT NULL,
  ended_at timestamptz NOT NULL
);

-- Ends of runs that a module has refused.
CREATE TABLE report_run_event_untold (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  module text NOT NULL,
  -- Is the uuid of the run.
  subject text NOT NULL,
  tenant_identifier text NOT NULL,
  -- Is JSON.
  event text NOT NULL,
  attempts integer NOT NULL,
  refused_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL
);
CREATE INDEX report_run_event_untold_subject ON report_run_event_untold (module, subject, number);
