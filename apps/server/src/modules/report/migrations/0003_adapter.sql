-- Data adapters: databases elsewhere that reports may ask.
CREATE TABLE report_adapter (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL CONSTRAINT report_adapter_uuid UNIQUE,
  version int NOT NULL,
  tenant_identifier text NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  name_folded text NOT NULL,
  description text,
  description_folded text,
  report_data_source_type text NOT NULL,
  dialect text NOT NULL,
  url text NOT NULL,
  username text NOT NULL,
  -- Sealed under the working key `report` for `adapter:` and the uuid; gone with the adapter.
  secret_sealed text,
  secret_setting_code text,
  allowed_host_list text[] NOT NULL,
  allowed_function_list text[] NOT NULL,
  ca_certificate text,
  enabled boolean NOT NULL,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL,
  deleted boolean NOT NULL,
  deleted_date timestamptz,
  CHECK (secret_sealed IS NULL OR (secret_setting_code IS NULL AND NOT deleted))
);
CREATE UNIQUE INDEX report_adapter_code ON report_adapter (tenant_identifier, code) WHERE NOT deleted;
