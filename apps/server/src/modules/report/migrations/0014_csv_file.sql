-- CSV files that reports read. A row is a file as it is now; its bytes lie in the content store.
CREATE TABLE report_csv_file (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL CONSTRAINT report_csv_file_uuid UNIQUE,
  version int NOT NULL,
  tenant_identifier text NOT NULL,
  code text NOT NULL,
  file_name text NOT NULL,
  file_name_folded text NOT NULL,
  encoding text NOT NULL,
  delimiter text NOT NULL,
  -- Name, type and format of each column.
  column_list jsonb NOT NULL,
  row_count bigint NOT NULL,
  byte_count bigint NOT NULL,
  content bytea,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL,
  deleted boolean NOT NULL,
  deleted_date timestamptz,
  CHECK (deleted = (content IS NULL))
);
CREATE UNIQUE INDEX report_csv_file_code ON report_csv_file (tenant_identifier, code) WHERE NOT deleted;
CREATE INDEX report_csv_file_content ON report_csv_file (content) WHERE content IS NOT NULL;

-- The file that a run is to read, as it was when the run was asked for; null once the run is over.
ALTER TABLE report_execution ADD COLUMN csv_content bytea;
CREATE INDEX report_execution_csv_content ON report_execution (csv_content) WHERE csv_content IS NOT NULL;

INSERT INTO kernel_content_reference (table_name, column_name) VALUES
  ('report_csv_file', 'content'), ('report_execution', 'csv_content');
