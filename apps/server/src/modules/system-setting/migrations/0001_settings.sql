-- Settings: definitions, values by level, what happened to them, and the one revision that orders all changes.

-- One row. Every writer takes its lock, so that revisions become visible in their order.
CREATE TABLE system_setting_state (
  id smallint PRIMARY KEY CHECK (id = 1),
  revision bigint NOT NULL,
  -- Tombstones up to it may be gone: whoever is older loads everything.
  forgotten_revision bigint NOT NULL,
  -- By key id: tells processes with other bytes under the same id.
  key_checks jsonb NOT NULL
);
INSERT INTO system_setting_state (id, revision, forgotten_revision, key_checks) VALUES (1, 1, 0, '{}');

CREATE TABLE system_setting_group (
  code text PRIMARY KEY,
  name text NOT NULL,
  name_map jsonb NOT NULL DEFAULT '{}',
  order_number integer NOT NULL DEFAULT 1000,
  revision bigint NOT NULL
);
CREATE INDEX system_setting_group_revision ON system_setting_group (revision);

CREATE TABLE system_setting_definition (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  version integer NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  name_map jsonb NOT NULL,
  description text NOT NULL,
  description_map jsonb NOT NULL,
  group_code text NOT NULL,
  owner text NOT NULL,
  type text NOT NULL CHECK (type IN ('BOOLEAN', 'NUMBER', 'DECIMAL', 'STRING', 'JSON', 'SECRET')),
  unit text NOT NULL,
  default_value jsonb,
  min_value double precision,
  max_value double precision,
  pattern text,
  allowed_values jsonb,
  visibility text NOT NULL CHECK (visibility IN ('PUBLIC', 'SESSION', 'RESTRICTED')),
  tenant_overridable boolean NOT NULL,
  tenant_editable boolean NOT NULL,
  user_overridable boolean NOT NULL,
  reauthentication_required boolean NOT NULL,
  restart_required boolean NOT NULL,
  enabled boolean NOT NULL,
  system boolean NOT NULL,
  retired boolean NOT NULL,
  aliases text[] NOT NULL,
  order_number integer NOT NULL,
  -- Of the program that registered it, and a hash of what its code owns; null for definitions of people.
  registered_version text,
  registered_hash text,
  revision bigint NOT NULL,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL,
  deleted boolean NOT NULL DEFAULT false,
  deleted_date timestamptz
);
CREATE UNIQUE INDEX system_setting_definition_code ON system_setting_definition (lower(code)) WHERE NOT deleted;
CREATE INDEX system_setting_definition_revision ON system_setting_definition (revision);

CREATE TABLE system_setting_value (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  version integer NOT NULL,
  code text NOT NULL,
  scope text NOT NULL CHECK (scope IN ('GLOBAL', 'TENANT')),
  tenant_identifier text CHECK ((scope = 'TENANT') = (tenant_identifier IS NOT NULL)),
  value jsonb,
  -- Of a SECRET instead of the value.
  sealed text,
  -- A tombstone, by which other processes learn of the removal; its version goes on when a value comes again.
  removed boolean NOT NULL,
  expiry_date timestamptz,
  revision bigint NOT NULL,
  updated_by text NOT NULL,
  date_updated timestamptz NOT NULL,
  CONSTRAINT system_setting_value_level UNIQUE NULLS NOT DISTINCT (code, scope, tenant_identifier)
);
CREATE INDEX system_setting_value_revision ON system_setting_value (revision);
CREATE INDEX system_setting_value_expiry ON system_setting_value (expiry_date) WHERE expiry_date IS NOT NULL;
CREATE INDEX system_setting_value_tombstone ON system_setting_value (date_updated) WHERE removed;
CREATE INDEX system_setting_value_tenant ON system_setting_value (tenant_identifier, code) WHERE tenant_identifier IS NOT NULL;

-- Of one user; asked for when needed and held in no memory.
CREATE TABLE system_setting_user_value (
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL,
  code text NOT NULL,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  value jsonb,
  removed boolean NOT NULL,
  date_updated timestamptz NOT NULL,
  PRIMARY KEY (tenant_identifier, username_folded, code)
);
CREATE INDEX system_setting_user_value_code ON system_setting_user_value (code);

-- Append-only.
CREATE TABLE system_setting_history (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  revision bigint NOT NULL,
  code text NOT NULL,
  scope text,
  tenant_identifier text,
  username text,
  action text NOT NULL,
  -- Secrets stand in neither.
  secret boolean NOT NULL,
  old_value jsonb,
  new_value jsonb,
  reason text,
  updated_by text NOT NULL,
  ip_address text,
  correlation_id text,
  date timestamptz NOT NULL
);
CREATE INDEX system_setting_history_code ON system_setting_history (code, revision);
CREATE INDEX system_setting_history_revision ON system_setting_history (revision);
CREATE INDEX system_setting_history_date ON system_setting_history (date);
CREATE INDEX system_setting_history_tenant ON system_setting_history (tenant_identifier, revision);
