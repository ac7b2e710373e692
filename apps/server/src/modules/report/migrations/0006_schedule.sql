-- Schedules of reports: each row is its own entry of the queue of what is due, and has a row for each of its runs.
CREATE TABLE report_schedule (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL CONSTRAINT report_schedule_uuid UNIQUE,
  version int NOT NULL DEFAULT 0,
  tenant_identifier text NOT NULL,
  name text NOT NULL,
  name_folded text NOT NULL,
  executable_report_uuid uuid NOT NULL,
  -- One of these three says when.
  cron text,
  interval_seconds int,
  run_date timestamptz,
  time_zone text NOT NULL,
  start_date timestamptz,
  end_date timestamptz,
  misfire_policy text NOT NULL,
  exclude_date_list text[] NOT NULL DEFAULT '{}',
  parameter_map jsonb NOT NULL DEFAULT '{}',
  output_format_list text[] NOT NULL,
  locale text,
  enabled boolean NOT NULL DEFAULT true,
  owner_username text NOT NULL,
  owner_folded text NOT NULL,
  -- Its tenant is disabled.
  held boolean NOT NULL DEFAULT false,
  -- Why the program has disabled it.
  stop_reason text,
  next_run_date timestamptz,
  last_run_date timestamptz,
  last_status text,
  consecutive_failure_count int NOT NULL DEFAULT 0,
  -- As next_run_date, or a little later where it could not be begun then.
  due_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  leased_by uuid,
  lease_token uuid,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL,
  deleted_date timestamptz,
  deleted boolean NOT NULL DEFAULT false
);
CREATE INDEX report_schedule_due ON report_schedule (due_at)
  WHERE enabled AND NOT held AND NOT deleted AND next_run_date IS NOT NULL;
CREATE INDEX report_schedule_tenant ON report_schedule (tenant_identifier, due_at)
  WHERE enabled AND NOT held AND NOT deleted AND next_run_date IS NOT NULL;
CREATE INDEX report_schedule_leased ON report_schedule (leased_by) WHERE leased_by IS NOT NULL;
CREATE INDEX report_schedule_owner ON report_schedule (tenant_identifier, owner_folded) WHERE NOT deleted;
CREATE INDEX report_schedule_name ON report_schedule (tenant_identifier, name_folded, id) WHERE NOT deleted;
CREATE INDEX report_schedule_report ON report_schedule (executable_report_uuid) WHERE NOT deleted;

CREATE TABLE report_schedule_run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL CONSTRAINT report_schedule_run_uuid UNIQUE,
  tenant_identifier text NOT NULL,
  schedule_id bigint NOT NULL REFERENCES report_schedule ON DELETE CASCADE,
  planned_date timestamptz NOT NULL,
  -- Somebody asked for it.
  manual boolean NOT NULL,
  status text NOT NULL,
  -- Null where the report could not be asked for.
  execution_uuid uuid,
  -- As they are to be made, the first by the run of the report itself.
  output_format_list text[] NOT NULL,
  row_count bigint,
  error_code text,
  date_created timestamptz NOT NULL,
  finished_date timestamptz,
  -- When it is forgotten; null while it is not over.
  kept_until timestamptz,
  -- Counts what it was told of, so that nothing is missed between looking and waiting.
  woken int NOT NULL DEFAULT 0,
  -- Infinity while a run of a report, or a file of it, is waited for.
  due_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  leased_by uuid,
  lease_token uuid
);
CREATE INDEX report_schedule_run_due ON report_schedule_run (due_at) WHERE status = 'RUNNING';
CREATE INDEX report_schedule_run_tenant ON report_schedule_run (tenant_identifier, due_at) WHERE status = 'RUNNING';
CREATE INDEX report_schedule_run_leased ON report_schedule_run (leased_by) WHERE leased_by IS NOT NULL;
CREATE INDEX report_schedule_run_schedule ON report_schedule_run (schedule_id, id);
CREATE INDEX report_schedule_run_execution ON report_schedule_run (execution_uuid) WHERE status = 'RUNNING';
CREATE INDEX report_schedule_run_created ON report_schedule_run (tenant_identifier, date_created, id);
CREATE INDEX report_schedule_run_kept ON report_schedule_run (kept_until) WHERE kept_until IS NOT NULL;
