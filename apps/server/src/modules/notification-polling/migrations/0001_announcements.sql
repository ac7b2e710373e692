-- Announcements: one row each, whoever reads them; what persons have read of them is a watermark and exceptions.

-- One row a tenant. Whoever puts something live holds it, so that numbers become visible in their order.
CREATE TABLE polling_head (
  tenant_identifier text PRIMARY KEY,
  publish_seq bigint NOT NULL DEFAULT 0,
  change_seq bigint NOT NULL DEFAULT 0,
  notification_seq bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE TABLE polling_announcement (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL CONSTRAINT polling_announcement_uuid UNIQUE,
  version integer NOT NULL,
  tenant_identifier text NOT NULL,
  -- Shared by the rows of one announcement to several tenants.
  group_uuid uuid,
  status text NOT NULL CHECK (status IN ('DRAFT', 'SCHEDULED', 'PUBLISHED', 'EXPIRED', 'WITHDRAWN')),
  content_type text NOT NULL,
  type text NOT NULL,
  display_type text NOT NULL,
  priority smallint NOT NULL,
  pinned boolean NOT NULL,
  start_date timestamptz NOT NULL,
  end_date timestamptz,
  audience jsonb NOT NULL,
  dismissible boolean NOT NULL,
  action_url text,
  action_label text,
  application text,
  metadata jsonb NOT NULL,
  -- When it went live under its present number.
  publish_date timestamptz,
  publish_seq bigint,
  revision integer NOT NULL,
  -- Of the head row when it was written last; what is no longer live is found by it.
  change_seq bigint NOT NULL,
  -- Hash of what was sent, for a uuid that is sent again.
  content_hash text NOT NULL,
  created_by text NOT NULL,
  created_by_folded text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL,
  deleted boolean NOT NULL,
  deleted_date timestamptz
);
CREATE INDEX polling_announcement_tenant ON polling_announcement (tenant_identifier, id);
CREATE INDEX polling_announcement_change ON polling_announcement (tenant_identifier, change_seq);
CREATE INDEX polling_announcement_live ON polling_announcement (tenant_identifier)
  WHERE status IN ('SCHEDULED', 'PUBLISHED');
CREATE INDEX polling_announcement_start ON polling_announcement (start_date) WHERE status = 'SCHEDULED';
CREATE INDEX polling_announcement_end ON polling_announcement (end_date)
  WHERE status IN ('SCHEDULED', 'PUBLISHED') AND end_date IS NOT NULL;
CREATE INDEX polling_announcement_over ON polling_announcement (date_updated) WHERE status IN ('EXPIRED', 'WITHDRAWN');

CREATE TABLE polling_announcement_content (
  announcement_id bigint NOT NULL,
  -- A BCP 47 tag, or `default`.
  locale text NOT NULL,
  position smallint NOT NULL,
  title text NOT NULL,
  content text NOT NULL,
  content_html text NOT NULL,
  PRIMARY KEY (announcement_id, locale)
);

-- One row a person who has asked at least once.
CREATE TABLE polling_user_state (
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL,
  -- Everything up to here was read by a read-all, or was over 30 days old when the person came.
  read_seq bigint NOT NULL,
  baseline_seq bigint NOT NULL,
  change_seq bigint NOT NULL,
  PRIMARY KEY (tenant_identifier, username_folded)
) WITH (fillfactor = 80);

-- Exceptions to the watermark. One of another publish_seq than that of the announcement says nothing.
CREATE TABLE polling_receipt (
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL,
  announcement_id bigint NOT NULL,
  publish_seq bigint NOT NULL,
  read boolean NOT NULL,
  read_date timestamptz,
  archived_date timestamptz,
  dismissed_date timestamptz,
  PRIMARY KEY (tenant_identifier, username_folded, announcement_id)
);
CREATE INDEX polling_receipt_announcement ON polling_receipt (announcement_id);
