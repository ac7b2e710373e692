-- Business keys that a running instance has for itself, and which definitions are offered in task lists.

-- Of processes that want each key once; the row goes with the instance.
CREATE TABLE bpm_unique_key (
  tenant_identifier text NOT NULL,
  definition_key text NOT NULL,
  business_key text NOT NULL,
  instance_id uuid NOT NULL,
  since timestamptz NOT NULL,
  PRIMARY KEY (tenant_identifier, definition_key, business_key)
);

ALTER TABLE bpm_definition ADD COLUMN startable_in_tasklist boolean NOT NULL DEFAULT true;
