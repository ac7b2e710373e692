-- Standing orders of a mass close: they hold at once, and stand until every row they cover is closed.

CREATE TABLE session_bulk_close (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  created timestamptz NOT NULL,
  -- Null: every tenant.
  tenant_identifier text,
  -- Covers sessions up to here. Drawn from the sequence of the sessions, so clocks do not matter.
  through_id bigint NOT NULL,
  include_system boolean NOT NULL,
  -- Spared; empty when none is.
  except_identifier text NOT NULL,
  reason text NOT NULL,
  closed_by text NOT NULL
);

-- Deletion of the history finds what ended long ago, whatever its tenant.
CREATE INDEX session_entry_closed_date ON session_entry (closed_date) WHERE closed_date IS NOT NULL;
