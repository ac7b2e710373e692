-- Addresses that mails are not sent to, and what people do not want to get.
CREATE TABLE mail_suppression (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  tenant_identifier text NOT NULL,
  address text NOT NULL,
  -- In lower case: in practice no server tells letters apart by it.
  address_folded text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('HARD_BOUNCE', 'COMPLAINT', 'UNSUBSCRIBE', 'MANUAL')),
  group_name text,
  expire_date timestamptz,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL
);
CREATE UNIQUE INDEX mail_suppression_key ON mail_suppression (tenant_identifier, address_folded, reason, group_name) NULLS NOT DISTINCT;
CREATE INDEX mail_suppression_created ON mail_suppression (tenant_identifier, date_created, id);
CREATE INDEX mail_suppression_expiry ON mail_suppression (expire_date) WHERE expire_date IS NOT NULL;

-- A person's whole list: [{category, group, enabled}], one of the first two null.
CREATE TABLE mail_preference (
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL,
  entries jsonb NOT NULL,
  PRIMARY KEY (tenant_identifier, username_folded)
);

-- Tenants that are no more: a job removes what is left of them.
CREATE TABLE mail_ended_tenant (
  tenant_identifier text PRIMARY KEY
);
