-- What other modules are still to be told of.

-- Incidents; the projector takes each once.

CREATE TABLE bpm_incident_raised (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id uuid NOT NULL,
  number integer NOT NULL,
  -- Of the instance then; null where none runs.
  revision integer,
  type text NOT NULL,
  tenant_identifier text NOT NULL,
  instance_id uuid,
  definition_id text,
  element_id text,
  code text NOT NULL,
  message text NOT NULL,
  raised_at timestamptz NOT NULL,
  PRIMARY KEY (xid, id, number)
);

-- Events that a module has refused, and those behind them; of one subject in the order of their numbers.
CREATE TABLE bpm_event_untold (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  module text NOT NULL,
  -- Is the instance, or an incident that belongs to none.
  subject text NOT NULL,
  tenant_identifier text NOT NULL,
  -- Is JSON.
  event text NOT NULL,
  attempts integer NOT NULL,
  refused_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL
);
CREATE INDEX bpm_event_untold_subject ON bpm_event_untold (module, subject, number);
