-- In whose name a tenant may send: single addresses, and whole domains, each of which belongs to one tenant.
CREATE TABLE mail_sender (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL,
  tenant_identifier text NOT NULL,
  -- A-labels, lower case.
  domain text NOT NULL,
  -- Null: every address of the domain.
  address text,
  created_by text NOT NULL,
  created_by_folded text NOT NULL,
  date_created timestamptz NOT NULL
);
CREATE UNIQUE INDEX mail_sender_uuid ON mail_sender (uuid);
CREATE UNIQUE INDEX mail_sender_address ON mail_sender (tenant_identifier, address) WHERE address IS NOT NULL;
CREATE UNIQUE INDEX mail_sender_domain ON mail_sender (domain) WHERE address IS NULL;
CREATE INDEX mail_sender_any ON mail_sender (domain);

-- Keys that sign the mails of a domain. The private one is sealed under the working key `mail` for `dkim:` and the uuid, and goes when
-- the key is deleted; the row stays.
CREATE TABLE mail_dkim_key (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL,
  tenant_identifier text NOT NULL,
  domain text NOT NULL,
  selector text NOT NULL,
  public_key text NOT NULL,
  private_key_sealed text,
  created_by text NOT NULL,
  created_by_folded text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL,
  deleted boolean NOT NULL DEFAULT false,
  deleted_date timestamptz
);
CREATE UNIQUE INDEX mail_dkim_key_uuid ON mail_dkim_key (uuid);
-- A selector of a domain is one record of the name service, whoever asks for it.
CREATE UNIQUE INDEX mail_dkim_key_selector ON mail_dkim_key (domain, selector);
CREATE INDEX mail_dkim_key_newest ON mail_dkim_key (tenant_identifier, domain, id) WHERE NOT deleted;

-- The key that signs it on every attempt; null after the first one: none does.
ALTER TABLE mail ADD COLUMN dkim_key_id bigint;
