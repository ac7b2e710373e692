-- Notifications to named users: one row each.
CREATE TABLE polling_notification (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  version integer NOT NULL,
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL,
  title text NOT NULL,
  content text,
  content_type text NOT NULL,
  content_html text,
  type text NOT NULL,
  action_url text,
  action_label text,
  application text,
  group_key text,
  group_count integer NOT NULL DEFAULT 1,
  expire_date timestamptz,
  metadata jsonb NOT NULL,
  read_date timestamptz,
  archived_date timestamptz,
  -- Null until the publisher has numbered it: it counts before, and is shown after.
  seq bigint,
  unique_key text,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL,
  -- What was deleted or merged stays as long as its key.
  deleted boolean NOT NULL DEFAULT false,
  deleted_date timestamptz
);
CREATE UNIQUE INDEX polling_notification_key ON polling_notification (tenant_identifier, username_folded, unique_key)
  WHERE unique_key IS NOT NULL;
CREATE INDEX polling_notification_unread ON polling_notification (tenant_identifier, username_folded)
  WHERE read_date IS NULL AND archived_date IS NULL AND NOT deleted;
CREATE INDEX polling_notification_own ON polling_notification (tenant_identifier, username_folded, seq);
CREATE INDEX polling_notification_open ON polling_notification (tenant_identifier, id) WHERE seq IS NULL;
CREATE INDEX polling_notification_keyed ON polling_notification (date_created) WHERE unique_key IS NOT NULL;
CREATE INDEX polling_notification_age ON polling_notification (date_created);

-- Tenants that are no more, whose rows a job removes, and those that are switched off, which the publisher passes over.
ALTER TABLE polling_head ADD COLUMN disabled boolean NOT NULL DEFAULT false, ADD COLUMN ended boolean NOT NULL DEFAULT false;
