-- Which process model a version was deployed from, and what it offers to those who call it.

ALTER TABLE bpm_definition
  -- A process of the administration; null for what was deployed as files.
  ADD COLUMN process_model_id bigint,
  -- Whether a call starts it, and what data it takes and gives; null where it was deployed before that was kept.
  ADD COLUMN callable jsonb;
CREATE INDEX bpm_definition_process_model ON bpm_definition (process_model_id) WHERE process_model_id IS NOT NULL;
