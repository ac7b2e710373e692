-- Deployments and definitions, running instances with their open tasks, and the append-only history.

CREATE TABLE bpm_deployment (
  id uuid PRIMARY KEY,
  tenant_identifier text NOT NULL,
  name text,
  source text,
  deployed_by text NOT NULL,
  deployed_at timestamptz NOT NULL
);
CREATE INDEX bpm_deployment_tenant ON bpm_deployment (tenant_identifier, deployed_at DESC, id);

CREATE TABLE bpm_resource (
  deployment_id uuid NOT NULL REFERENCES bpm_deployment (id),
  name text NOT NULL,
  bytes bytea NOT NULL,
  sha256 bytea NOT NULL,
  PRIMARY KEY (deployment_id, name)
);

CREATE TABLE bpm_definition (
  id text PRIMARY KEY,
  tenant_identifier text NOT NULL,
  key text NOT NULL,
  version integer NOT NULL,
  name text,
  description text,
  category text,
  version_tag text,
  deployment_id uuid NOT NULL REFERENCES bpm_deployment (id),
  resource_name text NOT NULL,
  executable boolean NOT NULL,
  suspended boolean NOT NULL DEFAULT false,
  candidate_starter_users text[] NOT NULL,
  candidate_starter_groups text[] NOT NULL,
  content_sha256 bytea NOT NULL,
  warnings jsonb NOT NULL,
  CONSTRAINT bpm_definition_version UNIQUE (tenant_identifier, key, version)
);

-- One number, raised by whatever changes which definition a start may use. A start commits only while the number it decided by still stands.
CREATE TABLE bpm_catalogue (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  number bigint NOT NULL
);
INSERT INTO bpm_catalogue (number) VALUES (1);

-- No index on a column that changes: state and revision are updated in place (HOT).
CREATE TABLE bpm_instance (
  id uuid PRIMARY KEY,
  revision integer NOT NULL,
  started_at timestamptz NOT NULL,
  due_at timestamptz,
  priority integer,
  tenant_identifier text NOT NULL,
  definition_id text NOT NULL,
  start_user_id text,
  business_key text,
  name text,
  state bytea NOT NULL
) WITH (fillfactor = 75);
CREATE INDEX bpm_instance_starter ON bpm_instance (tenant_identifier, start_user_id, id);
CREATE INDEX bpm_instance_business_key ON bpm_instance (tenant_identifier, business_key) WHERE business_key IS NOT NULL;

CREATE TABLE bpm_task (
  instance_id uuid NOT NULL,
  number integer NOT NULL,
  token integer NOT NULL,
  version integer NOT NULL,
  priority integer NOT NULL,
  created_at timestamptz NOT NULL,
  claimed_at timestamptz,
  due_at timestamptz,
  follow_up_at timestamptz,
  -- Whether bpm_task_link has rows of it.
  linked boolean NOT NULL,
  tenant_identifier text NOT NULL,
  definition_id text NOT NULL,
  element_id text NOT NULL,
  name text,
  description text,
  category text,
  form_key text,
  assignee text,
  owner text,
  business_key text,
  PRIMARY KEY (instance_id, number)
) WITH (fillfactor = 85);
CREATE INDEX bpm_task_assignee ON bpm_task (tenant_identifier, assignee) WHERE assignee IS NOT NULL;

CREATE TABLE bpm_task_link (
  instance_id uuid NOT NULL,
  task_number integer NOT NULL,
  kind "char" NOT NULL CHECK (kind IN ('u', 'g')),
  tenant_identifier text NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (instance_id, task_number, kind, name)
);
CREATE INDEX bpm_task_link_name ON bpm_task_link (tenant_identifier, name, kind);

-- One row per flush of an instance. What describes the instance stands in its first row only.
CREATE TABLE bpm_history_event (
  instance_id uuid NOT NULL,
  revision integer NOT NULL,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz NOT NULL,
  ended_at timestamptz,
  due_at timestamptz,
  priority integer,
  end_state text,
  end_element_ids text,
  tenant_identifier text,
  definition_id text,
  start_user_id text,
  start_element_id text,
  business_key text,
  name text,
  record text NOT NULL,
  PRIMARY KEY (instance_id, revision)
) PARTITION BY RANGE (instance_id);
CREATE INDEX bpm_history_event_xid ON bpm_history_event (xid);

-- Filled by the projector from bpm_history_event.
CREATE TABLE bpm_hi_instance (
  id uuid PRIMARY KEY,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  due_at timestamptz,
  priority integer,
  revision integer NOT NULL,
  end_state text,
  end_element_ids text,
  tenant_identifier text NOT NULL,
  definition_id text NOT NULL,
  start_user_id text,
  start_element_id text,
  business_key text,
  name text
);
CREATE INDEX bpm_hi_instance_tenant ON bpm_hi_instance (tenant_identifier, id);
CREATE INDEX bpm_hi_instance_starter ON bpm_hi_instance (tenant_identifier, start_user_id, id);
CREATE INDEX bpm_hi_instance_business_key ON bpm_hi_instance (tenant_identifier, business_key) WHERE business_key IS NOT NULL;

-- How far the projector has come: every row of bpm_history_event with a smaller xid is in bpm_hi_instance.
CREATE TABLE bpm_projection (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  projected_to xid8 NOT NULL
);
INSERT INTO bpm_projection (projected_to) VALUES ('0');
