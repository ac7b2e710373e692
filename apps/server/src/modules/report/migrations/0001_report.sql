-- Report groups, reports and every saved version of them.
CREATE TABLE report_group (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL CONSTRAINT report_group_uuid UNIQUE,
  version int NOT NULL,
  tenant_identifier text NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  name_folded text NOT NULL,
  description text,
  description_folded text,
  parent_uuid uuid,
  display_order int NOT NULL,
  icon text,
  enabled boolean NOT NULL,
  authority_list jsonb NOT NULL,
  -- Identifiers from the top down to the group itself.
  path uuid[] NOT NULL,
  -- The nearest group upwards, itself included, that has a list of rights; null: nobody has, it is open.
  rights_uuid uuid,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL,
  deleted boolean NOT NULL,
  deleted_date timestamptz
);
CREATE UNIQUE INDEX report_group_code ON report_group (tenant_identifier, code) WHERE NOT deleted;
CREATE UNIQUE INDEX report_group_name ON report_group (tenant_identifier, parent_uuid, name) NULLS NOT DISTINCT WHERE NOT deleted;
CREATE INDEX report_group_parent ON report_group (parent_uuid) WHERE NOT deleted;
CREATE INDEX report_group_rights ON report_group (tenant_identifier) WHERE NOT deleted AND authority_list <> '[]';

CREATE TABLE report_definition (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL CONSTRAINT report_definition_uuid UNIQUE,
  version int NOT NULL,
  tenant_identifier text NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  name_folded text NOT NULL,
  description text,
  description_folded text,
  report_group_uuid uuid,
  status text NOT NULL,
  enabled boolean NOT NULL,
  report_data_source_type text NOT NULL,
  data_adapter_code text NOT NULL,
  query jsonb NOT NULL,
  parameter_list jsonb NOT NULL,
  column_list jsonb NOT NULL,
  row_group_list jsonb NOT NULL,
  chart_list jsonb NOT NULL,
  -- The bytes of its logo lie in the content store, under this hash.
  layout jsonb NOT NULL,
  logo bytea,
  output_format_list jsonb NOT NULL,
  default_output_format text NOT NULL,
  row_limit int NOT NULL,
  timeout_seconds int NOT NULL,
  truncate_mode text NOT NULL,
  csv_delimiter text,
  csv_bom boolean NOT NULL,
  csv_formula_escape boolean NOT NULL,
  csv_number_style text NOT NULL,
  authority_list jsonb NOT NULL,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL,
  deleted boolean NOT NULL,
  deleted_date timestamptz
);
CREATE UNIQUE INDEX report_definition_code ON report_definition (tenant_identifier, code) WHERE NOT deleted;
CREATE INDEX report_definition_group ON report_definition (report_group_uuid) WHERE NOT deleted;
CREATE INDEX report_definition_tenant ON report_definition (tenant_identifier, name_folded) WHERE NOT deleted;

-- A report as it was in each version that is kept.
CREATE TABLE report_definition_version (
  report_id bigint NOT NULL REFERENCES report_definition,
  version int NOT NULL,
  content jsonb NOT NULL,
  logo bytea,
  PRIMARY KEY (report_id, version)
);

INSERT INTO kernel_content_reference (table_name, column_name) VALUES
  ('report_definition', 'logo'), ('report_definition_version', 'logo');

-- Tenants that are no more: a job removes what they had.
CREATE TABLE report_ended_tenant (
  tenant_identifier text PRIMARY KEY
);
