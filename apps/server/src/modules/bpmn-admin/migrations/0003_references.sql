-- What the current version of a process uses of others, and by which keys others use it.
ALTER TABLE bpa_process
  ADD COLUMN element_types text[] NOT NULL DEFAULT '{}',
  ADD COLUMN defined_keys text[] NOT NULL DEFAULT '{}',
  -- Which reading of the content these and the references are of: an older one is made anew, at the next use or by a job.
  ADD COLUMN facts_version int NOT NULL DEFAULT 0;
CREATE INDEX bpa_process_facts ON bpa_process (facts_version) WHERE content IS NOT NULL AND NOT deleted;
CREATE INDEX bpa_process_defined ON bpa_process USING gin (defined_keys) WHERE NOT deleted;

CREATE TABLE bpa_reference (
  process_id bigint NOT NULL REFERENCES bpa_process,
  tenant_identifier text NOT NULL,
  -- The place among those of the file.
  position int NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  element_id text,
  -- The key is an expression.
  computed boolean NOT NULL
);
CREATE INDEX bpa_reference_process ON bpa_reference (process_id, position);
CREATE INDEX bpa_reference_key ON bpa_reference (tenant_identifier, kind, key, process_id);
