-- Imports: files and archives that a leased job works off, each file in a transaction of its own.
CREATE TABLE bpa_import (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_identifier text NOT NULL,
  username text NOT NULL,
  language text NOT NULL,
  ip_address text,
  request_id text,
  mode text NOT NULL CHECK (mode IN ('create', 'newVersion', 'auto')),
  namespace text,
  dry_run boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('RUNNING', 'DONE', 'CANCELLED')),
  total int NOT NULL,
  date_created timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  leased_by uuid,
  lease_token uuid
);
CREATE INDEX bpa_import_due ON bpa_import (due_at) WHERE state = 'RUNNING';
CREATE INDEX bpa_import_tenant ON bpa_import (tenant_identifier, due_at) WHERE state = 'RUNNING';
CREATE INDEX bpa_import_leased ON bpa_import (leased_by) WHERE leased_by IS NOT NULL;
CREATE INDEX bpa_import_created ON bpa_import (date_created);

CREATE TABLE bpa_import_file (
  import_id bigint NOT NULL REFERENCES bpa_import ON DELETE CASCADE,
  number int NOT NULL,
  name text NOT NULL,
  -- The bytes, until it is known what became of the file.
  content bytea,
  picture bytea,
  described jsonb,
  result jsonb,
  PRIMARY KEY (import_id, number)
);

-- Tenants that are no more: a job removes what they had.
CREATE TABLE bpa_ended_tenant (
  tenant_identifier text PRIMARY KEY
);

INSERT INTO kernel_content_reference (table_name, column_name) VALUES
  ('bpa_import_file', 'content'), ('bpa_import_file', 'picture');
