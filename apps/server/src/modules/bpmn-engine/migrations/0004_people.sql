-- Names of people are compared folded. A folded name stands beside a written one only where the two differ: most do not.

ALTER TABLE bpm_instance ADD COLUMN start_user_folded text;
ALTER TABLE bpm_history_event ADD COLUMN start_user_folded text;
ALTER TABLE bpm_hi_instance ADD COLUMN start_user_folded text;
ALTER TABLE bpm_task ADD COLUMN assignee_folded text;
ALTER TABLE bpm_task ADD COLUMN owner_folded text;
ALTER TABLE bpm_task_link ADD COLUMN name_folded text;
-- Which iteration of its loop a task is; null for one that is none.
ALTER TABLE bpm_task ADD COLUMN loop_counter integer;

-- Names that are there already are folded as far as the database can.
CREATE FUNCTION pg_temp.folded(name text) RETURNS text LANGUAGE sql AS
  $$ SELECT nullif(lower(translate(normalize(name, NFKC), 'İIı', 'iii')), name) $$;
UPDATE bpm_instance SET start_user_folded = pg_temp.folded(start_user_id) WHERE pg_temp.folded(start_user_id) IS NOT NULL;
UPDATE bpm_history_event SET start_user_folded = pg_temp.folded(start_user_id) WHERE pg_temp.folded(start_user_id) IS NOT NULL;
UPDATE bpm_hi_instance SET start_user_folded = pg_temp.folded(start_user_id) WHERE pg_temp.folded(start_user_id) IS NOT NULL;
UPDATE bpm_task SET assignee_folded = pg_temp.folded(assignee), owner_folded = pg_temp.folded(owner)
  WHERE pg_temp.folded(assignee) IS NOT NULL OR pg_temp.folded(owner) IS NOT NULL;
UPDATE bpm_task_link SET name_folded = pg_temp.folded(name) WHERE kind = 'u' AND pg_temp.folded(name) IS NOT NULL;

DROP INDEX bpm_instance_starter;
CREATE INDEX bpm_instance_starter ON bpm_instance (tenant_identifier, (coalesce(start_user_folded, start_user_id)), id);
DROP INDEX bpm_hi_instance_starter;
CREATE INDEX bpm_hi_instance_starter ON bpm_hi_instance (tenant_identifier, (coalesce(start_user_folded, start_user_id)), id);
DROP INDEX bpm_task_assignee;
CREATE INDEX bpm_task_assignee ON bpm_task (tenant_identifier, (coalesce(assignee_folded, assignee)), instance_id)
  WHERE assignee IS NOT NULL;
DROP INDEX bpm_task_link_name;
CREATE INDEX bpm_task_link_name ON bpm_task_link (tenant_identifier, (coalesce(name_folded, name)), kind);

-- What happened to people and tenants and is still to be done in the engine: of a tenant one after another.
CREATE TABLE bpm_directory_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('RENAME', 'RELEASE', 'HOLD', 'RESUME', 'REMOVE')),
  tenant_identifier text NOT NULL,
  -- Of a person: as he is called now, and as he was before a rename.
  username text,
  previous_username text,
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  -- Instances up to this one are done.
  reached uuid,
  attempts integer NOT NULL DEFAULT 0,
  leased_by uuid,
  lease_token uuid
);
CREATE INDEX bpm_directory_change_due ON bpm_directory_change (due_at);
CREATE INDEX bpm_directory_change_tenant ON bpm_directory_change (tenant_identifier, due_at);
CREATE INDEX bpm_directory_change_leased ON bpm_directory_change (leased_by) WHERE leased_by IS NOT NULL;

-- Jobs of these tenants wait until the tenant is active again.
CREATE TABLE bpm_held_tenant (
  tenant_identifier text PRIMARY KEY
);
ALTER TABLE bpm_job ADD COLUMN held boolean NOT NULL DEFAULT false;
DROP INDEX bpm_job_due;
CREATE INDEX bpm_job_due ON bpm_job (due_at) WHERE retries > 0 AND NOT suspended AND NOT held;
DROP INDEX bpm_job_tenant_due;
CREATE INDEX bpm_job_tenant_due ON bpm_job (tenant_identifier, due_at) WHERE retries > 0 AND NOT suspended AND NOT held;
CREATE INDEX bpm_job_held ON bpm_job (tenant_identifier) WHERE held;
