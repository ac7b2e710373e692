-- The same is done with many instances or jobs. An item goes with what is done to it, so that what is left is open or has failed.
CREATE TABLE bpm_batch (
  id uuid PRIMARY KEY,
  tenant_identifier text NOT NULL,
  type text NOT NULL,
  -- Is JSON; what it holds hangs on the type.
  arguments text NOT NULL,
  state text NOT NULL,
  total integer NOT NULL,
  created_by text NOT NULL,
  created_by_folded text NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX bpm_batch_tenant ON bpm_batch (tenant_identifier, created_at);
CREATE INDEX bpm_batch_ended ON bpm_batch (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE bpm_batch_item (
  batch_id uuid NOT NULL,
  number integer NOT NULL,
  -- Is an instance, or a job with its number.
  ref_id uuid NOT NULL,
  ref_number integer NOT NULL,
  -- Says why it could not be done; null: it is open.
  code text,
  message text,
  PRIMARY KEY (batch_id, number)
) WITH (autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX bpm_batch_item_failed ON bpm_batch_item (batch_id, number) WHERE code IS NOT NULL;

-- A batch is done in parts, which processes share: each is leased for some items, and given back.
CREATE TABLE bpm_batch_part (
  batch_id uuid NOT NULL,
  number integer NOT NULL,
  tenant_identifier text NOT NULL,
  -- In the name of this person it is done.
  run_by text NOT NULL,
  -- Items up to this number were tried; the part ends with the last one.
  reached integer NOT NULL,
  last integer NOT NULL,
  due_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  leased_by uuid,
  lease_token uuid,
  PRIMARY KEY (batch_id, number)
) WITH (fillfactor = 50);
CREATE INDEX bpm_batch_part_due ON bpm_batch_part (due_at);
CREATE INDEX bpm_batch_part_tenant_due ON bpm_batch_part (tenant_identifier, due_at);
CREATE INDEX bpm_batch_part_leased ON bpm_batch_part (leased_by) WHERE leased_by IS NOT NULL;
