-- Which events are produced. A removed entry stays for thirty days: for the record, and so that processes learn of it.
CREATE TABLE log_producer_cache_state (
  id integer PRIMARY KEY CHECK (id = 1),
  revision bigint NOT NULL
);
INSERT INTO log_producer_cache_state (id, revision) VALUES (1, 1);

CREATE TABLE log_producer_cache (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  version integer NOT NULL,
  created_by text NOT NULL,
  date_created timestamptz NOT NULL,
  updated_by text NOT NULL,
  date_updated timestamptz NOT NULL,
  deleted_date timestamptz,
  key text NOT NULL,
  -- Null: all tenants.
  tenant_identifier text,
  value boolean NOT NULL,
  minimum_level text,
  sample_rate double precision NOT NULL,
  enforced boolean NOT NULL,
  expire_date timestamptz,
  description text,
  revision bigint NOT NULL
);
CREATE UNIQUE INDEX log_producer_cache_key ON log_producer_cache (COALESCE(tenant_identifier, ''), key) WHERE deleted_date IS NULL;
CREATE INDEX log_producer_cache_revision ON log_producer_cache (revision);
CREATE INDEX log_producer_cache_deleted ON log_producer_cache (deleted_date) WHERE deleted_date IS NOT NULL;
