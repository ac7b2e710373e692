-- Definitions of the tenant `default` that every tenant can start and call.
ALTER TABLE bpm_definition ADD COLUMN shared boolean NOT NULL DEFAULT false;

-- Which call activity called the instance; null of those that were called before this was kept.
ALTER TABLE bpm_call ADD COLUMN caller_element_id text;
