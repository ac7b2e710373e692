-- Incidents that other modules are still to be told of; the projector takes each once.

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
