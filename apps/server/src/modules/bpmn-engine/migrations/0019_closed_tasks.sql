-- Closed tasks as rows, for pages over all instances. The projector makes them of what the flush says of the tasks that it closes.

CREATE TABLE bpm_hi_task (
  instance_id uuid NOT NULL,
  number integer NOT NULL,
  -- Is the index of the element in the model.
  node integer NOT NULL,
  priority integer NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  claimed_at timestamptz,
  due_at timestamptz,
  cancelled boolean NOT NULL,
  -- Is called as its element is; then `name` is null.
  element_named boolean NOT NULL,
  tenant_identifier text NOT NULL,
  definition_id text NOT NULL,
  name text,
  assignee text,
  -- Stands beside a name that is not folded.
  assignee_folded text,
  -- Null: none.
  candidate_groups text[],
  PRIMARY KEY (instance_id, number)
);
-- In the order of pages: the newest first.
CREATE INDEX bpm_hi_task_tenant ON bpm_hi_task (tenant_identifier, ended_at DESC NULLS LAST);
CREATE INDEX bpm_hi_task_assignee ON bpm_hi_task (tenant_identifier, (coalesce(assignee_folded, assignee)), ended_at DESC NULLS LAST)
  WHERE assignee IS NOT NULL;
CREATE INDEX bpm_hi_task_definition ON bpm_hi_task (definition_id, ended_at DESC NULLS LAST);

-- Tasks closed by transactions before this one are in bpm_hi_task. It has a position of its own, since a process of an earlier version
-- moves the other one alone.
ALTER TABLE bpm_projection ADD COLUMN tasks_to xid8 NOT NULL DEFAULT '0';
