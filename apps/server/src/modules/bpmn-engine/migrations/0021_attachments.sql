-- Files and addresses that people attach to tasks and instances; the bytes of files lie in the content store.
CREATE TABLE bpm_attachment (
  id uuid PRIMARY KEY,
  tenant_identifier text NOT NULL,
  instance_id uuid NOT NULL,
  -- Null: of the instance as a whole.
  task_number integer,
  author text NOT NULL,
  author_folded text NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Of a file.
  media_type text,
  size integer,
  content bytea,
  -- Of an address.
  url text,
  CHECK ((content IS NULL) = (url IS NOT NULL) AND (content IS NULL) = (size IS NULL) AND (content IS NULL) = (media_type IS NULL))
);
CREATE INDEX bpm_attachment_place ON bpm_attachment (instance_id, task_number);
CREATE INDEX bpm_attachment_author ON bpm_attachment (tenant_identifier, author_folded);
CREATE INDEX bpm_attachment_content ON bpm_attachment (content) WHERE content IS NOT NULL;
INSERT INTO kernel_content_reference (table_name, column_name) VALUES ('bpm_attachment', 'content');
