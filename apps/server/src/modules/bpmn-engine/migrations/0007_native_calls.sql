-- Who stands behind a definition when it acts by itself: by uuid, as a name may come to somebody else.

-- Null where no person deployed it: an API key, or somebody in another's stead.
ALTER TABLE bpm_deployment ADD COLUMN deployed_by_uuid uuid;
-- Named instead of whoever deployed it; both or none.
ALTER TABLE bpm_definition ADD COLUMN run_as text, ADD COLUMN run_as_uuid uuid;
CREATE INDEX bpm_definition_run_as ON bpm_definition (run_as_uuid) WHERE run_as_uuid IS NOT NULL;
