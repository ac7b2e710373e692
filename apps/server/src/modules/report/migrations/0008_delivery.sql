-- Mails about runs: their files, their failure, their end, and that a schedule was disabled; each row is its own entry of the queue.
ALTER TABLE report_schedule ADD COLUMN delivery jsonb;
ALTER TABLE report_schedule ADD COLUMN only_if_rows boolean NOT NULL DEFAULT false;
-- How whoever asked for a run is told of its end.
ALTER TABLE report_execution ADD COLUMN notify text NOT NULL DEFAULT 'NONE';

CREATE TABLE report_delivery (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL CONSTRAINT report_delivery_uuid UNIQUE,
  tenant_identifier text NOT NULL,
  kind text NOT NULL,
  -- Null where it belongs to no run of a schedule.
  schedule_run_id bigint REFERENCES report_schedule_run ON DELETE CASCADE,
  execution_uuid uuid,
  -- By whose rights it is mailed.
  sender text NOT NULL,
  -- A name or an address.
  recipient text NOT NULL,
  is_user boolean NOT NULL,
  -- What the mail says.
  content jsonb NOT NULL,
  status text NOT NULL,
  -- Counts the mails that were begun anew for it.
  round int NOT NULL DEFAULT 0,
  mail_uuid uuid,
  error_code text,
  date_created timestamptz NOT NULL,
  kept_until timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  leased_by uuid,
  lease_token uuid
);
CREATE INDEX report_delivery_due ON report_delivery (due_at) WHERE status = 'PENDING';
CREATE INDEX report_delivery_tenant ON report_delivery (tenant_identifier, due_at) WHERE status = 'PENDING';
CREATE INDEX report_delivery_leased ON report_delivery (leased_by) WHERE leased_by IS NOT NULL;
CREATE INDEX report_delivery_run ON report_delivery (schedule_run_id) WHERE schedule_run_id IS NOT NULL;
CREATE INDEX report_delivery_mail ON report_delivery (mail_uuid) WHERE mail_uuid IS NOT NULL;
CREATE INDEX report_delivery_kept ON report_delivery (kept_until);
