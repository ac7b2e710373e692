-- What people did to instances, and what they tried and the process could not do, for pages over all instances.

CREATE TABLE bpm_operation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: it would have started one.
  instance_id uuid,
  -- Is the flush that did it; null: it failed, and nothing has changed.
  revision integer,
  at timestamptz NOT NULL,
  -- Is the command as the history names it, in capitals.
  kind text NOT NULL,
  task_number integer,
  tenant_identifier text NOT NULL,
  definition_id text NOT NULL,
  actor text NOT NULL,
  actor_folded text NOT NULL,
  -- Null: none, or that of the task.
  element_id text,
  code text,
  -- The reason that somebody gave, or the message of the failure.
  detail text,
  -- A pass that is repeated adds nothing.
  UNIQUE (instance_id, revision)
);
-- In the order of pages: the newest first.
CREATE INDEX bpm_operation_tenant ON bpm_operation (tenant_identifier, at DESC NULLS LAST);
CREATE INDEX bpm_operation_actor ON bpm_operation (tenant_identifier, actor_folded, at DESC NULLS LAST);
CREATE INDEX bpm_operation_definition ON bpm_operation (definition_id, at DESC NULLS LAST);
-- Failures of what never began go with their age alone.
CREATE INDEX bpm_operation_failed ON bpm_operation (tenant_identifier, definition_id, at) WHERE revision IS NULL;

-- Operations of transactions before this one have rows. It has a position of its own, since a process of an earlier version moves the
-- other ones alone; what was done before this migration stands in the timelines of its instances.
ALTER TABLE bpm_projection ADD COLUMN operations_to xid8 NOT NULL DEFAULT '0';
UPDATE bpm_projection SET operations_to = projected_to;
