-- Mail servers by which mails leave: those of tenants, shared ones, and the one of the configuration.
CREATE TABLE mail_provider (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  tenant_identifier text NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  host text NOT NULL,
  port integer NOT NULL CHECK (port BETWEEN 1 AND 65535),
  security text NOT NULL CHECK (security IN ('TLS', 'STARTTLS', 'NONE')),
  username text,
  -- Sealed under the working key `mail` for `provider:` and the uuid; gone with the provider.
  password_sealed text,
  priority integer NOT NULL,
  lanes integer NOT NULL,
  rate_per_second double precision,
  domain_rate_list jsonb NOT NULL,
  dkim_domain text,
  return_path_domain text,
  enabled boolean NOT NULL,
  shared boolean NOT NULL,
  -- The configuration makes it.
  pinned boolean NOT NULL,
  -- Whoever named its host may reach every address.
  trusted boolean NOT NULL,
  created_by text NOT NULL,
  created_by_folded text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL,
  deleted boolean NOT NULL,
  deleted_date timestamptz,
  CHECK ((username IS NULL) = (password_sealed IS NULL) OR deleted)
);
CREATE UNIQUE INDEX mail_provider_uuid ON mail_provider (uuid);
CREATE UNIQUE INDEX mail_provider_code ON mail_provider (tenant_identifier, code) WHERE NOT deleted;

-- What all processes know of a provider. Without openings mails leave by it; else it is left alone until open_until, and then whoever
-- moves that date first may try with one mail.
CREATE TABLE mail_provider_state (
  provider_id bigint PRIMARY KEY REFERENCES mail_provider (id) ON DELETE CASCADE,
  failures integer NOT NULL DEFAULT 0,
  openings integer NOT NULL DEFAULT 0,
  open_until timestamptz,
  reason text CHECK (reason IN ('CONNECTION', 'AUTH', 'PROTOCOL', 'RELAY'))
) WITH (fillfactor = 50);

-- What a provider may be given in a second, as a whole (empty domain) and for single domains of recipients: when all that was taken is
-- filled up again.
CREATE TABLE mail_provider_rate (
  provider_id bigint NOT NULL REFERENCES mail_provider (id) ON DELETE CASCADE,
  domain text NOT NULL,
  free_at timestamptz NOT NULL,
  PRIMARY KEY (provider_id, domain)
) WITH (fillfactor = 50);
