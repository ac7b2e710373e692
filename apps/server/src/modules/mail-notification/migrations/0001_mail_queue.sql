-- The mail queue: the row of a mail is its place in the queue; what it says and to whom stands beside it.
CREATE TABLE mail (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL,
  version integer NOT NULL DEFAULT 0,
  tenant_identifier text NOT NULL,
  template_code text NOT NULL,
  locale text NOT NULL,
  status text NOT NULL CHECK (status IN ('QUEUED', 'EXPIRED')),
  priority text NOT NULL CHECK (priority IN ('LOW', 'NORMAL', 'HIGH')),
  sensitive boolean NOT NULL,
  sender text NOT NULL,
  -- Of a sensitive mail the name of its template.
  subject text NOT NULL,
  message_id text NOT NULL UNIQUE,
  send_date timestamptz NOT NULL,
  expire_date timestamptz NOT NULL,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL,
  CONSTRAINT mail_uuid UNIQUE (tenant_identifier, uuid)
) WITH (fillfactor = 80);
CREATE INDEX mail_created ON mail (tenant_identifier, date_created, id);
CREATE INDEX mail_queued ON mail (expire_date) WHERE status = 'QUEUED';

CREATE TABLE mail_recipient (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mail_id bigint NOT NULL REFERENCES mail (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('TO', 'CC', 'BCC')),
  address text NOT NULL,
  name text,
  status text NOT NULL CHECK (status IN ('QUEUED', 'EXPIRED'))
);
CREATE INDEX mail_recipient_mail ON mail_recipient (mail_id);
CREATE INDEX mail_recipient_address ON mail_recipient (lower(address));

-- Subject and text as JSON, AES-GCM under the working key `mail`: links and codes in them are secrets.
CREATE TABLE mail_content (
  mail_id bigint PRIMARY KEY REFERENCES mail (id) ON DELETE CASCADE,
  sealed text NOT NULL
);
