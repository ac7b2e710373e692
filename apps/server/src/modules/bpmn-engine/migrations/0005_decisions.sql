-- Versions of decisions, and which of them each deployment holds.

CREATE TABLE bpm_decision (
  id text PRIMARY KEY,
  tenant_identifier text NOT NULL,
  key text NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  version_tag text,
  deployment_id uuid NOT NULL REFERENCES bpm_deployment (id),
  resource_name text NOT NULL,
  -- Of a table; an expression has none.
  hit_policy text,
  inputs jsonb NOT NULL,
  outputs jsonb NOT NULL,
  -- Of the file: what a decision needs stands in the same one.
  content_sha256 bytea NOT NULL,
  CONSTRAINT bpm_decision_version UNIQUE (tenant_identifier, key, version)
);
CREATE INDEX bpm_decision_deployment ON bpm_decision (deployment_id);

-- Versions of decisions by key, those that it made and those that it found unchanged: what "of the same deployment" means.
ALTER TABLE bpm_deployment ADD COLUMN decisions jsonb NOT NULL DEFAULT '{}';
