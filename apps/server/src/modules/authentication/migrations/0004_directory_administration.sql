-- What the administration of users, roles, tenants and API keys keeps.

-- When the end of the account was carried out; null until then, and again when the end is moved.
ALTER TABLE auth_user ADD COLUMN expired_date timestamptz;

CREATE INDEX auth_user_expiring ON auth_user (expiry_date)
  WHERE expiry_date IS NOT NULL AND expired_date IS NULL AND NOT deleted;
CREATE INDEX auth_user_created ON auth_user (tenant_identifier, date_created, id) WHERE NOT deleted;
CREATE INDEX auth_user_last_login ON auth_user (tenant_identifier, last_login_date, id) WHERE NOT deleted;
CREATE INDEX auth_user_display_name ON auth_user (tenant_identifier, display_name, id) WHERE NOT deleted;
CREATE INDEX auth_user_email ON auth_user (tenant_identifier, email, id) WHERE NOT deleted;
CREATE INDEX auth_user_disabled ON auth_user (tenant_identifier, username_folded) WHERE NOT enabled AND NOT deleted;
CREATE INDEX auth_user_deleted ON auth_user (tenant_identifier, username_folded) WHERE deleted;

-- A host belongs to one tenant; those of a deleted tenant are free again.
CREATE TABLE auth_tenant_host (
  host text PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES auth_tenant (id)
);

CREATE INDEX auth_tenant_host_tenant ON auth_tenant_host (tenant_id);

-- After a rotation the old key works until its own end.
ALTER TABLE auth_api_key ADD COLUMN previous_key_hash text UNIQUE, ADD COLUMN previous_key_expiry timestamptz,
  ADD CONSTRAINT auth_api_key_previous CHECK ((previous_key_hash IS NULL) = (previous_key_expiry IS NULL));

-- What other modules have to hear; written in the transaction of the change, handled in the order of the id.
CREATE TABLE auth_directory_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN
    ('user-deleted', 'user-deactivated', 'user-renamed', 'authorities-changed', 'tenant-deactivated', 'tenant-deleted')),
  tenant_identifier text NOT NULL,
  -- Null where the event speaks of more than one user.
  user_uuid uuid,
  username text,
  previous_username text,
  date_created timestamptz NOT NULL,
  -- When every registered handler had handled it.
  handled_date timestamptz
);

CREATE INDEX auth_directory_event_open ON auth_directory_event (id) WHERE handled_date IS NULL;
CREATE INDEX auth_directory_event_handled ON auth_directory_event (handled_date) WHERE handled_date IS NOT NULL;

-- A name set free by renaming is taken until its event has been handled everywhere.
CREATE TABLE auth_released_name (
  event_id bigint PRIMARY KEY REFERENCES auth_directory_event (id) ON DELETE CASCADE,
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL
);

CREATE INDEX auth_released_name_name ON auth_released_name (tenant_identifier, username_folded);

-- Text filters work without the extension too, slower; an account that may not create it must still be able to migrate.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX auth_user_username_text ON auth_user USING gin (username_folded gin_trgm_ops);
  CREATE INDEX auth_user_display_name_text ON auth_user USING gin (display_name gin_trgm_ops);
  CREATE INDEX auth_user_email_text ON auth_user USING gin (email gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE NOTICE 'pg_trgm is not available: text filters of users have no index';
END
$$;
