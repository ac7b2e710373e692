-- Events, by how long they are kept and by day or month. A unique index of a partitioned table has to hold its partition columns,
-- so the uuid alone cannot be unique: every insert looks for the uuid among what is recent.
CREATE TABLE log_event (
  uuid uuid NOT NULL,
  tenant_identifier text NOT NULL,
  event_time timestamptz NOT NULL,
  retention_class text NOT NULL CHECK (retention_class IN ('STANDARD', 'AUDIT')),
  observed_time timestamptz NOT NULL,
  severity_number integer NOT NULL,
  level text NOT NULL,
  event_name text NOT NULL,
  event_type text NOT NULL,
  key text NOT NULL,
  message text,
  service text NOT NULL,
  instance text,
  logger_name text,
  thread_name text,
  username text,
  username_folded text,
  session_identifier text,
  client_ip text,
  user_agent text,
  request_method text,
  request_path text,
  trace_id text,
  span_id text,
  trace_flags integer,
  action text,
  outcome text,
  entity_type text,
  entity_uuid text,
  duration_millis bigint,
  error_detail jsonb,
  tag_list jsonb,
  attribute_map jsonb,
  truncated boolean NOT NULL,
  content_hash bytea NOT NULL,
  search_vector tsvector,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (uuid, tenant_identifier, event_time, retention_class)
) PARTITION BY LIST (retention_class);
CREATE TABLE log_event_standard PARTITION OF log_event FOR VALUES IN ('STANDARD') PARTITION BY RANGE (event_time);
CREATE TABLE log_event_audit PARTITION OF log_event FOR VALUES IN ('AUDIT') PARTITION BY RANGE (event_time);
CREATE INDEX log_event_time ON log_event (tenant_identifier, event_time DESC, uuid);
CREATE INDEX log_event_xid ON log_event (xid, uuid);
CREATE INDEX log_event_trace ON log_event (trace_id) WHERE trace_id IS NOT NULL;
CREATE INDEX log_event_session ON log_event (session_identifier) WHERE session_identifier IS NOT NULL;
CREATE INDEX log_event_entity ON log_event (tenant_identifier, entity_uuid, event_time) WHERE entity_uuid IS NOT NULL;
CREATE INDEX log_event_username ON log_event (tenant_identifier, username_folded, event_time) WHERE username_folded IS NOT NULL;
CREATE INDEX log_event_search ON log_event USING gin (search_vector) WITH (fastupdate = on);
