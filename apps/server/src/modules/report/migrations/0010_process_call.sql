-- Runs that elements of processes wait for; a row goes when the process was told of the end.
CREATE TABLE report_process_call (
  execution_uuid uuid PRIMARY KEY,
  tenant_identifier text NOT NULL,
  -- By which the engine knows the call.
  job_id text NOT NULL
);
