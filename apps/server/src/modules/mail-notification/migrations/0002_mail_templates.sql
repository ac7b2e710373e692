-- Templates of a tenant. A change raises the version; what only compiles them anew, as a changed layout does, raises compile_no.
CREATE TABLE mail_template (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  tenant_identifier text NOT NULL,
  code text NOT NULL,
  code_folded text NOT NULL,
  name text NOT NULL,
  description text,
  type text NOT NULL CHECK (type IN ('MAIL', 'SMS', 'PUSH', 'IN_APP', 'LAYOUT', 'PARTIAL')),
  layout_code text,
  category text,
  sensitive boolean NOT NULL,
  uncertain_policy text CHECK (uncertain_policy IN ('RETRY', 'HOLD')),
  parameter_list jsonb NOT NULL,
  enabled boolean NOT NULL,
  -- A module ships it; the revision is that of the definition it was made from.
  system boolean NOT NULL,
  shipped_revision integer,
  edited boolean NOT NULL,
  compile_no integer NOT NULL,
  created_by text NOT NULL,
  created_by_folded text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL,
  deleted boolean NOT NULL,
  deleted_date timestamptz
);
CREATE UNIQUE INDEX mail_template_uuid ON mail_template (uuid);
CREATE UNIQUE INDEX mail_template_code ON mail_template (tenant_identifier, code_folded) WHERE NOT deleted;
CREATE INDEX mail_template_tenant ON mail_template (tenant_identifier, id);

-- What a template says in one locale: the source, and what was compiled of it with layout and styles.
CREATE TABLE mail_template_content (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  template_id bigint NOT NULL REFERENCES mail_template (id) ON DELETE CASCADE,
  locale text NOT NULL,
  position integer NOT NULL,
  subject text,
  content text NOT NULL,
  sender text,
  content_type text NOT NULL CHECK (content_type IN ('STRING', 'TEXT', 'HTML')),
  text_content text,
  compiled jsonb NOT NULL,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL,
  UNIQUE (template_id, locale)
);

-- Every version as it was written, the present one among them.
CREATE TABLE mail_template_version (
  template_id bigint NOT NULL REFERENCES mail_template (id) ON DELETE CASCADE,
  version integer NOT NULL,
  snapshot jsonb NOT NULL,
  updated_by text NOT NULL,
  date_updated timestamptz NOT NULL,
  PRIMARY KEY (template_id, version)
);

-- One row a tenant: every write of a template raises the stamp that it has read, so that what was compiled beside a transaction
-- is stored only if nothing has changed meanwhile.
CREATE TABLE mail_template_stamp (
  tenant_identifier text PRIMARY KEY,
  stamp bigint NOT NULL
);
