-- The directory (tenants, users, roles, authorities) and what they sign in with (passwords, one-time tokens, API keys).

CREATE TABLE auth_tenant (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  version integer NOT NULL DEFAULT 0,
  identifier text NOT NULL CHECK (identifier ~ '^[A-Za-z0-9._-]{1,64}$'),
  name text NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  -- True for `default`, which cannot go.
  system boolean NOT NULL DEFAULT false,
  host_list text[] NOT NULL DEFAULT '{}',
  redirect_url_list text[] NOT NULL DEFAULT '{}',
  default_redirect_url text,
  locale text NOT NULL DEFAULT 'en',
  time_zone text NOT NULL DEFAULT 'UTC',
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL,
  deleted_date timestamptz,
  deleted boolean NOT NULL DEFAULT false
);

-- Deleted ones count: an identifier is never used again, since events and histories of the old tenant still carry it.
CREATE UNIQUE INDEX auth_tenant_identifier ON auth_tenant (lower(identifier));

CREATE TABLE auth_user (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  version integer NOT NULL DEFAULT 0,
  tenant_identifier text NOT NULL,
  username text NOT NULL,
  username_folded text NOT NULL,
  email text,
  email_verified boolean NOT NULL DEFAULT false,
  phone text,
  display_name text,
  locale text,
  time_zone text,
  enabled boolean NOT NULL DEFAULT true,
  -- Raised by every change of password, factor, name or status; a sign-in checked against an older one begins no session.
  security_version integer NOT NULL DEFAULT 0,
  last_login_date timestamptz,
  expiry_date timestamptz,
  source text NOT NULL DEFAULT 'LOCAL' CHECK (source IN ('LOCAL', 'LDAP', 'OIDC')),
  external_identifier text,
  attribute_map jsonb NOT NULL DEFAULT '{}',
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL,
  deleted_date timestamptz,
  deleted boolean NOT NULL DEFAULT false,
  -- Deleted ones count: the name of a deleted user is never given out again in its tenant.
  CONSTRAINT auth_user_name UNIQUE (tenant_identifier, username_folded)
);

CREATE UNIQUE INDEX auth_user_external ON auth_user (tenant_identifier, external_identifier)
  WHERE external_identifier IS NOT NULL AND NOT deleted;

CREATE TABLE auth_role (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  version integer NOT NULL DEFAULT 0,
  -- Null for the shipped roles, which all tenants share.
  tenant_identifier text,
  code text NOT NULL CHECK (code ~ '^ROLE_[A-Z0-9_]{1,60}$'),
  name text NOT NULL,
  description text,
  system boolean NOT NULL DEFAULT false,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL,
  deleted_date timestamptz,
  deleted boolean NOT NULL DEFAULT false
);

CREATE UNIQUE INDEX auth_role_code ON auth_role (coalesce(tenant_identifier, ''), code) WHERE NOT deleted;

-- The catalogue: a process knows from it the authorities of modules that it does not serve.
CREATE TABLE auth_authority (
  authority text PRIMARY KEY,
  module text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  level text NOT NULL CHECK (level IN ('TENANT', 'SYSTEM')),
  role_list text[] NOT NULL
);

CREATE TABLE auth_role_authority (
  role_id bigint NOT NULL REFERENCES auth_role (id),
  authority text NOT NULL REFERENCES auth_authority (authority),
  PRIMARY KEY (role_id, authority)
);

CREATE TABLE auth_user_role (
  user_id bigint NOT NULL REFERENCES auth_user (id),
  role_id bigint NOT NULL REFERENCES auth_role (id),
  PRIMARY KEY (user_id, role_id)
);

CREATE INDEX auth_user_role_role ON auth_user_role (role_id);

CREATE TABLE auth_password (
  user_id bigint PRIMARY KEY REFERENCES auth_user (id),
  -- PHC string with its parameters.
  hash text NOT NULL,
  -- Key that peppered the password before it was hashed; null without one.
  pepper_key_id text,
  -- Whether the password is long enough to stand alone; the length itself is not kept.
  single_factor_ok boolean NOT NULL,
  changed_date timestamptz NOT NULL,
  -- The last five, newest first: [{hash, pepperKeyId}].
  previous jsonb NOT NULL DEFAULT '[]',
  disabled boolean NOT NULL DEFAULT false
);

CREATE TABLE auth_one_time_token (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- base64url of SHA-256; the token itself is kept nowhere.
  token_hash text NOT NULL UNIQUE,
  purpose text NOT NULL CHECK (purpose IN ('ACTIVATION', 'RESET', 'EMAIL')),
  user_id bigint NOT NULL REFERENCES auth_user (id),
  date_created timestamptz NOT NULL,
  expiry_date timestamptz NOT NULL,
  used_date timestamptz
);

CREATE INDEX auth_one_time_token_user ON auth_one_time_token (user_id, purpose);
CREATE INDEX auth_one_time_token_expiry ON auth_one_time_token (expiry_date);

CREATE TABLE auth_api_key (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  version integer NOT NULL DEFAULT 0,
  tenant_identifier text NOT NULL,
  name text NOT NULL,
  name_folded text NOT NULL,
  description text,
  -- base64url of SHA-256; the key itself is in one answer only.
  key_hash text NOT NULL UNIQUE,
  key_prefix text NOT NULL,
  authority_list text[] NOT NULL CHECK (cardinality(authority_list) BETWEEN 1 AND 100),
  allowed_address_list text[] NOT NULL DEFAULT '{}',
  expiry_date timestamptz NOT NULL,
  last_used_date timestamptz,
  enabled boolean NOT NULL DEFAULT true,
  -- Null for a key of the tenant, which is worth its whole list; else the key is cut down to what the owner holds.
  owner_user_id bigint REFERENCES auth_user (id),
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL,
  deleted_date timestamptz,
  deleted boolean NOT NULL DEFAULT false
);

CREATE UNIQUE INDEX auth_api_key_name ON auth_api_key (tenant_identifier, name_folded) WHERE NOT deleted;
CREATE INDEX auth_api_key_owner ON auth_api_key (owner_user_id) WHERE NOT deleted;
