-- What instances wait for and what is done for them outside: calls, jobs, subscriptions, buffered messages, external tasks, incidents.

ALTER TABLE bpm_instance ADD COLUMN suspended boolean NOT NULL DEFAULT false;
ALTER TABLE bpm_task ADD COLUMN suspended boolean NOT NULL DEFAULT false;
ALTER TABLE bpm_task ADD COLUMN delegation text;

-- How an instance ended as ERROR, beside the code of its end state.
ALTER TABLE bpm_history_event ADD COLUMN end_error text;
ALTER TABLE bpm_hi_instance ADD COLUMN end_error text;

-- One row for each instance that another one called; it stays when both have ended.
CREATE TABLE bpm_call (
  called_id uuid PRIMARY KEY,
  caller_id uuid NOT NULL,
  caller_wait integer NOT NULL,
  caller_token integer NOT NULL,
  root_id uuid NOT NULL,
  depth integer NOT NULL,
  -- What the called instance can still undo, as it was when it ended.
  kept_state bytea,
  kept_revision integer,
  kept_definition_id text
);
CREATE INDEX bpm_call_caller ON bpm_call (caller_id, caller_wait);
CREATE INDEX bpm_call_root ON bpm_call (root_id);

-- What is due now or later. A wait of an instance has the instance's id and the wait's number; others have an id of their own and 0.
CREATE TABLE bpm_job (
  id uuid NOT NULL,
  number integer NOT NULL,
  kind text NOT NULL,
  tenant_identifier text NOT NULL,
  instance_id uuid,
  definition_id text,
  element_id text,
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  priority integer NOT NULL DEFAULT 0,
  retries integer NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  retry_cycle text,
  exclusive boolean NOT NULL DEFAULT true,
  suspended boolean NOT NULL DEFAULT false,
  cycle text,
  payload text,
  exception text,
  leased_by uuid,
  lease_token uuid,
  PRIMARY KEY (id, number)
) WITH (fillfactor = 85);
CREATE INDEX bpm_job_due ON bpm_job (due_at) WHERE retries > 0 AND NOT suspended;
CREATE INDEX bpm_job_tenant_due ON bpm_job (tenant_identifier, due_at) WHERE retries > 0 AND NOT suspended;
CREATE INDEX bpm_job_leased ON bpm_job (leased_by) WHERE leased_by IS NOT NULL;
CREATE INDEX bpm_job_instance ON bpm_job (instance_id) WHERE instance_id <> id;
CREATE INDEX bpm_job_definition ON bpm_job (definition_id) WHERE instance_id IS NULL;
CREATE INDEX bpm_job_failed ON bpm_job (tenant_identifier, created_at) WHERE retries = 0;

-- Messages, signals and conditions that are waited for. A start has an id of its own. A message has a row for each of its keys.
CREATE TABLE bpm_subscription (
  id uuid NOT NULL,
  number integer NOT NULL,
  part integer NOT NULL,
  kind "char" NOT NULL CHECK (kind IN ('m', 's', 'c')),
  starts boolean NOT NULL,
  tenant_identifier text NOT NULL,
  name text,
  -- By what a message finds it: a key, the business key, or its name alone.
  match_key text NOT NULL,
  shown_key text,
  instance_id uuid,
  token integer NOT NULL,
  definition_id text NOT NULL,
  definition_key text NOT NULL,
  element_id text NOT NULL,
  -- Which trigger of a start event it is, and how many of these have to come.
  trigger_index integer NOT NULL DEFAULT 0,
  triggers_needed integer NOT NULL DEFAULT 1,
  suspended boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (id, number, part)
);
CREATE INDEX bpm_subscription_match ON bpm_subscription (tenant_identifier, name, match_key) WHERE kind = 'm';
CREATE INDEX bpm_subscription_signal ON bpm_subscription (tenant_identifier, name, id) WHERE kind = 's';
CREATE INDEX bpm_subscription_condition ON bpm_subscription (tenant_identifier, definition_key) WHERE kind = 'c';
CREATE INDEX bpm_subscription_start ON bpm_subscription (tenant_identifier, definition_key) WHERE starts;

-- Messages that nobody has received yet.
CREATE TABLE bpm_message (
  id uuid PRIMARY KEY,
  tenant_identifier text NOT NULL,
  name text NOT NULL,
  business_key text,
  message text NOT NULL,
  message_id text,
  sender_id uuid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX bpm_message_name ON bpm_message (tenant_identifier, name, created_at);
CREATE INDEX bpm_message_expiry ON bpm_message (expires_at);

-- Ids that senders gave to their messages: a message of the same id is not delivered again before its time is over.
CREATE TABLE bpm_message_id (
  tenant_identifier text NOT NULL,
  message_id text NOT NULL,
  claimed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_identifier, message_id)
);
CREATE INDEX bpm_message_id_expiry ON bpm_message_id (expires_at);

-- Triggers that have come for a start event that needs several.
CREATE TABLE bpm_pending_start (
  tenant_identifier text NOT NULL,
  definition_id text NOT NULL,
  element_id text NOT NULL,
  match_key text NOT NULL,
  received integer[] NOT NULL,
  variables text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_identifier, definition_id, element_id, match_key)
);

CREATE TABLE bpm_external_task (
  instance_id uuid NOT NULL,
  number integer NOT NULL,
  token integer NOT NULL,
  topic text NOT NULL,
  priority integer NOT NULL,
  tenant_identifier text NOT NULL,
  definition_id text NOT NULL,
  definition_key text NOT NULL,
  element_id text NOT NULL,
  business_key text,
  created_at timestamptz NOT NULL,
  -- Not before this: after a failure it waits.
  available_at timestamptz NOT NULL,
  retries integer,
  worker_id text,
  locked_until timestamptz,
  error_message text,
  error_details text,
  suspended boolean NOT NULL DEFAULT false,
  parameters text NOT NULL,
  PRIMARY KEY (instance_id, number)
) WITH (fillfactor = 85);
CREATE INDEX bpm_external_task_topic ON bpm_external_task (tenant_identifier, topic, created_at);

CREATE TABLE bpm_incident (
  id uuid NOT NULL,
  number integer NOT NULL,
  type text NOT NULL,
  tenant_identifier text NOT NULL,
  instance_id uuid,
  token integer,
  definition_id text,
  element_id text,
  code text NOT NULL,
  message text NOT NULL,
  detail text,
  created_at timestamptz NOT NULL,
  resolved_at timestamptz,
  annotation text,
  PRIMARY KEY (id, number)
);
CREATE INDEX bpm_incident_instance ON bpm_incident (instance_id) WHERE resolved_at IS NULL;
CREATE INDEX bpm_incident_tenant ON bpm_incident (tenant_identifier, created_at, id, number);

-- Whether the starts of this version by message, signal, condition and timer are in place.
ALTER TABLE bpm_definition ADD COLUMN starts_armed boolean NOT NULL DEFAULT false;

-- Which worker completed which external task: completing again answers as the first time.
CREATE TABLE bpm_external_done (
  instance_id uuid NOT NULL,
  number integer NOT NULL,
  tenant_identifier text NOT NULL,
  worker_id text NOT NULL,
  done_at timestamptz NOT NULL,
  PRIMARY KEY (instance_id, number)
);
CREATE INDEX bpm_external_done_at ON bpm_external_done (done_at);
