-- Processes under development, their versions, their working copies, and what was deployed of them.
CREATE TABLE bpa_process (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL CONSTRAINT bpa_process_uuid UNIQUE,
  version int NOT NULL,
  tenant_identifier text NOT NULL,
  namespace text NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  name_folded text NOT NULL,
  description text,
  description_folded text,
  category text,
  type text NOT NULL,
  tags text[] NOT NULL,
  -- What follows belongs to the current version; without content it is 0 and the hash null.
  current_version int NOT NULL,
  content bytea,
  picture bytea,
  file_processes jsonb NOT NULL,
  element_names text NOT NULL,
  element_names_folded text NOT NULL,
  problem_counts jsonb,
  rules_version text,
  source_process_id bigint,
  source_version int,
  last_deployed_version int,
  last_deployed_at timestamptz,
  last_deployed_by text,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL,
  deleted boolean NOT NULL,
  deleted_date timestamptz
);
CREATE UNIQUE INDEX bpa_process_code ON bpa_process (tenant_identifier, code) WHERE NOT deleted;
CREATE INDEX bpa_process_updated ON bpa_process (tenant_identifier, date_updated, id) WHERE NOT deleted;
CREATE INDEX bpa_process_namespace ON bpa_process (tenant_identifier, namespace) WHERE NOT deleted;

-- What people save into: the content of the current version, or what waits to become the next one.
CREATE TABLE bpa_model (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  process_id bigint NOT NULL CONSTRAINT bpa_model_process UNIQUE REFERENCES bpa_process,
  content bytea,
  picture bytea,
  -- The editor's own source, JSON.
  source bytea,
  xml_stale boolean NOT NULL,
  base_version int NOT NULL
);

CREATE TABLE bpa_version (
  process_id bigint NOT NULL REFERENCES bpa_process,
  number int NOT NULL,
  name text NOT NULL,
  comment text,
  content bytea NOT NULL,
  picture bytea,
  size int NOT NULL,
  origin text NOT NULL,
  problem_counts jsonb NOT NULL,
  rules_version text NOT NULL,
  created_by text NOT NULL,
  date_created timestamptz NOT NULL,
  PRIMARY KEY (process_id, number)
);

CREATE TABLE bpa_deployment (
  process_id bigint NOT NULL,
  version_number int NOT NULL,
  definition_id text NOT NULL,
  definition_key text NOT NULL,
  definition_version int NOT NULL,
  deployment_id text NOT NULL,
  deployed_by text NOT NULL,
  deployed_at timestamptz NOT NULL,
  PRIMARY KEY (process_id, version_number, definition_id),
  FOREIGN KEY (process_id, version_number) REFERENCES bpa_version
);

INSERT INTO kernel_content_reference (table_name, column_name) VALUES
  ('bpa_process', 'content'), ('bpa_process', 'picture'),
  ('bpa_model', 'content'), ('bpa_model', 'picture'), ('bpa_model', 'source'),
  ('bpa_version', 'content'), ('bpa_version', 'picture');
