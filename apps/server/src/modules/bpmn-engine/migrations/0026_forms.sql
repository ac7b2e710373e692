-- Versions of forms, and which of them each deployment holds. The form itself is the file.

CREATE TABLE bpm_form (
  tenant_identifier text NOT NULL,
  key text NOT NULL,
  version integer NOT NULL,
  deployment_id uuid NOT NULL REFERENCES bpm_deployment (id),
  resource_name text NOT NULL,
  -- Of the file.
  content_sha256 bytea NOT NULL,
  PRIMARY KEY (tenant_identifier, key, version)
);
CREATE INDEX bpm_form_deployment ON bpm_form (deployment_id);

-- Versions of forms by key, those that it made and those that it found unchanged: what "of the same deployment" means.
ALTER TABLE bpm_deployment ADD COLUMN forms jsonb NOT NULL DEFAULT '{}';
