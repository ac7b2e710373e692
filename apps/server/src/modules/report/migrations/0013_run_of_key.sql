-- The API key that asked for the run: what it may is looked up again when its turn comes.
ALTER TABLE report_execution ADD COLUMN api_key_uuid uuid;
