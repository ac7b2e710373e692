-- What people say about tasks and instances.
CREATE TABLE bpm_comment (
  id uuid PRIMARY KEY,
  tenant_identifier text NOT NULL,
  instance_id uuid NOT NULL,
  -- Null: about the instance as a whole.
  task_number integer,
  author text NOT NULL,
  author_folded text NOT NULL,
  text text NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz
);
CREATE INDEX bpm_comment_place ON bpm_comment (instance_id, task_number);
CREATE INDEX bpm_comment_author ON bpm_comment (tenant_identifier, author_folded);
