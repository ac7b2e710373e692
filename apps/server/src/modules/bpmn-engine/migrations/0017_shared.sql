-- Definitions of the tenant `default` that every tenant can start and call.
ALTER TABLE bpm_definition ADD COLUMN shared boolean NOT NULL DEFAULT false;
