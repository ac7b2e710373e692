-- What passwords, links and addresses need beyond the first password.

-- Folded, so that an address typed at a sign-in meets its owner.
ALTER TABLE auth_user ADD COLUMN email_folded text;
CREATE INDEX auth_user_verified_email ON auth_user (tenant_identifier, email_folded) WHERE email_verified AND NOT deleted;

-- Where the link was sent to: whoever uses it has read the mails of that address. Null for a link handed over by other ways.
ALTER TABLE auth_one_time_token ADD COLUMN address text,
  ADD CONSTRAINT auth_one_time_token_address CHECK (purpose <> 'EMAIL' OR address IS NOT NULL);

-- Forgotten passwords; who is meant is looked up later, so that the answer takes as long for a name that does not exist.
CREATE TABLE auth_reset_request (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Keyed hash of tenant and name: people type passwords into the field of the name.
  name_key bytea NOT NULL,
  -- Tenant and name as typed, AES-GCM under the working key auth-reset; null once it was dealt with.
  sealed text,
  ip_address text NOT NULL,
  request_id text NOT NULL,
  date_created timestamptz NOT NULL
);
CREATE INDEX auth_reset_request_name ON auth_reset_request (name_key, date_created);
CREATE INDEX auth_reset_request_open ON auth_reset_request (id) WHERE sealed IS NOT NULL;
CREATE INDEX auth_reset_request_date ON auth_reset_request (date_created);
