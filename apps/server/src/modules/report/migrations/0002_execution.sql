-- Runs of reports: each row is its own entry of the queue, what it has read lies in a table of the schema `keelson_report`, and
-- its files are pieces of the content store.
CREATE SCHEMA keelson_report;

CREATE TABLE report_snapshot (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_identifier text NOT NULL,
  -- Null until the table stands.
  column_list jsonb,
  row_count bigint,
  is_truncated boolean,
  byte_count bigint,
  date_created timestamptz NOT NULL,
  expire_date timestamptz NOT NULL
);
CREATE INDEX report_snapshot_expire ON report_snapshot (expire_date);

CREATE TABLE report_execution (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL CONSTRAINT report_execution_uuid UNIQUE,
  tenant_identifier text NOT NULL,
  report_uuid uuid NOT NULL,
  report_version int NOT NULL,
  report_code text NOT NULL,
  report_name text NOT NULL,
  status text NOT NULL,
  output_format text NOT NULL,
  -- As it is shown: sensitive values are masked.
  parameter_map jsonb NOT NULL,
  -- Text and values of the query, sealed; null once it has run.
  sealed_query text,
  -- Who asks; his rights were checked when it was queued.
  requested_by text NOT NULL,
  username_folded text NOT NULL,
  source text NOT NULL,
  locale text NOT NULL,
  time_zone text NOT NULL,
  row_limit int NOT NULL,
  timeout_seconds int NOT NULL,
  retention_hours int NOT NULL,
  file_name text NOT NULL,
  -- Counts the runs of the same person that were not over when it was queued, itself among them.
  place int NOT NULL,
  queued_date timestamptz NOT NULL,
  started_date timestamptz,
  finished_date timestamptz,
  -- When its files go.
  expire_date timestamptz,
  -- When it is forgotten; null while it is not over.
  kept_until timestamptz,
  row_count bigint,
  row_estimate bigint,
  progress_percent int,
  is_truncated boolean NOT NULL DEFAULT false,
  warning_list jsonb NOT NULL DEFAULT '[]',
  error_code text,
  -- What the database said; only for whoever may write the report.
  error_text text,
  snapshot_id bigint REFERENCES report_snapshot ON DELETE SET NULL,
  due_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  leased_by uuid,
  lease_token uuid
);
-- All runs that are not over.
CREATE INDEX report_execution_due ON report_execution (due_at)
  WHERE status IN ('QUEUED', 'RUNNING', 'RENDERING', 'CANCELLING') AND place <= 2;
CREATE INDEX report_execution_tenant ON report_execution (tenant_identifier, due_at)
  WHERE status IN ('QUEUED', 'RUNNING', 'RENDERING', 'CANCELLING') AND place <= 2;
CREATE INDEX report_execution_leased ON report_execution (leased_by) WHERE leased_by IS NOT NULL;
CREATE INDEX report_execution_open ON report_execution (tenant_identifier, username_folded, place)
  WHERE status IN ('QUEUED', 'RUNNING', 'RENDERING', 'CANCELLING');
CREATE INDEX report_execution_own ON report_execution (tenant_identifier, username_folded, id);
CREATE INDEX report_execution_report ON report_execution (report_uuid);
CREATE INDEX report_execution_expire ON report_execution (expire_date) WHERE status = 'SUCCEEDED';
CREATE INDEX report_execution_snapshot ON report_execution (snapshot_id) WHERE snapshot_id IS NOT NULL;
CREATE INDEX report_execution_kept ON report_execution (kept_until) WHERE kept_until IS NOT NULL;

-- Files of a run, one for each format.
CREATE TABLE report_export (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL CONSTRAINT report_export_uuid UNIQUE,
  execution_id bigint NOT NULL REFERENCES report_execution ON DELETE CASCADE,
  tenant_identifier text NOT NULL,
  output_format text NOT NULL,
  status text NOT NULL,
  -- SHA-256 of the file.
  content bytea,
  byte_count bigint,
  page_count int,
  is_truncated boolean NOT NULL DEFAULT false,
  warning_list jsonb NOT NULL DEFAULT '[]',
  error_code text,
  date_created timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  leased_by uuid,
  lease_token uuid
);
CREATE UNIQUE INDEX report_export_format ON report_export (execution_id, output_format);
CREATE INDEX report_export_due ON report_export (due_at) WHERE status = 'QUEUED';
CREATE INDEX report_export_tenant ON report_export (tenant_identifier, due_at) WHERE status = 'QUEUED';
CREATE INDEX report_export_leased ON report_export (leased_by) WHERE leased_by IS NOT NULL;
CREATE INDEX report_export_content ON report_export (content) WHERE content IS NOT NULL;

INSERT INTO kernel_content_reference (table_name, column_name) VALUES ('report_export', 'content');
