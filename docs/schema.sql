-- The database after all migrations, by module and name. Made by tools/generate-docs.ts from the catalogue; nothing runs it.

CREATE EXTENSION pg_trgm;

-- kernel

CREATE OR REPLACE FUNCTION kernel_missing_members(writer integer, given integer[], held integer[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE WHEN count(*) > 0 THEN writer || ':' || string_agg(member::text, ',' ORDER BY member) || ';' ELSE '' END
  FROM (
    SELECT member FROM (
      SELECT unnest(given) AS member, 1 AS share
      UNION ALL
      SELECT unnest(held), -1
    ) counted
    GROUP BY member HAVING sum(share) > 0
  ) missing
$function$;

CREATE OR REPLACE FUNCTION kernel_raise_conflict(members text)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'conflict in a group commit' USING ERRCODE = 'KC001', DETAIL = members;
END
$function$;

CREATE TABLE kernel_content (
  hash bytea NOT NULL,
  size bigint NOT NULL,
  touched_at timestamp with time zone NOT NULL,
  CONSTRAINT kernel_content_pkey PRIMARY KEY (hash),
  CONSTRAINT kernel_content_hash_check CHECK ((length(hash) = 32))
) WITH (fillfactor=80);
CREATE INDEX kernel_content_touched ON kernel_content USING btree (touched_at);

CREATE TABLE kernel_content_chunk (
  hash bytea NOT NULL,
  number integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT kernel_content_chunk_pkey PRIMARY KEY (hash, number),
  CONSTRAINT kernel_content_chunk_hash_fkey FOREIGN KEY (hash) REFERENCES kernel_content(hash) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE kernel_content_reference (
  table_name text NOT NULL,
  column_name text NOT NULL,
  CONSTRAINT kernel_content_reference_pkey PRIMARY KEY (table_name, column_name),
  CONSTRAINT kernel_content_reference_column_name_check CHECK ((column_name ~ '^[a-z][a-z0-9_]*$'::text)),
  CONSTRAINT kernel_content_reference_table_name_check CHECK ((table_name ~ '^[a-z][a-z0-9_]*$'::text))
);

CREATE TABLE kernel_database (
  is_only_row boolean NOT NULL DEFAULT true,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT kernel_database_pkey PRIMARY KEY (is_only_row),
  CONSTRAINT kernel_database_is_only_row_check CHECK (is_only_row)
);

CREATE TABLE kernel_directory_change (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  module text NOT NULL,
  tenant_identifier text NOT NULL,
  previous_folded text,
  username text,
  username_folded text,
  CONSTRAINT kernel_directory_change_pkey PRIMARY KEY (id)
);

CREATE TABLE kernel_idempotency_key (
  id uuid NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  body_hash text NOT NULL,
  answer text NOT NULL,
  CONSTRAINT kernel_idempotency_key_pkey PRIMARY KEY (id)
);
CREATE INDEX kernel_idempotency_key_recorded_at ON kernel_idempotency_key USING btree (recorded_at);

CREATE TABLE kernel_migration (
  module text NOT NULL,
  number integer NOT NULL,
  checksum text NOT NULL,
  applied timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT kernel_migration_pkey PRIMARY KEY (module, number)
);

CREATE TABLE kernel_process (
  id uuid NOT NULL,
  started_at timestamp with time zone NOT NULL,
  heartbeat_at timestamp with time zone NOT NULL,
  host text NOT NULL,
  pid integer NOT NULL,
  CONSTRAINT kernel_process_pkey PRIMARY KEY (id)
) WITH (fillfactor=50);

CREATE TABLE kernel_test_clock (
  is_only_row boolean NOT NULL DEFAULT true,
  stands_at timestamp with time zone,
  ahead_ms bigint NOT NULL DEFAULT 0,
  revision bigint NOT NULL DEFAULT 0,
  CONSTRAINT kernel_test_clock_pkey PRIMARY KEY (is_only_row),
  CONSTRAINT kernel_test_clock_is_only_row_check CHECK (is_only_row)
);

CREATE TABLE kernel_test_clock_follower (
  process_id uuid NOT NULL,
  revision bigint NOT NULL,
  CONSTRAINT kernel_test_clock_follower_pkey PRIMARY KEY (process_id)
);

-- system-setting

CREATE TABLE system_setting_definition (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  name_map jsonb NOT NULL,
  description text NOT NULL,
  description_map jsonb NOT NULL,
  group_code text NOT NULL,
  owner text NOT NULL,
  type text NOT NULL,
  unit text NOT NULL,
  default_value jsonb,
  min_value double precision,
  max_value double precision,
  pattern text,
  allowed_values jsonb,
  visibility text NOT NULL,
  tenant_overridable boolean NOT NULL,
  tenant_editable boolean NOT NULL,
  user_overridable boolean NOT NULL,
  reauthentication_required boolean NOT NULL,
  restart_required boolean NOT NULL,
  enabled boolean NOT NULL,
  system boolean NOT NULL,
  retired boolean NOT NULL,
  aliases text[] NOT NULL,
  order_number integer NOT NULL,
  registered_version text,
  registered_hash text,
  revision bigint NOT NULL,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  deleted boolean NOT NULL DEFAULT false,
  deleted_date timestamp with time zone,
  CONSTRAINT system_setting_definition_pkey PRIMARY KEY (id),
  CONSTRAINT system_setting_definition_uuid_key UNIQUE (uuid),
  CONSTRAINT system_setting_definition_type_check CHECK ((type = ANY (ARRAY['BOOLEAN'::text, 'NUMBER'::text, 'DECIMAL'::text, 'STRING'::text, 'JSON'::text, 'SECRET'::text]))),
  CONSTRAINT system_setting_definition_visibility_check CHECK ((visibility = ANY (ARRAY['PUBLIC'::text, 'SESSION'::text, 'RESTRICTED'::text])))
);
CREATE UNIQUE INDEX system_setting_definition_code ON system_setting_definition USING btree (lower(code)) WHERE (NOT deleted);
CREATE INDEX system_setting_definition_revision ON system_setting_definition USING btree (revision);

CREATE TABLE system_setting_group (
  code text NOT NULL,
  name text NOT NULL,
  name_map jsonb NOT NULL DEFAULT '{}'::jsonb,
  order_number integer NOT NULL DEFAULT 1000,
  revision bigint NOT NULL,
  CONSTRAINT system_setting_group_pkey PRIMARY KEY (code)
);
CREATE INDEX system_setting_group_revision ON system_setting_group USING btree (revision);

CREATE TABLE system_setting_history (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  revision bigint NOT NULL,
  code text NOT NULL,
  scope text,
  tenant_identifier text,
  username text,
  action text NOT NULL,
  secret boolean NOT NULL,
  old_value jsonb,
  new_value jsonb,
  reason text,
  updated_by text NOT NULL,
  ip_address text,
  correlation_id text,
  date timestamp with time zone NOT NULL,
  CONSTRAINT system_setting_history_pkey PRIMARY KEY (id),
  CONSTRAINT system_setting_history_uuid_key UNIQUE (uuid)
);
CREATE INDEX system_setting_history_code ON system_setting_history USING btree (code, revision);
CREATE INDEX system_setting_history_date ON system_setting_history USING btree (date);
CREATE INDEX system_setting_history_revision ON system_setting_history USING btree (revision);
CREATE INDEX system_setting_history_tenant ON system_setting_history USING btree (tenant_identifier, revision);

CREATE TABLE system_setting_state (
  id smallint NOT NULL,
  revision bigint NOT NULL,
  forgotten_revision bigint NOT NULL,
  key_checks jsonb NOT NULL,
  writing_keys text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT system_setting_state_pkey PRIMARY KEY (id),
  CONSTRAINT system_setting_state_id_check CHECK ((id = 1))
);

CREATE TABLE system_setting_user_value (
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL,
  code text NOT NULL,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  value jsonb,
  removed boolean NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  CONSTRAINT system_setting_user_value_pkey PRIMARY KEY (tenant_identifier, username_folded, code)
);
CREATE INDEX system_setting_user_value_code ON system_setting_user_value USING btree (code);

CREATE TABLE system_setting_value (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  code text NOT NULL,
  scope text NOT NULL,
  tenant_identifier text,
  value jsonb,
  sealed text,
  removed boolean NOT NULL,
  expiry_date timestamp with time zone,
  revision bigint NOT NULL,
  updated_by text NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  CONSTRAINT system_setting_value_pkey PRIMARY KEY (id),
  CONSTRAINT system_setting_value_level UNIQUE NULLS NOT DISTINCT (code, scope, tenant_identifier),
  CONSTRAINT system_setting_value_uuid_key UNIQUE (uuid),
  CONSTRAINT system_setting_value_check CHECK (((scope = 'TENANT'::text) = (tenant_identifier IS NOT NULL))),
  CONSTRAINT system_setting_value_scope_check CHECK ((scope = ANY (ARRAY['GLOBAL'::text, 'TENANT'::text])))
);
CREATE INDEX system_setting_value_expiry ON system_setting_value USING btree (expiry_date) WHERE (expiry_date IS NOT NULL);
CREATE INDEX system_setting_value_revision ON system_setting_value USING btree (revision);
CREATE INDEX system_setting_value_tenant ON system_setting_value USING btree (tenant_identifier, code) WHERE (tenant_identifier IS NOT NULL);
CREATE INDEX system_setting_value_tombstone ON system_setting_value USING btree (date_updated) WHERE removed;

-- session

CREATE OR REPLACE FUNCTION session_count_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO session_count_delta (tenant_identifier, system, delta)
  SELECT tenant_identifier, system, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END
  FROM changed GROUP BY tenant_identifier, system;
  RETURN NULL;
END
$function$;

CREATE TABLE session_activity (
  session_id bigint NOT NULL,
  tenant_identifier text NOT NULL,
  system boolean NOT NULL,
  last_access timestamp with time zone NOT NULL,
  ends timestamp with time zone NOT NULL,
  CONSTRAINT session_activity_pkey PRIMARY KEY (session_id)
) WITH (fillfactor=70);
CREATE INDEX session_activity_ends ON session_activity USING btree (ends);
CREATE INDEX session_activity_last_access ON session_activity USING btree (tenant_identifier, system, last_access DESC, session_id DESC);
CREATE TRIGGER session_activity_begun AFTER INSERT ON session_activity REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION session_count_change();
CREATE TRIGGER session_activity_ended AFTER DELETE ON session_activity REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION session_count_change();

CREATE TABLE session_bulk_close (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  created timestamp with time zone NOT NULL,
  tenant_identifier text,
  through_id bigint NOT NULL,
  include_system boolean NOT NULL,
  except_identifier text NOT NULL,
  reason text NOT NULL,
  closed_by text NOT NULL,
  system_only boolean NOT NULL DEFAULT false,
  listed boolean NOT NULL DEFAULT false,
  CONSTRAINT session_bulk_close_pkey PRIMARY KEY (id)
);

CREATE TABLE session_bulk_close_member (
  order_id bigint NOT NULL,
  session_id bigint NOT NULL,
  CONSTRAINT session_bulk_close_member_pkey PRIMARY KEY (order_id, session_id),
  CONSTRAINT session_bulk_close_member_order_id_fkey FOREIGN KEY (order_id) REFERENCES session_bulk_close(id) ON DELETE CASCADE
);

CREATE TABLE session_count_delta (
  tenant_identifier text NOT NULL,
  system boolean NOT NULL,
  delta bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000, autovacuum_vacuum_insert_threshold=-1, autovacuum_analyze_scale_factor=1);
CREATE INDEX session_count_delta_kind ON session_count_delta USING btree (tenant_identifier, system);

CREATE TABLE session_entry (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  identifier text NOT NULL,
  tenant_identifier text NOT NULL,
  username text NOT NULL,
  username_folded text NOT NULL,
  user_uuid uuid,
  system boolean NOT NULL DEFAULT false,
  created timestamp with time zone NOT NULL,
  authenticated timestamp with time zone NOT NULL,
  expiry timestamp with time zone NOT NULL,
  idle_seconds integer NOT NULL,
  slack_seconds integer NOT NULL,
  closed_date timestamp with time zone,
  close_reason text,
  closed_by text,
  last_access timestamp with time zone,
  successor_id bigint,
  parent_identifier text,
  actor_username text,
  authorities_source text NOT NULL,
  authorities jsonb,
  attributes jsonb NOT NULL DEFAULT '{}'::jsonb,
  ip inet,
  user_agent text NOT NULL DEFAULT ''::text,
  device_name text NOT NULL DEFAULT ''::text,
  methods text[] NOT NULL,
  assurance text NOT NULL,
  locale text NOT NULL,
  key_uuid uuid,
  authority_ceiling text[],
  remembered boolean NOT NULL DEFAULT false,
  binding text NOT NULL DEFAULT 'NONE'::text,
  CONSTRAINT session_entry_pkey PRIMARY KEY (id),
  CONSTRAINT session_entry_identifier UNIQUE (identifier),
  CONSTRAINT session_entry_assurance_check CHECK ((assurance = ANY (ARRAY['AAL1'::text, 'AAL2'::text]))),
  CONSTRAINT session_entry_authorities_source_check CHECK ((authorities_source = ANY (ARRAY['DIRECTORY'::text, 'GIVEN'::text, 'KEY'::text]))),
  CONSTRAINT session_entry_binding_check CHECK ((binding = ANY (ARRAY['NONE'::text, 'USER_AGENT'::text, 'NETWORK'::text]))),
  CONSTRAINT session_entry_closed CHECK (((closed_date IS NULL) = (close_reason IS NULL))),
  CONSTRAINT session_entry_given CHECK (((authorities_source = 'GIVEN'::text) = (authorities IS NOT NULL))),
  CONSTRAINT session_entry_idle_seconds_check CHECK ((idle_seconds > 0)),
  CONSTRAINT session_entry_key CHECK (((authorities_source = 'KEY'::text) = (key_uuid IS NOT NULL))),
  CONSTRAINT session_entry_slack_seconds_check CHECK ((slack_seconds >= 0))
);
CREATE INDEX session_entry_closed ON session_entry USING btree (tenant_identifier, closed_date DESC, id DESC) WHERE (closed_date IS NOT NULL);
CREATE INDEX session_entry_closed_user ON session_entry USING btree (tenant_identifier, username_folded, closed_date DESC) WHERE (closed_date IS NOT NULL);
CREATE INDEX session_entry_open_created ON session_entry USING btree (tenant_identifier, system, created DESC, id DESC) WHERE (closed_date IS NULL);
CREATE INDEX session_entry_open_ip ON session_entry USING btree (tenant_identifier, system, ip, id) WHERE (closed_date IS NULL);
CREATE INDEX session_entry_open_key ON session_entry USING btree (key_uuid, id) WHERE ((closed_date IS NULL) AND (key_uuid IS NOT NULL));
CREATE INDEX session_entry_open_tenant ON session_entry USING btree (tenant_identifier, system, id) INCLUDE (username_folded) WHERE (closed_date IS NULL);
CREATE INDEX session_entry_open_user ON session_entry USING btree (tenant_identifier, username_folded, id) WHERE (closed_date IS NULL);
CREATE INDEX session_entry_open_user_agent_text ON session_entry USING gin (user_agent gin_trgm_ops) WHERE (closed_date IS NULL);
CREATE INDEX session_entry_open_username_text ON session_entry USING gin (username_folded gin_trgm_ops) WHERE (closed_date IS NULL);
CREATE INDEX session_entry_parent ON session_entry USING btree (parent_identifier) WHERE (parent_identifier IS NOT NULL);

CREATE TABLE session_signal (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  created timestamp with time zone NOT NULL,
  scope text NOT NULL,
  effect text NOT NULL,
  keys text[] NOT NULL,
  CONSTRAINT session_signal_pkey PRIMARY KEY (id),
  CONSTRAINT session_signal_effect_check CHECK ((effect = ANY (ARRAY['CLOSE'::text, 'REFRESH'::text]))),
  CONSTRAINT session_signal_keys_check CHECK ((cardinality(keys) <= 100)),
  CONSTRAINT session_signal_scope_check CHECK ((scope = ANY (ARRAY['SESSION'::text, 'USER'::text, 'ROLE'::text, 'TENANT'::text, 'ALL'::text, 'KEY'::text])))
);
CREATE INDEX session_signal_created ON session_signal USING btree (created);
CREATE INDEX session_signal_xid ON session_signal USING btree (xid);

CREATE TABLE session_spent_identifier (
  identifier_hash uuid NOT NULL,
  CONSTRAINT session_spent_identifier_pkey PRIMARY KEY (identifier_hash)
);

-- mail-notification

CREATE TABLE mail (
  id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL DEFAULT 0,
  tenant_identifier text NOT NULL,
  template_code text,
  locale text NOT NULL,
  status text NOT NULL,
  priority text NOT NULL,
  sensitive boolean NOT NULL,
  sender text NOT NULL,
  subject text NOT NULL,
  message_id text NOT NULL,
  send_date timestamp with time zone NOT NULL,
  expire_date timestamp with time zone NOT NULL,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  template_version integer,
  status_reason text,
  category text,
  sender_name text,
  group_uuid uuid,
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  request_hash bytea,
  provider_code text,
  attempt_count integer NOT NULL DEFAULT 0,
  attempt_number integer NOT NULL DEFAULT 0,
  uncertain_count integer NOT NULL DEFAULT 0,
  uncertain_policy text NOT NULL DEFAULT 'RETRY'::text,
  expire_default boolean NOT NULL DEFAULT false,
  content_date timestamp with time zone NOT NULL,
  content_removed boolean NOT NULL DEFAULT false,
  relay_since timestamp with time zone,
  in_flight_at timestamp with time zone,
  sent_date timestamp with time zone,
  ended_date timestamp with time zone,
  size integer,
  due_at timestamp with time zone NOT NULL,
  leased_by uuid,
  lease_token uuid,
  attempts integer NOT NULL DEFAULT 0,
  created_by_folded text NOT NULL DEFAULT ''::text,
  calendar_uid text,
  calendar_sequence integer,
  dkim_key_id bigint,
  status_before text,
  feed_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT mail_pkey PRIMARY KEY (id),
  CONSTRAINT mail_message_id_key UNIQUE (message_id),
  CONSTRAINT mail_uuid UNIQUE (tenant_identifier, uuid),
  CONSTRAINT mail_priority_check CHECK ((priority = ANY (ARRAY['LOW'::text, 'NORMAL'::text, 'HIGH'::text]))),
  CONSTRAINT mail_status CHECK ((status = ANY (ARRAY['QUEUED'::text, 'RETRY'::text, 'SENDING'::text, 'SENT'::text, 'DELIVERED'::text, 'BOUNCED'::text, 'COMPLAINED'::text, 'PARTIAL'::text, 'FAILED'::text, 'DEAD'::text, 'EXPIRED'::text, 'UNCERTAIN'::text, 'CAPTURED'::text, 'SUPPRESSED'::text, 'SKIPPED'::text, 'CANCELLED'::text]))),
  CONSTRAINT mail_uncertain_policy_check CHECK ((uncertain_policy = ANY (ARRAY['RETRY'::text, 'HOLD'::text])))
) WITH (fillfactor=80);
CREATE INDEX mail_captured ON mail USING btree (ended_date) WHERE ((status = 'CAPTURED'::text) AND sensitive AND (NOT content_removed));
CREATE INDEX mail_caused ON mail USING btree (tenant_identifier, created_by_folded, id);
CREATE INDEX mail_created ON mail USING btree (tenant_identifier, date_created, id);
CREATE INDEX mail_due ON mail USING btree (due_at) WHERE (status = ANY (ARRAY['QUEUED'::text, 'RETRY'::text, 'SENDING'::text]));
CREATE INDEX mail_due_of_tenant ON mail USING btree (priority, tenant_identifier, due_at) WHERE (status = ANY (ARRAY['QUEUED'::text, 'RETRY'::text, 'SENDING'::text]));
CREATE INDEX mail_ended ON mail USING btree (ended_date) WHERE (ended_date IS NOT NULL);
CREATE INDEX mail_expiry ON mail USING btree (expire_date) WHERE (status = ANY (ARRAY['QUEUED'::text, 'RETRY'::text]));
CREATE INDEX mail_group ON mail USING btree (tenant_identifier, group_uuid) WHERE (group_uuid IS NOT NULL);
CREATE INDEX mail_leased ON mail USING btree (leased_by) WHERE (leased_by IS NOT NULL);
CREATE UNIQUE INDEX mail_request ON mail USING btree (tenant_identifier, COALESCE(group_uuid, uuid)) WHERE (request_hash IS NOT NULL);

CREATE TABLE mail_attachment (
  mail_id bigint NOT NULL,
  content bytea NOT NULL,
  content_date timestamp with time zone NOT NULL,
  CONSTRAINT mail_attachment_pkey PRIMARY KEY (mail_id, content)
);
CREATE INDEX mail_attachment_content ON mail_attachment USING btree (content);
CREATE INDEX mail_attachment_date ON mail_attachment USING btree (content_date);

CREATE TABLE mail_attempt (
  mail_id bigint NOT NULL,
  number integer NOT NULL,
  start_date timestamp with time zone NOT NULL,
  duration_ms integer NOT NULL,
  provider_code text NOT NULL,
  host text,
  tls boolean NOT NULL,
  outcome text NOT NULL,
  phase text,
  code integer,
  enhanced_code text,
  text text,
  transcript text,
  CONSTRAINT mail_attempt_pkey PRIMARY KEY (mail_id, number, start_date)
) PARTITION BY RANGE (start_date);

CREATE TABLE mail_calendar_attendee (
  event_id bigint NOT NULL,
  "position" integer NOT NULL,
  address text NOT NULL,
  name text,
  role text NOT NULL,
  user_type text NOT NULL,
  rsvp boolean NOT NULL,
  participation_status text NOT NULL,
  CONSTRAINT mail_calendar_attendee_pkey PRIMARY KEY (event_id, "position"),
  CONSTRAINT mail_calendar_attendee_event_id_fkey FOREIGN KEY (event_id) REFERENCES mail_calendar_event(id) ON DELETE CASCADE,
  CONSTRAINT mail_calendar_attendee_participation_status_check CHECK ((participation_status = ANY (ARRAY['NEEDS_ACTION'::text, 'ACCEPTED'::text, 'DECLINED'::text, 'TENTATIVE'::text, 'DELEGATED'::text]))),
  CONSTRAINT mail_calendar_attendee_role_check CHECK ((role = ANY (ARRAY['REQ_PARTICIPANT'::text, 'OPT_PARTICIPANT'::text, 'NON_PARTICIPANT'::text, 'CHAIR'::text]))),
  CONSTRAINT mail_calendar_attendee_user_type_check CHECK ((user_type = ANY (ARRAY['INDIVIDUAL'::text, 'GROUP'::text, 'RESOURCE'::text, 'ROOM'::text])))
);

CREATE TABLE mail_calendar_event (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  tenant_identifier text NOT NULL,
  uid text NOT NULL,
  sequence integer NOT NULL,
  status text NOT NULL,
  all_day boolean NOT NULL,
  time_zone text NOT NULL,
  start_date timestamp with time zone NOT NULL,
  end_date timestamp with time zone NOT NULL,
  summary text NOT NULL,
  detail jsonb NOT NULL,
  organizer_address text NOT NULL,
  organizer_name text,
  organizer_sent_by text,
  stamp timestamp with time zone NOT NULL,
  created_by text NOT NULL,
  created_by_folded text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  recurrence_rule text,
  exception_dates timestamp with time zone[] NOT NULL DEFAULT '{}'::timestamp with time zone[],
  recurrence_id timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  told_sequence integer NOT NULL,
  CONSTRAINT mail_calendar_event_pkey PRIMARY KEY (id),
  CONSTRAINT mail_calendar_event_uid UNIQUE (tenant_identifier, uid, recurrence_id),
  CONSTRAINT mail_calendar_event_status_check CHECK ((status = ANY (ARRAY['CONFIRMED'::text, 'TENTATIVE'::text, 'CANCELLED'::text])))
);
CREATE INDEX mail_calendar_event_owner ON mail_calendar_event USING btree (tenant_identifier, created_by_folded, start_date, id);
CREATE INDEX mail_calendar_event_start ON mail_calendar_event USING btree (tenant_identifier, start_date, id);

CREATE TABLE mail_calendar_reply (
  event_id bigint NOT NULL,
  address_folded text NOT NULL,
  stamp timestamp with time zone NOT NULL,
  CONSTRAINT mail_calendar_reply_pkey PRIMARY KEY (event_id, address_folded),
  CONSTRAINT mail_calendar_reply_event_id_fkey FOREIGN KEY (event_id) REFERENCES mail_calendar_event(id) ON DELETE CASCADE
);

CREATE TABLE mail_content (
  mail_id bigint NOT NULL,
  content_date timestamp with time zone NOT NULL,
  sealed text NOT NULL,
  CONSTRAINT mail_content_pkey PRIMARY KEY (mail_id, content_date)
) PARTITION BY RANGE (content_date);

CREATE TABLE mail_dkim_key (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  tenant_identifier text NOT NULL,
  domain text NOT NULL,
  selector text NOT NULL,
  public_key text NOT NULL,
  private_key_sealed text,
  created_by text NOT NULL,
  created_by_folded text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  deleted boolean NOT NULL DEFAULT false,
  deleted_date timestamp with time zone,
  CONSTRAINT mail_dkim_key_pkey PRIMARY KEY (id)
);
CREATE INDEX mail_dkim_key_newest ON mail_dkim_key USING btree (tenant_identifier, domain, id) WHERE (NOT deleted);
CREATE UNIQUE INDEX mail_dkim_key_selector ON mail_dkim_key USING btree (domain, selector);
CREATE UNIQUE INDEX mail_dkim_key_uuid ON mail_dkim_key USING btree (uuid);

CREATE TABLE mail_event (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id bigint NOT NULL DEFAULT nextval('mail_event_id'::regclass),
  at timestamp with time zone NOT NULL,
  mail_id bigint NOT NULL,
  status_before text,
  status text NOT NULL
) PARTITION BY RANGE (at);
CREATE INDEX mail_event_place ON ONLY mail_event USING btree (xid, id);

CREATE TABLE mail_event_untold (
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  module text NOT NULL,
  subject text NOT NULL,
  tenant_identifier text NOT NULL,
  event text NOT NULL,
  attempts integer NOT NULL,
  refused_at timestamp with time zone NOT NULL,
  next_at timestamp with time zone NOT NULL,
  CONSTRAINT mail_event_untold_pkey PRIMARY KEY (number)
);
CREATE INDEX mail_event_untold_subject ON mail_event_untold USING btree (module, subject, number);

CREATE TABLE mail_file (
  uuid uuid NOT NULL,
  tenant_identifier text NOT NULL,
  owner text NOT NULL,
  name text NOT NULL,
  content_type text NOT NULL,
  size integer NOT NULL,
  content bytea NOT NULL,
  date_created timestamp with time zone NOT NULL,
  expire_date timestamp with time zone NOT NULL,
  CONSTRAINT mail_file_pkey PRIMARY KEY (uuid)
);
CREATE INDEX mail_file_content ON mail_file USING btree (content);
CREATE INDEX mail_file_expiry ON mail_file USING btree (expire_date);
CREATE INDEX mail_file_owner ON mail_file USING btree (tenant_identifier, owner);

CREATE TABLE mail_preference (
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL,
  entries jsonb NOT NULL,
  CONSTRAINT mail_preference_pkey PRIMARY KEY (tenant_identifier, username_folded)
);

CREATE TABLE mail_provider (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  tenant_identifier text NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  host text NOT NULL,
  port integer NOT NULL,
  security text NOT NULL,
  username text,
  password_sealed text,
  priority integer NOT NULL,
  lanes integer NOT NULL,
  rate_per_second double precision,
  domain_rate_list jsonb NOT NULL,
  dkim_domain text,
  return_path_domain text,
  enabled boolean NOT NULL,
  shared boolean NOT NULL,
  pinned boolean NOT NULL,
  trusted boolean NOT NULL,
  created_by text NOT NULL,
  created_by_folded text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  deleted boolean NOT NULL,
  deleted_date timestamp with time zone,
  CONSTRAINT mail_provider_pkey PRIMARY KEY (id),
  CONSTRAINT mail_provider_check CHECK ((((username IS NULL) = (password_sealed IS NULL)) OR deleted)),
  CONSTRAINT mail_provider_port_check CHECK (((port >= 1) AND (port <= 65535))),
  CONSTRAINT mail_provider_security_check CHECK ((security = ANY (ARRAY['TLS'::text, 'STARTTLS'::text, 'NONE'::text])))
);
CREATE UNIQUE INDEX mail_provider_code ON mail_provider USING btree (tenant_identifier, code) WHERE (NOT deleted);
CREATE UNIQUE INDEX mail_provider_uuid ON mail_provider USING btree (uuid);

CREATE TABLE mail_provider_rate (
  provider_id bigint NOT NULL,
  domain text NOT NULL,
  free_at timestamp with time zone NOT NULL,
  CONSTRAINT mail_provider_rate_pkey PRIMARY KEY (provider_id, domain),
  CONSTRAINT mail_provider_rate_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES mail_provider(id) ON DELETE CASCADE
) WITH (fillfactor=50);

CREATE TABLE mail_provider_state (
  provider_id bigint NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  openings integer NOT NULL DEFAULT 0,
  open_until timestamp with time zone,
  reason text,
  size_max bigint,
  CONSTRAINT mail_provider_state_pkey PRIMARY KEY (provider_id),
  CONSTRAINT mail_provider_state_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES mail_provider(id) ON DELETE CASCADE,
  CONSTRAINT mail_provider_state_reason_check CHECK ((reason = ANY (ARRAY['CONNECTION'::text, 'AUTH'::text, 'PROTOCOL'::text, 'RELAY'::text])))
) WITH (fillfactor=50);

CREATE TABLE mail_recipient (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  mail_id bigint NOT NULL,
  type text NOT NULL,
  address text NOT NULL,
  name text,
  status text NOT NULL,
  reason text,
  last_code integer,
  last_enhanced_code text,
  last_message text,
  delivered_date timestamp with time zone,
  hard_bounce_date timestamp with time zone,
  user_uuid uuid,
  CONSTRAINT mail_recipient_pkey PRIMARY KEY (id),
  CONSTRAINT mail_recipient_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE CASCADE,
  CONSTRAINT mail_recipient_status CHECK ((status = ANY (ARRAY['QUEUED'::text, 'RETRY'::text, 'SENT'::text, 'DELIVERED'::text, 'BOUNCED'::text, 'COMPLAINED'::text, 'FAILED'::text, 'DEAD'::text, 'EXPIRED'::text, 'UNCERTAIN'::text, 'CAPTURED'::text, 'SUPPRESSED'::text, 'SKIPPED'::text, 'CANCELLED'::text]))),
  CONSTRAINT mail_recipient_type_check CHECK ((type = ANY (ARRAY['TO'::text, 'CC'::text, 'BCC'::text])))
);
CREATE INDEX mail_recipient_address ON mail_recipient USING btree (lower(address));
CREATE INDEX mail_recipient_mail ON mail_recipient USING btree (mail_id);

CREATE TABLE mail_sender (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  tenant_identifier text NOT NULL,
  domain text NOT NULL,
  address text,
  created_by text NOT NULL,
  created_by_folded text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  CONSTRAINT mail_sender_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX mail_sender_address ON mail_sender USING btree (tenant_identifier, address) WHERE (address IS NOT NULL);
CREATE INDEX mail_sender_any ON mail_sender USING btree (domain);
CREATE UNIQUE INDEX mail_sender_domain ON mail_sender USING btree (domain) WHERE (address IS NULL);
CREATE UNIQUE INDEX mail_sender_uuid ON mail_sender USING btree (uuid);

CREATE TABLE mail_suppression (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  tenant_identifier text NOT NULL,
  address text NOT NULL,
  address_folded text NOT NULL,
  reason text NOT NULL,
  group_name text,
  expire_date timestamp with time zone,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  CONSTRAINT mail_suppression_pkey PRIMARY KEY (id),
  CONSTRAINT mail_suppression_reason_check CHECK ((reason = ANY (ARRAY['HARD_BOUNCE'::text, 'COMPLAINT'::text, 'UNSUBSCRIBE'::text, 'MANUAL'::text])))
);
CREATE INDEX mail_suppression_created ON mail_suppression USING btree (tenant_identifier, date_created, id);
CREATE INDEX mail_suppression_expiry ON mail_suppression USING btree (expire_date) WHERE (expire_date IS NOT NULL);
CREATE UNIQUE INDEX mail_suppression_key ON mail_suppression USING btree (tenant_identifier, address_folded, reason, group_name) NULLS NOT DISTINCT;

CREATE TABLE mail_telling (
  id integer NOT NULL,
  xid xid8,
  event_id bigint,
  CONSTRAINT mail_telling_pkey PRIMARY KEY (id),
  CONSTRAINT mail_telling_id_check CHECK ((id = 1))
);

CREATE TABLE mail_template (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  tenant_identifier text NOT NULL,
  code text NOT NULL,
  code_folded text NOT NULL,
  name text NOT NULL,
  description text,
  type text NOT NULL,
  layout_code text,
  category text,
  sensitive boolean NOT NULL,
  uncertain_policy text,
  parameter_list jsonb NOT NULL,
  enabled boolean NOT NULL,
  system boolean NOT NULL,
  shipped_revision integer,
  edited boolean NOT NULL,
  compile_no integer NOT NULL,
  created_by text NOT NULL,
  created_by_folded text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  deleted boolean NOT NULL,
  deleted_date timestamp with time zone,
  CONSTRAINT mail_template_pkey PRIMARY KEY (id),
  CONSTRAINT mail_template_type_check CHECK ((type = ANY (ARRAY['MAIL'::text, 'SMS'::text, 'PUSH'::text, 'IN_APP'::text, 'LAYOUT'::text, 'PARTIAL'::text]))),
  CONSTRAINT mail_template_uncertain_policy_check CHECK ((uncertain_policy = ANY (ARRAY['RETRY'::text, 'HOLD'::text])))
);
CREATE UNIQUE INDEX mail_template_code ON mail_template USING btree (tenant_identifier, code_folded) WHERE (NOT deleted);
CREATE INDEX mail_template_tenant ON mail_template USING btree (tenant_identifier, id);
CREATE UNIQUE INDEX mail_template_uuid ON mail_template USING btree (uuid);

CREATE TABLE mail_template_content (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  template_id bigint NOT NULL,
  locale text NOT NULL,
  "position" integer NOT NULL,
  subject text,
  content text NOT NULL,
  sender text,
  content_type text NOT NULL,
  text_content text,
  compiled jsonb NOT NULL,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  CONSTRAINT mail_template_content_pkey PRIMARY KEY (id),
  CONSTRAINT mail_template_content_template_id_locale_key UNIQUE (template_id, locale),
  CONSTRAINT mail_template_content_template_id_fkey FOREIGN KEY (template_id) REFERENCES mail_template(id) ON DELETE CASCADE,
  CONSTRAINT mail_template_content_content_type_check CHECK ((content_type = ANY (ARRAY['STRING'::text, 'TEXT'::text, 'HTML'::text])))
);

CREATE TABLE mail_template_stamp (
  tenant_identifier text NOT NULL,
  stamp bigint NOT NULL,
  CONSTRAINT mail_template_stamp_pkey PRIMARY KEY (tenant_identifier)
);

CREATE TABLE mail_template_version (
  template_id bigint NOT NULL,
  version integer NOT NULL,
  snapshot jsonb NOT NULL,
  updated_by text NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  CONSTRAINT mail_template_version_pkey PRIMARY KEY (template_id, version),
  CONSTRAINT mail_template_version_template_id_fkey FOREIGN KEY (template_id) REFERENCES mail_template(id) ON DELETE CASCADE
);

CREATE TABLE mail_tenant_mark (
  tenant_identifier text NOT NULL,
  deleted_date timestamp with time zone,
  CONSTRAINT mail_tenant_mark_pkey PRIMARY KEY (tenant_identifier)
);

-- authentication

CREATE UNLOGGED TABLE auth_address_counter (
  address text NOT NULL,
  window_start timestamp with time zone NOT NULL,
  window_failures integer NOT NULL,
  day_start timestamp with time zone NOT NULL,
  day_failures integer NOT NULL,
  CONSTRAINT auth_address_counter_pkey PRIMARY KEY (address)
);
CREATE INDEX auth_address_counter_day ON auth_address_counter USING btree (day_start);

CREATE TABLE auth_api_key (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL DEFAULT 0,
  tenant_identifier text NOT NULL,
  name text NOT NULL,
  name_folded text NOT NULL,
  description text,
  key_hash text NOT NULL,
  key_prefix text NOT NULL,
  authority_list text[] NOT NULL,
  allowed_address_list text[] NOT NULL DEFAULT '{}'::text[],
  expiry_date timestamp with time zone NOT NULL,
  last_used_date timestamp with time zone,
  enabled boolean NOT NULL DEFAULT true,
  owner_user_id bigint,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  deleted_date timestamp with time zone,
  deleted boolean NOT NULL DEFAULT false,
  previous_key_hash text,
  previous_key_expiry timestamp with time zone,
  CONSTRAINT auth_api_key_pkey PRIMARY KEY (id),
  CONSTRAINT auth_api_key_key_hash_key UNIQUE (key_hash),
  CONSTRAINT auth_api_key_previous_key_hash_key UNIQUE (previous_key_hash),
  CONSTRAINT auth_api_key_uuid_key UNIQUE (uuid),
  CONSTRAINT auth_api_key_owner_user_id_fkey FOREIGN KEY (owner_user_id) REFERENCES auth_user(id),
  CONSTRAINT auth_api_key_authority_list_check CHECK (((cardinality(authority_list) >= 1) AND (cardinality(authority_list) <= 100))),
  CONSTRAINT auth_api_key_previous CHECK (((previous_key_hash IS NULL) = (previous_key_expiry IS NULL)))
);
CREATE UNIQUE INDEX auth_api_key_name ON auth_api_key USING btree (tenant_identifier, name_folded) WHERE (NOT deleted);
CREATE INDEX auth_api_key_owner ON auth_api_key USING btree (owner_user_id) WHERE (NOT deleted);

CREATE TABLE auth_attempt (
  key_hash bytea NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  last_failure_date timestamp with time zone,
  pending_dates timestamp with time zone[] NOT NULL DEFAULT '{}'::timestamp with time zone[],
  updated_date timestamp with time zone NOT NULL,
  CONSTRAINT auth_attempt_pkey PRIMARY KEY (key_hash)
);
CREATE INDEX auth_attempt_updated ON auth_attempt USING btree (updated_date);

CREATE TABLE auth_authority (
  authority text NOT NULL,
  module text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  level text NOT NULL,
  role_list text[] NOT NULL,
  CONSTRAINT auth_authority_pkey PRIMARY KEY (authority),
  CONSTRAINT auth_authority_level_check CHECK ((level = ANY (ARRAY['TENANT'::text, 'SYSTEM'::text])))
);

CREATE TABLE auth_captcha_used (
  nonce bytea NOT NULL,
  expiry_date timestamp with time zone NOT NULL,
  CONSTRAINT auth_captcha_used_pkey PRIMARY KEY (nonce)
);
CREATE INDEX auth_captcha_used_expiry ON auth_captcha_used USING btree (expiry_date);

CREATE TABLE auth_challenge (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  identifier_hash text NOT NULL,
  user_id bigint NOT NULL,
  step text NOT NULL,
  security_version integer NOT NULL,
  flow jsonb NOT NULL,
  types text[] NOT NULL DEFAULT '{}'::text[],
  code_hash text,
  code_expiry timestamp with time zone,
  code_sent_date timestamp with time zone,
  resend_count integer NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  browser_hash text,
  sealed_secret text,
  date_created timestamp with time zone NOT NULL,
  expiry_date timestamp with time zone NOT NULL,
  CONSTRAINT auth_challenge_pkey PRIMARY KEY (id),
  CONSTRAINT auth_challenge_identifier_hash_key UNIQUE (identifier_hash),
  CONSTRAINT auth_challenge_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id),
  CONSTRAINT auth_challenge_step_check CHECK ((step = ANY (ARRAY['CODE'::text, 'NEW_PASSWORD'::text, 'ENROLLMENT'::text])))
);
CREATE INDEX auth_challenge_expiry ON auth_challenge USING btree (expiry_date);
CREATE INDEX auth_challenge_user ON auth_challenge USING btree (user_id, id);

CREATE TABLE auth_code_attempt (
  user_id bigint NOT NULL,
  recent timestamp with time zone[] NOT NULL,
  in_a_row integer NOT NULL,
  CONSTRAINT auth_code_attempt_pkey PRIMARY KEY (user_id),
  CONSTRAINT auth_code_attempt_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id)
);

CREATE TABLE auth_device (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  user_id bigint NOT NULL,
  device_hash text NOT NULL,
  name text NOT NULL,
  ip_address text NOT NULL,
  first_used_date timestamp with time zone NOT NULL,
  last_used_date timestamp with time zone NOT NULL,
  remembered_until_date timestamp with time zone,
  expiry_date timestamp with time zone NOT NULL,
  password_disabled boolean NOT NULL DEFAULT false,
  CONSTRAINT auth_device_pkey PRIMARY KEY (id),
  CONSTRAINT auth_device_device_hash_key UNIQUE (device_hash),
  CONSTRAINT auth_device_uuid_key UNIQUE (uuid),
  CONSTRAINT auth_device_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id)
);
CREATE INDEX auth_device_expiry ON auth_device USING btree (expiry_date);
CREATE INDEX auth_device_user ON auth_device USING btree (user_id, last_used_date);

CREATE TABLE auth_directory_event (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  tenant_identifier text NOT NULL,
  user_uuid uuid,
  username text,
  previous_username text,
  date_created timestamp with time zone NOT NULL,
  handled_date timestamp with time zone,
  told boolean NOT NULL DEFAULT false,
  CONSTRAINT auth_directory_event_pkey PRIMARY KEY (id),
  CONSTRAINT auth_directory_event_kind_check CHECK ((kind = ANY (ARRAY['user-deleted'::text, 'user-deactivated'::text, 'user-renamed'::text, 'authorities-changed'::text, 'tenant-activated'::text, 'tenant-deactivated'::text, 'tenant-deleted'::text])))
);
CREATE INDEX auth_directory_event_handled ON auth_directory_event USING btree (handled_date) WHERE (handled_date IS NOT NULL);
CREATE INDEX auth_directory_event_open ON auth_directory_event USING btree (id) WHERE (NOT told);
CREATE INDEX auth_directory_event_waiting ON auth_directory_event USING btree (id) WHERE (told AND (handled_date IS NULL));

CREATE TABLE auth_directory_event_untold (
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  module text NOT NULL,
  subject text NOT NULL,
  tenant_identifier text NOT NULL,
  event text NOT NULL,
  event_id bigint NOT NULL GENERATED ALWAYS AS ((((event)::jsonb ->> 'id'::text))::bigint) STORED,
  attempts integer NOT NULL,
  refused_at timestamp with time zone NOT NULL,
  next_at timestamp with time zone NOT NULL,
  CONSTRAINT auth_directory_event_untold_pkey PRIMARY KEY (number)
);
CREATE INDEX auth_directory_event_untold_event ON auth_directory_event_untold USING btree (event_id);
CREATE INDEX auth_directory_event_untold_subject ON auth_directory_event_untold USING btree (module, subject, number);

CREATE TABLE auth_factor (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  user_id bigint NOT NULL,
  type text NOT NULL,
  name text NOT NULL,
  confirmed_date timestamp with time zone,
  enabled boolean NOT NULL DEFAULT true,
  sealed_secret text,
  last_step bigint,
  date_created timestamp with time zone NOT NULL,
  last_used_date timestamp with time zone,
  CONSTRAINT auth_factor_pkey PRIMARY KEY (id),
  CONSTRAINT auth_factor_uuid_key UNIQUE (uuid),
  CONSTRAINT auth_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id),
  CONSTRAINT auth_factor_secret CHECK (((type = 'TOTP'::text) = (sealed_secret IS NOT NULL))),
  CONSTRAINT auth_factor_type_check CHECK ((type = ANY (ARRAY['TOTP'::text, 'EMAIL'::text, 'RECOVERY_CODE'::text])))
);
CREATE UNIQUE INDEX auth_factor_single ON auth_factor USING btree (user_id, type) WHERE (type <> 'TOTP'::text);
CREATE INDEX auth_factor_unconfirmed ON auth_factor USING btree (date_created) WHERE (confirmed_date IS NULL);
CREATE INDEX auth_factor_user ON auth_factor USING btree (user_id);

CREATE TABLE auth_one_time_token (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  token_hash text NOT NULL,
  purpose text NOT NULL,
  user_id bigint NOT NULL,
  date_created timestamp with time zone NOT NULL,
  expiry_date timestamp with time zone NOT NULL,
  used_date timestamp with time zone,
  address text,
  CONSTRAINT auth_one_time_token_pkey PRIMARY KEY (id),
  CONSTRAINT auth_one_time_token_token_hash_key UNIQUE (token_hash),
  CONSTRAINT auth_one_time_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id),
  CONSTRAINT auth_one_time_token_address CHECK (((purpose <> 'EMAIL'::text) OR (address IS NOT NULL))),
  CONSTRAINT auth_one_time_token_purpose_check CHECK ((purpose = ANY (ARRAY['ACTIVATION'::text, 'RESET'::text, 'EMAIL'::text])))
);
CREATE INDEX auth_one_time_token_expiry ON auth_one_time_token USING btree (expiry_date);
CREATE INDEX auth_one_time_token_user ON auth_one_time_token USING btree (user_id, purpose);

CREATE TABLE auth_password (
  user_id bigint NOT NULL,
  hash text NOT NULL,
  pepper_key_id text,
  single_factor_ok boolean NOT NULL,
  changed_date timestamp with time zone NOT NULL,
  previous jsonb NOT NULL DEFAULT '[]'::jsonb,
  disabled boolean NOT NULL DEFAULT false,
  failed_attempt_count integer NOT NULL DEFAULT 0,
  locked_until_date timestamp with time zone,
  CONSTRAINT auth_password_pkey PRIMARY KEY (user_id),
  CONSTRAINT auth_password_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id)
);
CREATE INDEX auth_password_locked ON auth_password USING btree (user_id) WHERE (disabled OR (locked_until_date IS NOT NULL));

CREATE TABLE auth_recovery_code (
  factor_id bigint NOT NULL,
  "position" smallint NOT NULL,
  hash text NOT NULL,
  pepper_key_id text,
  used_date timestamp with time zone,
  CONSTRAINT auth_recovery_code_pkey PRIMARY KEY (factor_id, "position"),
  CONSTRAINT auth_recovery_code_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth_factor(id) ON DELETE CASCADE,
  CONSTRAINT auth_recovery_code_position_check CHECK ((("position" >= 0) AND ("position" <= 9)))
);

CREATE TABLE auth_released_name (
  event_id bigint,
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_uuid uuid NOT NULL,
  reserved_until_date timestamp with time zone NOT NULL,
  CONSTRAINT auth_released_name_pkey PRIMARY KEY (id),
  CONSTRAINT auth_released_name_event_id_fkey FOREIGN KEY (event_id) REFERENCES auth_directory_event(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX auth_released_name_event ON auth_released_name USING btree (event_id) WHERE (event_id IS NOT NULL);
CREATE INDEX auth_released_name_name ON auth_released_name USING btree (tenant_identifier, username_folded);
CREATE INDEX auth_released_name_over ON auth_released_name USING btree (reserved_until_date) WHERE (event_id IS NULL);

CREATE TABLE auth_reset_request (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name_key bytea NOT NULL,
  sealed text,
  ip_address text NOT NULL,
  request_id text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  CONSTRAINT auth_reset_request_pkey PRIMARY KEY (id)
);
CREATE INDEX auth_reset_request_date ON auth_reset_request USING btree (date_created);
CREATE INDEX auth_reset_request_name ON auth_reset_request USING btree (name_key, date_created);
CREATE INDEX auth_reset_request_open ON auth_reset_request USING btree (id) WHERE (sealed IS NOT NULL);

CREATE TABLE auth_role (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL DEFAULT 0,
  tenant_identifier text,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  system boolean NOT NULL DEFAULT false,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  deleted_date timestamp with time zone,
  deleted boolean NOT NULL DEFAULT false,
  CONSTRAINT auth_role_pkey PRIMARY KEY (id),
  CONSTRAINT auth_role_uuid_key UNIQUE (uuid),
  CONSTRAINT auth_role_code_check CHECK ((code ~ '^ROLE_[A-Z0-9_]{1,60}$'::text))
);
CREATE UNIQUE INDEX auth_role_code ON auth_role USING btree (COALESCE(tenant_identifier, ''::text), code) WHERE (NOT deleted);

CREATE TABLE auth_role_authority (
  role_id bigint NOT NULL,
  authority text NOT NULL,
  CONSTRAINT auth_role_authority_pkey PRIMARY KEY (role_id, authority),
  CONSTRAINT auth_role_authority_authority_fkey FOREIGN KEY (authority) REFERENCES auth_authority(authority),
  CONSTRAINT auth_role_authority_role_id_fkey FOREIGN KEY (role_id) REFERENCES auth_role(id)
);

CREATE TABLE auth_tenant (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL DEFAULT 0,
  identifier text NOT NULL,
  name text NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  system boolean NOT NULL DEFAULT false,
  host_list text[] NOT NULL DEFAULT '{}'::text[],
  redirect_url_list text[] NOT NULL DEFAULT '{}'::text[],
  default_redirect_url text,
  locale text NOT NULL DEFAULT 'en'::text,
  time_zone text NOT NULL DEFAULT 'UTC'::text,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  deleted_date timestamp with time zone,
  deleted boolean NOT NULL DEFAULT false,
  CONSTRAINT auth_tenant_pkey PRIMARY KEY (id),
  CONSTRAINT auth_tenant_uuid_key UNIQUE (uuid),
  CONSTRAINT auth_tenant_identifier_check CHECK ((identifier ~ '^[A-Za-z0-9._-]{1,64}$'::text))
);
CREATE UNIQUE INDEX auth_tenant_identifier ON auth_tenant USING btree (lower(identifier));

CREATE TABLE auth_tenant_host (
  host text NOT NULL,
  tenant_id bigint NOT NULL,
  CONSTRAINT auth_tenant_host_pkey PRIMARY KEY (host),
  CONSTRAINT auth_tenant_host_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES auth_tenant(id)
);
CREATE INDEX auth_tenant_host_tenant ON auth_tenant_host USING btree (tenant_id);

CREATE TABLE auth_user (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL DEFAULT 0,
  tenant_identifier text NOT NULL,
  username text NOT NULL,
  username_folded text NOT NULL,
  email text,
  email_verified boolean NOT NULL DEFAULT false,
  phone text,
  display_name text,
  locale text,
  time_zone text,
  enabled boolean NOT NULL DEFAULT true,
  security_version integer NOT NULL DEFAULT 0,
  last_login_date timestamp with time zone,
  expiry_date timestamp with time zone,
  source text NOT NULL DEFAULT 'LOCAL'::text,
  external_identifier text,
  attribute_map jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  deleted_date timestamp with time zone,
  deleted boolean NOT NULL DEFAULT false,
  password_change_required boolean NOT NULL DEFAULT false,
  expired_date timestamp with time zone,
  email_folded text,
  CONSTRAINT auth_user_pkey PRIMARY KEY (id),
  CONSTRAINT auth_user_name UNIQUE (tenant_identifier, username_folded),
  CONSTRAINT auth_user_uuid_key UNIQUE (uuid),
  CONSTRAINT auth_user_source_check CHECK ((source = ANY (ARRAY['LOCAL'::text, 'LDAP'::text, 'OIDC'::text])))
);
CREATE INDEX auth_user_created ON auth_user USING btree (tenant_identifier, date_created, id) WHERE (NOT deleted);
CREATE INDEX auth_user_deleted ON auth_user USING btree (tenant_identifier, username_folded) WHERE deleted;
CREATE INDEX auth_user_disabled ON auth_user USING btree (tenant_identifier, username_folded) WHERE ((NOT enabled) AND (NOT deleted));
CREATE INDEX auth_user_display_name ON auth_user USING btree (tenant_identifier, display_name, id) WHERE (NOT deleted);
CREATE INDEX auth_user_display_name_text ON auth_user USING gin (display_name gin_trgm_ops);
CREATE INDEX auth_user_email ON auth_user USING btree (tenant_identifier, email, id) WHERE (NOT deleted);
CREATE INDEX auth_user_email_text ON auth_user USING gin (email gin_trgm_ops);
CREATE INDEX auth_user_expiring ON auth_user USING btree (expiry_date) WHERE ((expiry_date IS NOT NULL) AND (expired_date IS NULL) AND (NOT deleted));
CREATE UNIQUE INDEX auth_user_external ON auth_user USING btree (tenant_identifier, external_identifier) WHERE ((external_identifier IS NOT NULL) AND (NOT deleted));
CREATE INDEX auth_user_last_login ON auth_user USING btree (tenant_identifier, last_login_date, id) WHERE (NOT deleted);
CREATE INDEX auth_user_listed ON auth_user USING btree (id) INCLUDE (tenant_identifier, username_folded) WHERE (NOT deleted);
CREATE INDEX auth_user_source ON auth_user USING btree (tenant_identifier, source, username_folded, id) WHERE ((source <> 'LOCAL'::text) AND (NOT deleted));
CREATE INDEX auth_user_username_text ON auth_user USING gin (username_folded gin_trgm_ops);
CREATE INDEX auth_user_verified_email ON auth_user USING btree (tenant_identifier, email_folded) WHERE (email_verified AND (NOT deleted));

CREATE TABLE auth_user_role (
  user_id bigint NOT NULL,
  role_id bigint NOT NULL,
  CONSTRAINT auth_user_role_pkey PRIMARY KEY (user_id, role_id),
  CONSTRAINT auth_user_role_role_id_fkey FOREIGN KEY (role_id) REFERENCES auth_role(id),
  CONSTRAINT auth_user_role_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id)
);
CREATE INDEX auth_user_role_role ON auth_user_role USING btree (role_id);

-- system-menu

CREATE TABLE system_menu_app (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  tenant_identifier text,
  name text NOT NULL,
  display_name text NOT NULL,
  display_name_map jsonb NOT NULL,
  description text,
  icon text,
  path text,
  order_number integer NOT NULL,
  enabled boolean NOT NULL,
  authority_list jsonb NOT NULL,
  match_type text NOT NULL,
  system boolean NOT NULL,
  retired boolean NOT NULL,
  registered_version text,
  registered_hash text,
  revision bigint NOT NULL,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  deleted boolean NOT NULL,
  deleted_date timestamp with time zone,
  CONSTRAINT system_menu_app_pkey PRIMARY KEY (id),
  CONSTRAINT system_menu_app_uuid_key UNIQUE (uuid),
  CONSTRAINT system_menu_app_match_type_check CHECK ((match_type = ANY (ARRAY['ANY'::text, 'ALL'::text])))
);
CREATE UNIQUE INDEX system_menu_app_name ON system_menu_app USING btree (COALESCE(tenant_identifier, ''::text), name) WHERE (NOT deleted);
CREATE INDEX system_menu_app_revision ON system_menu_app USING btree (revision);

CREATE TABLE system_menu_authority (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  tenant_identifier text,
  menu_item_uuid uuid NOT NULL,
  authority_list jsonb NOT NULL,
  match_type text NOT NULL,
  removed boolean NOT NULL,
  revision bigint NOT NULL,
  updated_by text NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  CONSTRAINT system_menu_authority_pkey PRIMARY KEY (id),
  CONSTRAINT system_menu_authority_uuid_key UNIQUE (uuid),
  CONSTRAINT system_menu_authority_match_type_check CHECK ((match_type = ANY (ARRAY['ANY'::text, 'ALL'::text])))
);
CREATE UNIQUE INDEX system_menu_authority_item ON system_menu_authority USING btree (menu_item_uuid, COALESCE(tenant_identifier, ''::text));
CREATE INDEX system_menu_authority_revision ON system_menu_authority USING btree (revision);

CREATE TABLE system_menu_favorite (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL,
  username text NOT NULL,
  path text NOT NULL,
  menu_item_uuid uuid,
  display_name text,
  icon text,
  group_name text,
  order_number integer NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  CONSTRAINT system_menu_favorite_pkey PRIMARY KEY (id),
  CONSTRAINT system_menu_favorite_uuid_key UNIQUE (uuid)
);
CREATE INDEX system_menu_favorite_item ON system_menu_favorite USING btree (menu_item_uuid) WHERE (menu_item_uuid IS NOT NULL);
CREATE UNIQUE INDEX system_menu_favorite_path ON system_menu_favorite USING btree (tenant_identifier, username_folded, path);

CREATE TABLE system_menu_item (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  tenant_identifier text,
  app_name_uuid uuid NOT NULL,
  parent_uuid uuid,
  name text NOT NULL,
  display_name text NOT NULL,
  display_name_map jsonb NOT NULL,
  description text,
  icon text,
  path text,
  external_url text,
  target text NOT NULL,
  order_number integer NOT NULL,
  enabled boolean NOT NULL,
  visible boolean NOT NULL,
  badge_code text,
  keyword_list jsonb NOT NULL,
  authority_list jsonb NOT NULL,
  match_type text NOT NULL,
  system boolean NOT NULL,
  retired boolean NOT NULL,
  registered_version text,
  registered_hash text,
  revision bigint NOT NULL,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  deleted boolean NOT NULL,
  deleted_date timestamp with time zone,
  CONSTRAINT system_menu_item_pkey PRIMARY KEY (id),
  CONSTRAINT system_menu_item_uuid_key UNIQUE (uuid),
  CONSTRAINT system_menu_item_match_type_check CHECK ((match_type = ANY (ARRAY['ANY'::text, 'ALL'::text]))),
  CONSTRAINT system_menu_item_target_check CHECK ((target = ANY (ARRAY['_self'::text, '_blank'::text])))
);
CREATE INDEX system_menu_item_deleted ON system_menu_item USING btree (deleted_date) WHERE deleted;
CREATE UNIQUE INDEX system_menu_item_name ON system_menu_item USING btree (app_name_uuid, COALESCE(tenant_identifier, ''::text), name) WHERE (NOT deleted);
CREATE INDEX system_menu_item_revision ON system_menu_item USING btree (revision);

CREATE TABLE system_menu_overlay (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  tenant_identifier text,
  target_type text NOT NULL,
  target_uuid uuid NOT NULL,
  fields jsonb NOT NULL,
  revision bigint NOT NULL,
  updated_by text NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  CONSTRAINT system_menu_overlay_pkey PRIMARY KEY (id),
  CONSTRAINT system_menu_overlay_uuid_key UNIQUE (uuid),
  CONSTRAINT system_menu_overlay_target_type_check CHECK ((target_type = ANY (ARRAY['APP'::text, 'ITEM'::text])))
);
CREATE INDEX system_menu_overlay_revision ON system_menu_overlay USING btree (revision);
CREATE UNIQUE INDEX system_menu_overlay_target ON system_menu_overlay USING btree (target_uuid, COALESCE(tenant_identifier, ''::text));

CREATE TABLE system_menu_recent (
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL,
  path text NOT NULL,
  opened_date timestamp with time zone NOT NULL,
  open_count integer NOT NULL,
  CONSTRAINT system_menu_recent_pkey PRIMARY KEY (tenant_identifier, username_folded, path)
);

CREATE TABLE system_menu_state (
  id smallint NOT NULL,
  revision bigint NOT NULL,
  CONSTRAINT system_menu_state_pkey PRIMARY KEY (id),
  CONSTRAINT system_menu_state_id_check CHECK ((id = 1))
);

CREATE TABLE system_menu_user_app_order (
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL,
  app_uuids uuid[] NOT NULL,
  CONSTRAINT system_menu_user_app_order_pkey PRIMARY KEY (tenant_identifier, username_folded)
);

CREATE TABLE system_menu_user_state (
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL,
  favorites_version bigint NOT NULL,
  order_version bigint NOT NULL,
  CONSTRAINT system_menu_user_state_pkey PRIMARY KEY (tenant_identifier, username_folded)
);

-- logger-producer

CREATE OR REPLACE FUNCTION log_audit_refuse()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF current_setting('keelson.log_retention', true) IS DISTINCT FROM 'on' OR TG_OP = 'UPDATE' THEN
    RAISE EXCEPTION 'events of audit are not changed (%)', TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END
$function$;

CREATE TABLE log_audit_checkpoint (
  tenant_identifier text NOT NULL,
  sequence bigint NOT NULL,
  hash bytea NOT NULL,
  date timestamp with time zone NOT NULL,
  key_id text NOT NULL,
  signature bytea NOT NULL,
  CONSTRAINT log_audit_checkpoint_pkey PRIMARY KEY (tenant_identifier, sequence)
);

CREATE TABLE log_audit_cut (
  tenant_identifier text NOT NULL,
  before_event_time timestamp with time zone NOT NULL,
  date timestamp with time zone NOT NULL,
  reason text NOT NULL,
  key_id text NOT NULL,
  signature bytea NOT NULL,
  CONSTRAINT log_audit_cut_pkey PRIMARY KEY (tenant_identifier, before_event_time)
);

CREATE TABLE log_audit_key (
  key_id text NOT NULL,
  public_key bytea NOT NULL,
  date timestamp with time zone NOT NULL,
  CONSTRAINT log_audit_key_pkey PRIMARY KEY (key_id, public_key)
);

CREATE TABLE log_audit_seal (
  tenant_identifier text NOT NULL,
  sequence bigint NOT NULL,
  event_uuid uuid NOT NULL,
  event_time timestamp with time zone NOT NULL,
  event_hash bytea NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT log_audit_seal_pkey PRIMARY KEY (tenant_identifier, sequence)
);
CREATE UNIQUE INDEX log_audit_seal_event ON log_audit_seal USING btree (event_uuid, tenant_identifier, event_time);

CREATE TABLE log_audit_state (
  id integer NOT NULL,
  xid xid8,
  uuid uuid,
  CONSTRAINT log_audit_state_pkey PRIMARY KEY (id),
  CONSTRAINT log_audit_state_id_check CHECK ((id = 1))
);

CREATE TABLE log_dead_letter (
  id uuid NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  event_uuid uuid,
  tenant_identifier text,
  reason text NOT NULL,
  payload bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  last_try_date timestamp with time zone,
  CONSTRAINT log_dead_letter_pkey PRIMARY KEY (id)
);
CREATE INDEX log_dead_letter_recorded_at ON log_dead_letter USING btree (recorded_at);

CREATE TABLE log_event (
  uuid uuid NOT NULL,
  tenant_identifier text NOT NULL,
  event_time timestamp with time zone NOT NULL,
  retention_class text NOT NULL,
  observed_time timestamp with time zone NOT NULL,
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
  CONSTRAINT log_event_pkey PRIMARY KEY (uuid, tenant_identifier, event_time, retention_class),
  CONSTRAINT log_event_retention_class_check CHECK ((retention_class = ANY (ARRAY['STANDARD'::text, 'AUDIT'::text])))
) PARTITION BY LIST (retention_class);
CREATE INDEX log_event_entity ON ONLY log_event USING btree (tenant_identifier, entity_uuid, event_time) WHERE (entity_uuid IS NOT NULL);
CREATE INDEX log_event_search ON ONLY log_event USING gin (search_vector) WITH (fastupdate='on');
CREATE INDEX log_event_session ON ONLY log_event USING btree (session_identifier) WHERE (session_identifier IS NOT NULL);
CREATE INDEX log_event_time ON ONLY log_event USING btree (tenant_identifier, event_time DESC, uuid);
CREATE INDEX log_event_trace ON ONLY log_event USING btree (trace_id) WHERE (trace_id IS NOT NULL);
CREATE INDEX log_event_username ON ONLY log_event USING btree (tenant_identifier, username_folded, event_time) WHERE (username_folded IS NOT NULL);
CREATE INDEX log_event_xid ON ONLY log_event USING btree (xid, uuid);

CREATE TABLE log_producer_cache (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  created_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  updated_by text NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  deleted_date timestamp with time zone,
  key text NOT NULL,
  tenant_identifier text,
  value boolean NOT NULL,
  minimum_level text,
  sample_rate double precision NOT NULL,
  enforced boolean NOT NULL,
  expire_date timestamp with time zone,
  description text,
  revision bigint NOT NULL,
  hit_count bigint NOT NULL DEFAULT 0,
  suppressed_count bigint NOT NULL DEFAULT 0,
  last_hit_date timestamp with time zone,
  CONSTRAINT log_producer_cache_pkey PRIMARY KEY (id),
  CONSTRAINT log_producer_cache_uuid_key UNIQUE (uuid)
);
CREATE INDEX log_producer_cache_deleted ON log_producer_cache USING btree (deleted_date) WHERE (deleted_date IS NOT NULL);
CREATE UNIQUE INDEX log_producer_cache_key ON log_producer_cache USING btree (COALESCE(tenant_identifier, ''::text), key) WHERE (deleted_date IS NULL);
CREATE INDEX log_producer_cache_revision ON log_producer_cache USING btree (revision);

CREATE TABLE log_producer_cache_state (
  id integer NOT NULL,
  revision bigint NOT NULL,
  CONSTRAINT log_producer_cache_state_pkey PRIMARY KEY (id),
  CONSTRAINT log_producer_cache_state_id_check CHECK ((id = 1))
);

CREATE TABLE log_username_change (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL,
  user_uuid uuid NOT NULL,
  until timestamp with time zone NOT NULL,
  CONSTRAINT log_username_change_pkey PRIMARY KEY (id)
);
CREATE INDEX log_username_change_name ON log_username_change USING btree (tenant_identifier, username_folded, until);
CREATE INDEX log_username_change_user ON log_username_change USING btree (tenant_identifier, user_uuid);

-- bpmn-engine

CREATE OR REPLACE FUNCTION bpm_definition_at(instance uuid, row_revision integer)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT e.definition_id FROM bpm_history_event e
  WHERE e.instance_id = instance AND e.revision <= row_revision AND e.definition_id IS NOT NULL
  ORDER BY e.revision DESC LIMIT 1
$function$;

CREATE OR REPLACE FUNCTION bpm_hi_total_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO bpm_hi_total AS t (tenant_identifier, definition_id, end_state, number)
    SELECT tenant_identifier, definition_id, coalesce(end_state, ''), count(*)
    FROM added WHERE ended_at IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (tenant_identifier, definition_id, end_state) DO UPDATE SET number = t.number + excluded.number;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO bpm_hi_total AS t (tenant_identifier, definition_id, end_state, number)
    SELECT tenant_identifier, definition_id, coalesce(end_state, ''), sum(delta)
    FROM (SELECT tenant_identifier, definition_id, end_state, 1 AS delta FROM added WHERE ended_at IS NOT NULL
      UNION ALL SELECT tenant_identifier, definition_id, end_state, -1 FROM removed WHERE ended_at IS NOT NULL) changed
    GROUP BY 1, 2, 3 HAVING sum(delta) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (tenant_identifier, definition_id, end_state) DO UPDATE SET number = t.number + excluded.number;
  ELSE
    INSERT INTO bpm_hi_total AS t (tenant_identifier, definition_id, end_state, number)
    SELECT tenant_identifier, definition_id, coalesce(end_state, ''), -count(*)
    FROM removed WHERE ended_at IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (tenant_identifier, definition_id, end_state) DO UPDATE SET number = t.number + excluded.number;
    DELETE FROM bpm_hi_total t USING (SELECT DISTINCT tenant_identifier FROM removed) r
    WHERE t.tenant_identifier = r.tenant_identifier AND t.number = 0;
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION bpm_history_activities(record text, OUT number integer, OUT node integer, OUT task integer, OUT state text, OUT began bigint, OUT ended bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT COST 500 ROWS 8
AS $function$
DECLARE
  widths CONSTANT text := '@2W5B5i1a4A5c2k3f2z2v3V4x3l4L5y4t4T7u4U4N3Y3I3d3q2w4o2n2m3g3s3r3b3D3p4P5M3h2e2E3F5';
  -- Values may hold characters that jsonb refuses; none of them is read here.
  readable CONSTANT text := CASE WHEN strpos(record, '\u') = 0 THEN record
    ELSE replace(replace(record, '\\', '//'), '\u', '/u') END;
  entries CONSTANT jsonb := readable::jsonb;
  size CONSTANT integer := jsonb_array_length(entries);
  place integer := 4;
  letter text;
  width integer;
  found integer;
  numbers integer[] := '{}';
  nodes integer[] := '{}';
  tasks integer[] := '{}';
  states text[] := '{}';
  times bigint[] := '{}';
  ends bigint[] := '{}';
  now_at bigint;
BEGIN
  IF entries->>0 <> '1' THEN RAISE EXCEPTION 'history of version % cannot be read', entries->>0; END IF;
  WHILE place < size LOOP
    letter := entries->>place;
    -- Most events are one of three.
    IF letter = 'f' THEN
      place := place + 2;
    ELSIF letter = 'a' THEN
      numbers := numbers || (entries->(place + 1))::integer;
      nodes := nodes || (entries->(place + 2))::integer;
      tasks := tasks || NULL::integer;
      states := states || NULL::text;
      times := times || now_at;
      ends := ends || NULL::bigint;
      place := place + 4;
    ELSIF letter = '@' THEN
      now_at := entries->(place + 1);
      place := place + 2;
    ELSE
      width := strpos(widths, letter);
      IF width = 0 OR length(letter) <> 1 THEN RAISE EXCEPTION 'history has the unknown event %', letter; END IF;
      width := substr(widths, width + 1, 1)::integer;
      IF letter IN ('c', 'k', 'A', 'W', 't', 'T') THEN
        -- A task names its activity behind its own number.
        number := entries->(place + CASE WHEN letter IN ('t', 'T') THEN 2 ELSE 1 END);
        found := array_position(numbers, number);
        IF found IS NULL THEN
          numbers := numbers || number;
          nodes := nodes || NULL::integer;
          tasks := tasks || NULL::integer;
          states := states || NULL::text;
          times := times || now_at;
          ends := ends || NULL::bigint;
          found := cardinality(numbers);
        END IF;
        IF letter = 'A' THEN nodes[found] := entries->(place + 2);
        ELSIF letter = 'W' THEN
          nodes[found] := entries->(place + 2);
          states[found] := 'WITHDRAWN';
          ends[found] := now_at;
        ELSIF letter IN ('t', 'T') THEN tasks[found] := entries->(place + 1);
        -- What has ended may be compensated later: it ended then.
        ELSIF letter = 'k' AND entries->>(place + 2) = 'COMPENSATED' THEN states[found] := 'COMPENSATED';
        ELSIF states[found] IS NULL THEN
          states[found] := CASE letter WHEN 'c' THEN 'COMPLETED' ELSE entries->>(place + 2) END;
          ends[found] := now_at;
        END IF;
      END IF;
      place := place + width;
    END IF;
  END LOOP;
  RETURN QUERY SELECT * FROM unnest(numbers, nodes, tasks, states, times, ends);
END
$function$;

CREATE TABLE bpm_attachment (
  id uuid NOT NULL,
  tenant_identifier text NOT NULL,
  instance_id uuid NOT NULL,
  task_number integer,
  author text NOT NULL,
  author_folded text NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  media_type text,
  size integer,
  content bytea,
  url text,
  CONSTRAINT bpm_attachment_pkey PRIMARY KEY (id),
  CONSTRAINT bpm_attachment_check CHECK ((((content IS NULL) = (url IS NOT NULL)) AND ((content IS NULL) = (size IS NULL)) AND ((content IS NULL) = (media_type IS NULL))))
);
CREATE INDEX bpm_attachment_author ON bpm_attachment USING btree (tenant_identifier, author_folded);
CREATE INDEX bpm_attachment_content ON bpm_attachment USING btree (content) WHERE (content IS NOT NULL);
CREATE INDEX bpm_attachment_place ON bpm_attachment USING btree (instance_id, task_number);

CREATE TABLE bpm_batch (
  id uuid NOT NULL,
  tenant_identifier text NOT NULL,
  type text NOT NULL,
  arguments text NOT NULL,
  state text NOT NULL,
  total integer NOT NULL,
  created_by text NOT NULL,
  created_by_folded text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT bpm_batch_pkey PRIMARY KEY (id)
);
CREATE INDEX bpm_batch_ended ON bpm_batch USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX bpm_batch_tenant ON bpm_batch USING btree (tenant_identifier, created_at);

CREATE TABLE bpm_batch_item (
  batch_id uuid NOT NULL,
  number integer NOT NULL,
  ref_id uuid NOT NULL,
  ref_number integer NOT NULL,
  code text,
  message text,
  CONSTRAINT bpm_batch_item_pkey PRIMARY KEY (batch_id, number)
) WITH (autovacuum_vacuum_scale_factor=0.05);
CREATE INDEX bpm_batch_item_failed ON bpm_batch_item USING btree (batch_id, number) WHERE (code IS NOT NULL);

CREATE TABLE bpm_batch_part (
  batch_id uuid NOT NULL,
  number integer NOT NULL,
  tenant_identifier text NOT NULL,
  run_by text NOT NULL,
  reached integer NOT NULL,
  last integer NOT NULL,
  due_at timestamp with time zone NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  leased_by uuid,
  lease_token uuid,
  CONSTRAINT bpm_batch_part_pkey PRIMARY KEY (batch_id, number)
) WITH (fillfactor=50);
CREATE INDEX bpm_batch_part_due ON bpm_batch_part USING btree (due_at);
CREATE INDEX bpm_batch_part_leased ON bpm_batch_part USING btree (leased_by) WHERE (leased_by IS NOT NULL);
CREATE INDEX bpm_batch_part_tenant_due ON bpm_batch_part USING btree (tenant_identifier, due_at);

CREATE TABLE bpm_call (
  called_id uuid NOT NULL,
  caller_id uuid NOT NULL,
  caller_wait integer NOT NULL,
  caller_token integer NOT NULL,
  root_id uuid NOT NULL,
  depth integer NOT NULL,
  kept_state bytea,
  kept_revision integer,
  kept_definition_id text,
  caller_element_id text,
  CONSTRAINT bpm_call_pkey PRIMARY KEY (called_id)
);
CREATE INDEX bpm_call_caller ON bpm_call USING btree (caller_id, caller_wait);
CREATE INDEX bpm_call_reopened ON bpm_call USING btree (called_id) WHERE ((kept_revision IS NOT NULL) AND (kept_state IS NULL));
CREATE INDEX bpm_call_root ON bpm_call USING btree (root_id);

CREATE TABLE bpm_catalogue (
  single boolean NOT NULL DEFAULT true,
  number bigint NOT NULL,
  CONSTRAINT bpm_catalogue_pkey PRIMARY KEY (single),
  CONSTRAINT bpm_catalogue_single_check CHECK (single)
);

CREATE TABLE bpm_comment (
  id uuid NOT NULL,
  tenant_identifier text NOT NULL,
  instance_id uuid NOT NULL,
  task_number integer,
  author text NOT NULL,
  author_folded text NOT NULL,
  text text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone,
  CONSTRAINT bpm_comment_pkey PRIMARY KEY (id)
);
CREATE INDEX bpm_comment_author ON bpm_comment USING btree (tenant_identifier, author_folded);
CREATE INDEX bpm_comment_place ON bpm_comment USING btree (instance_id, task_number);

CREATE TABLE bpm_condition_held (
  tenant_identifier text NOT NULL,
  definition_id text NOT NULL,
  element_id text NOT NULL,
  trigger_index integer NOT NULL,
  match_key text NOT NULL,
  held_since timestamp with time zone NOT NULL,
  CONSTRAINT bpm_condition_held_pkey PRIMARY KEY (tenant_identifier, definition_id, element_id, trigger_index, match_key)
);

CREATE TABLE bpm_decision (
  id text NOT NULL,
  tenant_identifier text NOT NULL,
  key text NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  version_tag text,
  deployment_id uuid NOT NULL,
  resource_name text NOT NULL,
  hit_policy text,
  inputs jsonb NOT NULL,
  outputs jsonb NOT NULL,
  content_sha256 bytea NOT NULL,
  deleted boolean NOT NULL DEFAULT false,
  CONSTRAINT bpm_decision_pkey PRIMARY KEY (id),
  CONSTRAINT bpm_decision_version UNIQUE (tenant_identifier, key, version),
  CONSTRAINT bpm_decision_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES bpm_deployment(id)
);
CREATE INDEX bpm_decision_deployment ON bpm_decision USING btree (deployment_id);

CREATE TABLE bpm_definition (
  id text NOT NULL,
  tenant_identifier text NOT NULL,
  key text NOT NULL,
  version integer NOT NULL,
  name text,
  description text,
  category text,
  version_tag text,
  deployment_id uuid NOT NULL,
  resource_name text NOT NULL,
  executable boolean NOT NULL,
  suspended boolean NOT NULL DEFAULT false,
  candidate_starter_users text[] NOT NULL,
  candidate_starter_groups text[] NOT NULL,
  content_sha256 bytea NOT NULL,
  warnings jsonb NOT NULL,
  starts_armed boolean NOT NULL DEFAULT false,
  startable boolean NOT NULL DEFAULT false,
  has_diagram boolean NOT NULL DEFAULT false,
  start_form_key text,
  history_time_to_live text,
  history_level text,
  message_starts text[] NOT NULL DEFAULT '{}'::text[],
  signal_starts text[] NOT NULL DEFAULT '{}'::text[],
  timer_starts text[] NOT NULL DEFAULT '{}'::text[],
  run_as text,
  run_as_uuid uuid,
  startable_in_tasklist boolean NOT NULL DEFAULT true,
  process_model_id bigint,
  callable jsonb,
  elements jsonb,
  shared boolean NOT NULL DEFAULT false,
  searchable text[] NOT NULL DEFAULT '{}'::text[],
  deleted boolean NOT NULL DEFAULT false,
  CONSTRAINT bpm_definition_pkey PRIMARY KEY (id),
  CONSTRAINT bpm_definition_version UNIQUE (tenant_identifier, key, version),
  CONSTRAINT bpm_definition_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES bpm_deployment(id)
);
CREATE INDEX bpm_definition_deployment ON bpm_definition USING btree (deployment_id);
CREATE INDEX bpm_definition_process_model ON bpm_definition USING btree (process_model_id) WHERE (process_model_id IS NOT NULL);
CREATE INDEX bpm_definition_run_as ON bpm_definition USING btree (run_as_uuid) WHERE (run_as_uuid IS NOT NULL);
CREATE INDEX bpm_definition_searchable ON bpm_definition USING gin (searchable);
CREATE INDEX bpm_definition_unkept ON bpm_definition USING btree (id) WHERE (history_level = 'none'::text);

CREATE TABLE bpm_deployment (
  id uuid NOT NULL,
  tenant_identifier text NOT NULL,
  name text,
  source text,
  deployed_by text NOT NULL,
  deployed_at timestamp with time zone NOT NULL,
  unchanged_keys text[] NOT NULL DEFAULT '{}'::text[],
  problems jsonb NOT NULL DEFAULT '[]'::jsonb,
  problem_count integer NOT NULL DEFAULT 0,
  decisions jsonb NOT NULL DEFAULT '{}'::jsonb,
  deployed_by_uuid uuid,
  forms jsonb NOT NULL DEFAULT '{}'::jsonb,
  deleted_at timestamp with time zone,
  CONSTRAINT bpm_deployment_pkey PRIMARY KEY (id)
);
CREATE INDEX bpm_deployment_deleted ON bpm_deployment USING btree (id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX bpm_deployment_tenant ON bpm_deployment USING btree (tenant_identifier, deployed_at DESC, id);

CREATE TABLE bpm_directory_change (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  tenant_identifier text NOT NULL,
  username text,
  previous_username text,
  created_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  reached uuid,
  attempts integer NOT NULL DEFAULT 0,
  leased_by uuid,
  lease_token uuid,
  CONSTRAINT bpm_directory_change_pkey PRIMARY KEY (id),
  CONSTRAINT bpm_directory_change_kind_check CHECK ((kind = ANY (ARRAY['RENAME'::text, 'RELEASE'::text, 'HOLD'::text, 'RESUME'::text, 'REMOVE'::text])))
);
CREATE INDEX bpm_directory_change_due ON bpm_directory_change USING btree (due_at);
CREATE INDEX bpm_directory_change_leased ON bpm_directory_change USING btree (leased_by) WHERE (leased_by IS NOT NULL);
CREATE INDEX bpm_directory_change_tenant ON bpm_directory_change USING btree (tenant_identifier, due_at);

CREATE TABLE bpm_event_untold (
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  module text NOT NULL,
  subject text NOT NULL,
  tenant_identifier text NOT NULL,
  event text NOT NULL,
  attempts integer NOT NULL,
  refused_at timestamp with time zone NOT NULL,
  next_at timestamp with time zone NOT NULL,
  CONSTRAINT bpm_event_untold_pkey PRIMARY KEY (number)
);
CREATE INDEX bpm_event_untold_subject ON bpm_event_untold USING btree (module, subject, number);

CREATE TABLE bpm_external_done (
  instance_id uuid NOT NULL,
  number integer NOT NULL,
  tenant_identifier text NOT NULL,
  worker_id text NOT NULL,
  done_at timestamp with time zone NOT NULL,
  CONSTRAINT bpm_external_done_pkey PRIMARY KEY (instance_id, number)
);
CREATE INDEX bpm_external_done_at ON bpm_external_done USING btree (done_at);

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
  created_at timestamp with time zone NOT NULL,
  available_at timestamp with time zone NOT NULL,
  retries integer,
  worker_id text,
  locked_until timestamp with time zone,
  error_message text,
  error_details text,
  suspended boolean NOT NULL DEFAULT false,
  parameters text NOT NULL,
  CONSTRAINT bpm_external_task_pkey PRIMARY KEY (instance_id, number)
) WITH (fillfactor=85);
CREATE INDEX bpm_external_task_topic ON bpm_external_task USING btree (tenant_identifier, topic, created_at);

CREATE TABLE bpm_form (
  tenant_identifier text NOT NULL,
  key text NOT NULL,
  version integer NOT NULL,
  deployment_id uuid NOT NULL,
  resource_name text NOT NULL,
  content_sha256 bytea NOT NULL,
  deleted boolean NOT NULL DEFAULT false,
  CONSTRAINT bpm_form_pkey PRIMARY KEY (tenant_identifier, key, version),
  CONSTRAINT bpm_form_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES bpm_deployment(id)
);
CREATE INDEX bpm_form_deployment ON bpm_form USING btree (deployment_id);

CREATE TABLE bpm_held_tenant (
  tenant_identifier text NOT NULL,
  CONSTRAINT bpm_held_tenant_pkey PRIMARY KEY (tenant_identifier)
);

CREATE TABLE bpm_hi_decision (
  instance_id uuid NOT NULL,
  revision integer NOT NULL,
  number integer NOT NULL,
  at timestamp with time zone NOT NULL,
  node integer,
  tenant_identifier text NOT NULL,
  definition_id text NOT NULL,
  decision_key text NOT NULL,
  CONSTRAINT bpm_hi_decision_pkey PRIMARY KEY (instance_id, revision, number)
);
CREATE INDEX bpm_hi_decision_definition ON bpm_hi_decision USING btree (definition_id, at DESC NULLS LAST);
CREATE INDEX bpm_hi_decision_key ON bpm_hi_decision USING btree (tenant_identifier, decision_key, at DESC NULLS LAST);
CREATE INDEX bpm_hi_decision_tenant ON bpm_hi_decision USING btree (tenant_identifier, at DESC NULLS LAST);

CREATE TABLE bpm_hi_instance (
  id uuid NOT NULL,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  due_at timestamp with time zone,
  priority integer,
  revision integer NOT NULL,
  end_state text,
  end_element_ids text,
  tenant_identifier text NOT NULL,
  definition_id text NOT NULL,
  start_user_id text,
  start_element_id text,
  business_key text,
  name text,
  end_error text,
  start_user_folded text,
  migrated boolean NOT NULL DEFAULT false,
  CONSTRAINT bpm_hi_instance_pkey PRIMARY KEY (id)
);
CREATE INDEX bpm_hi_instance_broken ON bpm_hi_instance USING btree (tenant_identifier, started_at, id) WHERE (end_state <> 'COMPLETED'::text);
CREATE INDEX bpm_hi_instance_business_key ON bpm_hi_instance USING btree (tenant_identifier, business_key) WHERE (business_key IS NOT NULL);
CREATE INDEX bpm_hi_instance_ended ON bpm_hi_instance USING btree (tenant_identifier, started_at, id) WHERE (ended_at IS NOT NULL);
CREATE INDEX bpm_hi_instance_ended_version ON bpm_hi_instance USING btree (definition_id, started_at, id) WHERE (ended_at IS NOT NULL);
CREATE INDEX bpm_hi_instance_starter ON bpm_hi_instance USING btree (tenant_identifier, COALESCE(start_user_folded, start_user_id), id);
CREATE TRIGGER bpm_hi_total_deleted AFTER DELETE ON bpm_hi_instance REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION bpm_hi_total_change();
CREATE TRIGGER bpm_hi_total_inserted AFTER INSERT ON bpm_hi_instance REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bpm_hi_total_change();
CREATE TRIGGER bpm_hi_total_updated AFTER UPDATE ON bpm_hi_instance REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bpm_hi_total_change();

CREATE TABLE bpm_hi_task (
  instance_id uuid NOT NULL,
  number integer NOT NULL,
  node integer NOT NULL,
  priority integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone NOT NULL,
  claimed_at timestamp with time zone,
  due_at timestamp with time zone,
  cancelled boolean NOT NULL,
  element_named boolean NOT NULL,
  tenant_identifier text NOT NULL,
  definition_id text NOT NULL,
  name text,
  assignee text,
  assignee_folded text,
  candidate_groups text[],
  CONSTRAINT bpm_hi_task_pkey PRIMARY KEY (instance_id, number)
);
CREATE INDEX bpm_hi_task_assignee ON bpm_hi_task USING btree (tenant_identifier, COALESCE(assignee_folded, assignee), ended_at DESC NULLS LAST) WHERE (assignee IS NOT NULL);
CREATE INDEX bpm_hi_task_definition ON bpm_hi_task USING btree (definition_id, ended_at DESC NULLS LAST);
CREATE INDEX bpm_hi_task_tenant ON bpm_hi_task USING btree (tenant_identifier, ended_at DESC NULLS LAST);

CREATE TABLE bpm_hi_total (
  tenant_identifier text NOT NULL,
  definition_id text NOT NULL,
  end_state text NOT NULL,
  number bigint NOT NULL,
  CONSTRAINT bpm_hi_total_pkey PRIMARY KEY (tenant_identifier, definition_id, end_state)
) WITH (fillfactor=50, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000);

CREATE TABLE bpm_history_event (
  instance_id uuid NOT NULL,
  revision integer NOT NULL,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  due_at timestamp with time zone,
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
  end_error text,
  start_user_folded text,
  closed_tasks text,
  started_at timestamp with time zone,
  CONSTRAINT bpm_history_event_pkey PRIMARY KEY (instance_id, revision)
) PARTITION BY RANGE (instance_id);
CREATE INDEX bpm_history_event_at ON ONLY bpm_history_event USING brin (at);
CREATE INDEX bpm_history_event_compensated ON ONLY bpm_history_event USING btree (instance_id, revision) WHERE (strpos(record, ',"COMPENSATED"'::text) > 0);
CREATE INDEX bpm_history_event_xid ON ONLY bpm_history_event USING btree (xid);

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
  created_at timestamp with time zone NOT NULL,
  resolved_at timestamp with time zone,
  annotation text,
  CONSTRAINT bpm_incident_pkey PRIMARY KEY (id, number)
);
CREATE INDEX bpm_incident_instance ON bpm_incident USING btree (instance_id) WHERE (resolved_at IS NULL);
CREATE INDEX bpm_incident_tenant ON bpm_incident USING btree (tenant_identifier, created_at, id, number);

CREATE TABLE bpm_incident_raised (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id uuid NOT NULL,
  number integer NOT NULL,
  revision integer,
  type text NOT NULL,
  tenant_identifier text NOT NULL,
  instance_id uuid,
  definition_id text,
  element_id text,
  code text NOT NULL,
  message text NOT NULL,
  raised_at timestamp with time zone NOT NULL,
  CONSTRAINT bpm_incident_raised_pkey PRIMARY KEY (xid, id, number)
);

CREATE TABLE bpm_instance (
  id uuid NOT NULL,
  revision integer NOT NULL,
  started_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone,
  priority integer,
  tenant_identifier text NOT NULL,
  definition_id text NOT NULL,
  start_user_id text,
  business_key text,
  name text,
  state bytea NOT NULL,
  suspended boolean NOT NULL DEFAULT false,
  start_user_folded text,
  CONSTRAINT bpm_instance_pkey PRIMARY KEY (id)
) WITH (fillfactor=75);
CREATE INDEX bpm_instance_business_key ON bpm_instance USING btree (tenant_identifier, business_key) WHERE (business_key IS NOT NULL);
CREATE INDEX bpm_instance_started ON bpm_instance USING btree (tenant_identifier, started_at, id) INCLUDE (suspended);
CREATE INDEX bpm_instance_starter ON bpm_instance USING btree (tenant_identifier, COALESCE(start_user_folded, start_user_id), id);

CREATE TABLE bpm_job (
  id uuid NOT NULL,
  number integer NOT NULL,
  kind text NOT NULL,
  tenant_identifier text NOT NULL,
  instance_id uuid,
  definition_id text,
  element_id text,
  created_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
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
  held boolean NOT NULL DEFAULT false,
  failed_element_id text,
  ordered boolean NOT NULL DEFAULT false,
  CONSTRAINT bpm_job_pkey PRIMARY KEY (id, number)
) WITH (fillfactor=85);
CREATE INDEX bpm_job_definition ON bpm_job USING btree (definition_id) WHERE (instance_id IS NULL);
CREATE INDEX bpm_job_due ON bpm_job USING btree (due_at) WHERE ((retries > 0) AND (NOT suspended) AND (NOT held) AND (NOT ordered));
CREATE INDEX bpm_job_failed ON bpm_job USING btree (tenant_identifier, created_at) WHERE (retries = 0);
CREATE INDEX bpm_job_held ON bpm_job USING btree (tenant_identifier) WHERE held;
CREATE INDEX bpm_job_instance ON bpm_job USING btree (instance_id) WHERE (instance_id <> id);
CREATE INDEX bpm_job_leased ON bpm_job USING btree (leased_by) WHERE (leased_by IS NOT NULL);
CREATE INDEX bpm_job_tenant_due ON bpm_job USING btree (tenant_identifier, due_at) WHERE ((retries > 0) AND (NOT suspended) AND (NOT held) AND (NOT ordered));

CREATE TABLE bpm_message (
  id uuid NOT NULL,
  tenant_identifier text NOT NULL,
  name text NOT NULL,
  business_key text,
  message text NOT NULL,
  message_id text,
  sender_id uuid,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT bpm_message_pkey PRIMARY KEY (id)
);
CREATE INDEX bpm_message_expiry ON bpm_message USING btree (expires_at);
CREATE INDEX bpm_message_name ON bpm_message USING btree (tenant_identifier, name, created_at);

CREATE TABLE bpm_message_id (
  tenant_identifier text NOT NULL,
  message_id text NOT NULL,
  claimed_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT bpm_message_id_pkey PRIMARY KEY (tenant_identifier, message_id)
);
CREATE INDEX bpm_message_id_expiry ON bpm_message_id USING btree (expires_at);

CREATE TABLE bpm_operation (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  instance_id uuid,
  revision integer,
  at timestamp with time zone NOT NULL,
  kind text NOT NULL,
  task_number integer,
  tenant_identifier text NOT NULL,
  definition_id text NOT NULL,
  actor text NOT NULL,
  actor_folded text NOT NULL,
  element_id text,
  code text,
  detail text,
  CONSTRAINT bpm_operation_pkey PRIMARY KEY (id),
  CONSTRAINT bpm_operation_instance_id_revision_key UNIQUE (instance_id, revision)
);
CREATE INDEX bpm_operation_actor ON bpm_operation USING btree (tenant_identifier, actor_folded, at DESC NULLS LAST);
CREATE INDEX bpm_operation_definition ON bpm_operation USING btree (definition_id, at DESC NULLS LAST);
CREATE INDEX bpm_operation_failed ON bpm_operation USING btree (tenant_identifier, definition_id, at) WHERE (revision IS NULL);
CREATE INDEX bpm_operation_tenant ON bpm_operation USING btree (tenant_identifier, at DESC NULLS LAST);

CREATE TABLE bpm_pending_start (
  tenant_identifier text NOT NULL,
  definition_id text NOT NULL,
  element_id text NOT NULL,
  match_key text NOT NULL,
  received integer[] NOT NULL,
  variables text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT bpm_pending_start_pkey PRIMARY KEY (tenant_identifier, definition_id, element_id, match_key)
);

CREATE TABLE bpm_projection (
  single boolean NOT NULL DEFAULT true,
  projected_to xid8 NOT NULL,
  tasks_to xid8 NOT NULL DEFAULT '0'::xid8,
  operations_to xid8 NOT NULL DEFAULT '0'::xid8,
  decisions_to xid8 NOT NULL DEFAULT '0'::xid8,
  CONSTRAINT bpm_projection_pkey PRIMARY KEY (single),
  CONSTRAINT bpm_projection_single_check CHECK (single)
);

CREATE TABLE bpm_resource (
  deployment_id uuid NOT NULL,
  name text NOT NULL,
  bytes bytea NOT NULL,
  sha256 bytea NOT NULL,
  CONSTRAINT bpm_resource_pkey PRIMARY KEY (deployment_id, name),
  CONSTRAINT bpm_resource_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES bpm_deployment(id)
);

CREATE TABLE bpm_subscription (
  id uuid NOT NULL,
  number integer NOT NULL,
  part integer NOT NULL,
  kind "char" NOT NULL,
  starts boolean NOT NULL,
  tenant_identifier text NOT NULL,
  name text,
  match_key text NOT NULL,
  shown_key text,
  instance_id uuid,
  token integer NOT NULL,
  definition_id text NOT NULL,
  definition_key text NOT NULL,
  element_id text NOT NULL,
  trigger_index integer NOT NULL DEFAULT 0,
  triggers_needed integer NOT NULL DEFAULT 1,
  suspended boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT bpm_subscription_pkey PRIMARY KEY (id, number, part),
  CONSTRAINT bpm_subscription_kind_check CHECK ((kind = ANY (ARRAY['m'::"char", 's'::"char", 'c'::"char"])))
);
CREATE INDEX bpm_subscription_condition ON bpm_subscription USING btree (tenant_identifier, definition_key) WHERE (kind = 'c'::"char");
CREATE INDEX bpm_subscription_match ON bpm_subscription USING btree (tenant_identifier, name, match_key) WHERE (kind = 'm'::"char");
CREATE INDEX bpm_subscription_signal ON bpm_subscription USING btree (tenant_identifier, name, id) WHERE (kind = 's'::"char");
CREATE INDEX bpm_subscription_start ON bpm_subscription USING btree (tenant_identifier, definition_key) WHERE starts;

CREATE TABLE bpm_task (
  instance_id uuid NOT NULL,
  number integer NOT NULL,
  token integer NOT NULL,
  version integer NOT NULL,
  priority integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  claimed_at timestamp with time zone,
  due_at timestamp with time zone,
  follow_up_at timestamp with time zone,
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
  suspended boolean NOT NULL DEFAULT false,
  delegation text,
  assignee_folded text,
  owner_folded text,
  loop_counter integer,
  CONSTRAINT bpm_task_pkey PRIMARY KEY (instance_id, number)
) WITH (fillfactor=85);
CREATE INDEX bpm_task_assignee ON bpm_task USING btree (tenant_identifier, COALESCE(assignee_folded, assignee), instance_id) WHERE (assignee IS NOT NULL);

CREATE TABLE bpm_task_link (
  instance_id uuid NOT NULL,
  task_number integer NOT NULL,
  kind "char" NOT NULL,
  tenant_identifier text NOT NULL,
  name text NOT NULL,
  name_folded text,
  CONSTRAINT bpm_task_link_pkey PRIMARY KEY (instance_id, task_number, kind, name),
  CONSTRAINT bpm_task_link_kind_check CHECK ((kind = ANY (ARRAY['u'::"char", 'g'::"char"])))
);
CREATE INDEX bpm_task_link_name ON bpm_task_link USING btree (tenant_identifier, COALESCE(name_folded, name), kind);

CREATE TABLE bpm_unique_key (
  tenant_identifier text NOT NULL,
  definition_key text NOT NULL,
  business_key text NOT NULL,
  instance_id uuid NOT NULL,
  since timestamp with time zone NOT NULL,
  CONSTRAINT bpm_unique_key_pkey PRIMARY KEY (tenant_identifier, definition_key, business_key)
);

CREATE TABLE bpm_variable (
  instance_id uuid NOT NULL,
  number_value double precision,
  ended boolean NOT NULL,
  kind "char" NOT NULL,
  name text NOT NULL,
  tenant_identifier text NOT NULL,
  text_value text COLLATE "C",
  CONSTRAINT bpm_variable_pkey PRIMARY KEY (instance_id, name)
);
CREATE INDEX bpm_variable_number ON bpm_variable USING btree (tenant_identifier, ended, name, number_value) WHERE (number_value IS NOT NULL);
CREATE INDEX bpm_variable_text ON bpm_variable USING btree (tenant_identifier, ended, name, text_value) WHERE (text_value IS NOT NULL);

-- bpmn-admin

CREATE TABLE bpa_deployment (
  process_id bigint NOT NULL,
  version_number integer NOT NULL,
  definition_id text NOT NULL,
  definition_key text NOT NULL,
  definition_version integer NOT NULL,
  deployment_id text NOT NULL,
  deployed_by text NOT NULL,
  deployed_at timestamp with time zone NOT NULL,
  CONSTRAINT bpa_deployment_pkey PRIMARY KEY (process_id, version_number, definition_id),
  CONSTRAINT bpa_deployment_process_id_version_number_fkey FOREIGN KEY (process_id, version_number) REFERENCES bpa_version(process_id, number)
);

CREATE TABLE bpa_import (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  tenant_identifier text NOT NULL,
  username text NOT NULL,
  language text NOT NULL,
  ip_address text,
  request_id text,
  mode text NOT NULL,
  namespace text,
  dry_run boolean NOT NULL,
  state text NOT NULL,
  total integer NOT NULL,
  date_created timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  leased_by uuid,
  lease_token uuid,
  CONSTRAINT bpa_import_pkey PRIMARY KEY (id),
  CONSTRAINT bpa_import_mode_check CHECK ((mode = ANY (ARRAY['create'::text, 'newVersion'::text, 'auto'::text]))),
  CONSTRAINT bpa_import_state_check CHECK ((state = ANY (ARRAY['RUNNING'::text, 'DONE'::text, 'CANCELLED'::text])))
);
CREATE INDEX bpa_import_created ON bpa_import USING btree (date_created);
CREATE INDEX bpa_import_due ON bpa_import USING btree (due_at) WHERE (state = 'RUNNING'::text);
CREATE INDEX bpa_import_leased ON bpa_import USING btree (leased_by) WHERE (leased_by IS NOT NULL);
CREATE INDEX bpa_import_tenant ON bpa_import USING btree (tenant_identifier, due_at) WHERE (state = 'RUNNING'::text);

CREATE TABLE bpa_import_file (
  import_id bigint NOT NULL,
  number integer NOT NULL,
  name text NOT NULL,
  content bytea,
  picture bytea,
  described jsonb,
  result jsonb,
  CONSTRAINT bpa_import_file_pkey PRIMARY KEY (import_id, number),
  CONSTRAINT bpa_import_file_import_id_fkey FOREIGN KEY (import_id) REFERENCES bpa_import(id) ON DELETE CASCADE
);

CREATE TABLE bpa_model (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  process_id bigint NOT NULL,
  content bytea,
  picture bytea,
  source bytea,
  xml_stale boolean NOT NULL,
  base_version integer NOT NULL,
  CONSTRAINT bpa_model_pkey PRIMARY KEY (id),
  CONSTRAINT bpa_model_process UNIQUE (process_id),
  CONSTRAINT bpa_model_process_id_fkey FOREIGN KEY (process_id) REFERENCES bpa_process(id)
);

CREATE TABLE bpa_process (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  tenant_identifier text NOT NULL,
  namespace text NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  name_folded text NOT NULL,
  description text,
  description_folded text,
  category text,
  type text NOT NULL,
  tags text[] NOT NULL,
  current_version integer NOT NULL,
  content bytea,
  picture bytea,
  file_processes jsonb NOT NULL,
  element_names text NOT NULL,
  element_names_folded text NOT NULL,
  problem_counts jsonb,
  rules_version text,
  source_process_id bigint,
  source_version integer,
  last_deployed_version integer,
  last_deployed_at timestamp with time zone,
  last_deployed_by text,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  deleted boolean NOT NULL,
  deleted_date timestamp with time zone,
  element_types text[] NOT NULL DEFAULT '{}'::text[],
  defined_keys text[] NOT NULL DEFAULT '{}'::text[],
  facts_version integer NOT NULL DEFAULT 0,
  CONSTRAINT bpa_process_pkey PRIMARY KEY (id),
  CONSTRAINT bpa_process_uuid UNIQUE (uuid)
);
CREATE UNIQUE INDEX bpa_process_code ON bpa_process USING btree (tenant_identifier, code) WHERE (NOT deleted);
CREATE INDEX bpa_process_defined ON bpa_process USING gin (defined_keys) WHERE (NOT deleted);
CREATE INDEX bpa_process_facts ON bpa_process USING btree (facts_version) WHERE ((content IS NOT NULL) AND (NOT deleted));
CREATE INDEX bpa_process_namespace ON bpa_process USING btree (tenant_identifier, namespace) WHERE (NOT deleted);
CREATE INDEX bpa_process_text ON bpa_process USING gin (code gin_trgm_ops, name_folded gin_trgm_ops, description_folded gin_trgm_ops, element_names_folded gin_trgm_ops) WHERE (NOT deleted);
CREATE INDEX bpa_process_updated ON bpa_process USING btree (tenant_identifier, date_updated, id) WHERE (NOT deleted);

CREATE TABLE bpa_reference (
  process_id bigint NOT NULL,
  tenant_identifier text NOT NULL,
  "position" integer NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  element_id text,
  computed boolean NOT NULL,
  CONSTRAINT bpa_reference_process_id_fkey FOREIGN KEY (process_id) REFERENCES bpa_process(id)
);
CREATE INDEX bpa_reference_key ON bpa_reference USING btree (tenant_identifier, kind, key, process_id);
CREATE INDEX bpa_reference_process ON bpa_reference USING btree (process_id, "position");

CREATE TABLE bpa_version (
  process_id bigint NOT NULL,
  number integer NOT NULL,
  name text NOT NULL,
  comment text,
  content bytea NOT NULL,
  picture bytea,
  size integer NOT NULL,
  origin text NOT NULL,
  problem_counts jsonb NOT NULL,
  rules_version text NOT NULL,
  created_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  CONSTRAINT bpa_version_pkey PRIMARY KEY (process_id, number),
  CONSTRAINT bpa_version_process_id_fkey FOREIGN KEY (process_id) REFERENCES bpa_process(id)
);

-- notification-polling

CREATE TABLE polling_announcement (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  tenant_identifier text NOT NULL,
  group_uuid uuid,
  status text NOT NULL,
  content_type text NOT NULL,
  type text NOT NULL,
  display_type text NOT NULL,
  priority smallint NOT NULL,
  pinned boolean NOT NULL,
  start_date timestamp with time zone NOT NULL,
  end_date timestamp with time zone,
  audience jsonb NOT NULL,
  dismissible boolean NOT NULL,
  action_url text,
  action_label text,
  application text,
  metadata jsonb NOT NULL,
  publish_date timestamp with time zone,
  publish_seq bigint,
  revision integer NOT NULL,
  change_seq bigint NOT NULL,
  content_hash text NOT NULL,
  created_by text NOT NULL,
  created_by_folded text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  deleted boolean NOT NULL,
  deleted_date timestamp with time zone,
  audience_seq bigint NOT NULL DEFAULT 0,
  acknowledgement_required boolean NOT NULL DEFAULT false,
  CONSTRAINT polling_announcement_pkey PRIMARY KEY (id),
  CONSTRAINT polling_announcement_uuid UNIQUE (uuid),
  CONSTRAINT polling_announcement_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'SCHEDULED'::text, 'PUBLISHED'::text, 'EXPIRED'::text, 'WITHDRAWN'::text])))
);
CREATE INDEX polling_announcement_change ON polling_announcement USING btree (tenant_identifier, change_seq);
CREATE INDEX polling_announcement_end ON polling_announcement USING btree (end_date) WHERE ((status = ANY (ARRAY['SCHEDULED'::text, 'PUBLISHED'::text])) AND (end_date IS NOT NULL));
CREATE INDEX polling_announcement_live ON polling_announcement USING btree (tenant_identifier) WHERE (status = ANY (ARRAY['SCHEDULED'::text, 'PUBLISHED'::text]));
CREATE INDEX polling_announcement_over ON polling_announcement USING btree (date_updated) WHERE (status = ANY (ARRAY['EXPIRED'::text, 'WITHDRAWN'::text]));
CREATE INDEX polling_announcement_start ON polling_announcement USING btree (start_date) WHERE (status = 'SCHEDULED'::text);
CREATE INDEX polling_announcement_tenant ON polling_announcement USING btree (tenant_identifier, id);

CREATE TABLE polling_announcement_content (
  announcement_id bigint NOT NULL,
  locale text NOT NULL,
  "position" smallint NOT NULL,
  title text NOT NULL,
  content text NOT NULL,
  content_html text NOT NULL,
  CONSTRAINT polling_announcement_content_pkey PRIMARY KEY (announcement_id, locale)
);

CREATE TABLE polling_head (
  tenant_identifier text NOT NULL,
  publish_seq bigint NOT NULL DEFAULT 0,
  change_seq bigint NOT NULL DEFAULT 0,
  notification_seq bigint NOT NULL DEFAULT 0,
  disabled boolean NOT NULL DEFAULT false,
  CONSTRAINT polling_head_pkey PRIMARY KEY (tenant_identifier)
) WITH (fillfactor=50);

CREATE TABLE polling_notification (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
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
  expire_date timestamp with time zone,
  metadata jsonb NOT NULL,
  read_date timestamp with time zone,
  archived_date timestamp with time zone,
  seq bigint,
  unique_key text,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  deleted boolean NOT NULL DEFAULT false,
  deleted_date timestamp with time zone,
  own_seq bigint NOT NULL DEFAULT 0,
  CONSTRAINT polling_notification_pkey PRIMARY KEY (id),
  CONSTRAINT polling_notification_uuid_key UNIQUE (uuid)
);
CREATE INDEX polling_notification_age ON polling_notification USING btree (date_created);
CREATE UNIQUE INDEX polling_notification_key ON polling_notification USING btree (tenant_identifier, username_folded, unique_key) WHERE (unique_key IS NOT NULL);
CREATE INDEX polling_notification_keyed ON polling_notification USING btree (date_created) WHERE (unique_key IS NOT NULL);
CREATE INDEX polling_notification_open ON polling_notification USING btree (tenant_identifier, id) WHERE (seq IS NULL);
CREATE INDEX polling_notification_own ON polling_notification USING btree (tenant_identifier, username_folded, seq);
CREATE INDEX polling_notification_unread ON polling_notification USING btree (tenant_identifier, username_folded) WHERE ((read_date IS NULL) AND (archived_date IS NULL) AND (NOT deleted));

CREATE TABLE polling_preference (
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL,
  muted_types text[] NOT NULL,
  muted_applications text[] NOT NULL,
  CONSTRAINT polling_preference_pkey PRIMARY KEY (tenant_identifier, username_folded)
);

CREATE TABLE polling_receipt (
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL,
  announcement_id bigint NOT NULL,
  publish_seq bigint NOT NULL,
  read boolean NOT NULL,
  read_date timestamp with time zone,
  archived_date timestamp with time zone,
  dismissed_date timestamp with time zone,
  own_seq bigint NOT NULL DEFAULT 0,
  unarchived boolean NOT NULL DEFAULT false,
  acknowledged_date timestamp with time zone,
  CONSTRAINT polling_receipt_pkey PRIMARY KEY (tenant_identifier, username_folded, announcement_id)
);
CREATE INDEX polling_receipt_announcement ON polling_receipt USING btree (announcement_id);

CREATE TABLE polling_user_state (
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL,
  read_seq bigint NOT NULL,
  baseline_seq bigint NOT NULL,
  change_seq bigint NOT NULL,
  read_all_own bigint NOT NULL DEFAULT 0,
  read_all_seq bigint NOT NULL DEFAULT 0,
  notifications_read_own bigint NOT NULL DEFAULT 0,
  notifications_read_seq bigint NOT NULL DEFAULT 0,
  joined_own bigint NOT NULL DEFAULT 0,
  CONSTRAINT polling_user_state_pkey PRIMARY KEY (tenant_identifier, username_folded)
) WITH (fillfactor=80);

-- report

CREATE TABLE report_adapter (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  tenant_identifier text NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  name_folded text NOT NULL,
  description text,
  description_folded text,
  report_data_source_type text NOT NULL,
  dialect text NOT NULL,
  url text NOT NULL,
  username text NOT NULL,
  secret_sealed text,
  secret_setting_code text,
  allowed_host_list text[] NOT NULL,
  allowed_function_list text[] NOT NULL,
  ca_certificate text,
  enabled boolean NOT NULL,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  deleted boolean NOT NULL,
  deleted_date timestamp with time zone,
  CONSTRAINT report_adapter_pkey PRIMARY KEY (id),
  CONSTRAINT report_adapter_uuid UNIQUE (uuid),
  CONSTRAINT report_adapter_check CHECK (((secret_sealed IS NULL) OR ((secret_setting_code IS NULL) AND (NOT deleted))))
);
CREATE UNIQUE INDEX report_adapter_code ON report_adapter USING btree (tenant_identifier, code) WHERE (NOT deleted);

CREATE TABLE report_csv_file (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  tenant_identifier text NOT NULL,
  code text NOT NULL,
  file_name text NOT NULL,
  file_name_folded text NOT NULL,
  encoding text NOT NULL,
  delimiter text NOT NULL,
  column_list jsonb NOT NULL,
  row_count bigint NOT NULL,
  byte_count bigint NOT NULL,
  content bytea,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  deleted boolean NOT NULL,
  deleted_date timestamp with time zone,
  CONSTRAINT report_csv_file_pkey PRIMARY KEY (id),
  CONSTRAINT report_csv_file_uuid UNIQUE (uuid),
  CONSTRAINT report_csv_file_check CHECK ((deleted = (content IS NULL)))
);
CREATE UNIQUE INDEX report_csv_file_code ON report_csv_file USING btree (tenant_identifier, code) WHERE (NOT deleted);
CREATE INDEX report_csv_file_content ON report_csv_file USING btree (content) WHERE (content IS NOT NULL);

CREATE TABLE report_definition (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  tenant_identifier text,
  code text NOT NULL,
  name text NOT NULL,
  name_folded text NOT NULL,
  description text,
  description_folded text,
  report_group_uuid uuid,
  status text NOT NULL,
  enabled boolean NOT NULL,
  report_data_source_type text NOT NULL,
  data_adapter_code text NOT NULL,
  query jsonb NOT NULL,
  parameter_list jsonb NOT NULL,
  column_list jsonb NOT NULL,
  row_group_list jsonb NOT NULL,
  chart_list jsonb NOT NULL,
  layout jsonb NOT NULL,
  logo bytea,
  output_format_list jsonb NOT NULL,
  default_output_format text NOT NULL,
  row_limit integer NOT NULL,
  timeout_seconds integer NOT NULL,
  truncate_mode text NOT NULL,
  csv_delimiter text,
  csv_bom boolean NOT NULL,
  csv_formula_escape boolean NOT NULL,
  csv_number_style text NOT NULL,
  authority_list jsonb NOT NULL,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  deleted boolean NOT NULL,
  deleted_date timestamp with time zone,
  shipped jsonb,
  cache_mode text NOT NULL DEFAULT 'NONE'::text,
  cache_seconds integer NOT NULL DEFAULT 0,
  CONSTRAINT report_definition_pkey PRIMARY KEY (id),
  CONSTRAINT report_definition_uuid UNIQUE (uuid),
  CONSTRAINT report_definition_check CHECK (((tenant_identifier IS NULL) = (shipped IS NOT NULL)))
);
CREATE UNIQUE INDEX report_definition_code ON report_definition USING btree (tenant_identifier, code) WHERE (NOT deleted);
CREATE INDEX report_definition_group ON report_definition USING btree (report_group_uuid) WHERE (NOT deleted);
CREATE INDEX report_definition_tenant ON report_definition USING btree (tenant_identifier, name_folded) WHERE (NOT deleted);

CREATE TABLE report_definition_version (
  report_id bigint NOT NULL,
  version integer NOT NULL,
  content jsonb NOT NULL,
  logo bytea,
  CONSTRAINT report_definition_version_pkey PRIMARY KEY (report_id, version),
  CONSTRAINT report_definition_version_report_id_fkey FOREIGN KEY (report_id) REFERENCES report_definition(id)
);

CREATE TABLE report_delivery (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  tenant_identifier text NOT NULL,
  kind text NOT NULL,
  schedule_run_id bigint,
  execution_uuid uuid,
  sender text NOT NULL,
  recipient text NOT NULL,
  is_user boolean NOT NULL,
  content jsonb NOT NULL,
  status text NOT NULL,
  round integer NOT NULL DEFAULT 0,
  mail_uuid uuid,
  error_code text,
  date_created timestamp with time zone NOT NULL,
  kept_until timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  leased_by uuid,
  lease_token uuid,
  recipient_column text,
  CONSTRAINT report_delivery_pkey PRIMARY KEY (id),
  CONSTRAINT report_delivery_uuid UNIQUE (uuid),
  CONSTRAINT report_delivery_schedule_run_id_fkey FOREIGN KEY (schedule_run_id) REFERENCES report_schedule_run(id) ON DELETE CASCADE
);
CREATE INDEX report_delivery_due ON report_delivery USING btree (due_at) WHERE (status = 'PENDING'::text);
CREATE INDEX report_delivery_kept ON report_delivery USING btree (kept_until);
CREATE INDEX report_delivery_leased ON report_delivery USING btree (leased_by) WHERE (leased_by IS NOT NULL);
CREATE INDEX report_delivery_mail ON report_delivery USING btree (mail_uuid) WHERE (mail_uuid IS NOT NULL);
CREATE INDEX report_delivery_run ON report_delivery USING btree (schedule_run_id) WHERE (schedule_run_id IS NOT NULL);
CREATE INDEX report_delivery_tenant ON report_delivery USING btree (tenant_identifier, due_at) WHERE (status = 'PENDING'::text);

CREATE TABLE report_execution (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  tenant_identifier text NOT NULL,
  report_uuid uuid NOT NULL,
  report_version integer NOT NULL,
  report_code text NOT NULL,
  report_name text NOT NULL,
  status text NOT NULL,
  output_format text NOT NULL,
  parameter_map jsonb NOT NULL,
  sealed_query text,
  requested_by text NOT NULL,
  username_folded text NOT NULL,
  source text NOT NULL,
  locale text NOT NULL,
  time_zone text NOT NULL,
  row_limit integer NOT NULL,
  timeout_seconds integer NOT NULL,
  retention_hours integer NOT NULL,
  file_name text NOT NULL,
  place integer NOT NULL,
  queued_date timestamp with time zone NOT NULL,
  started_date timestamp with time zone,
  finished_date timestamp with time zone,
  expire_date timestamp with time zone,
  kept_until timestamp with time zone,
  row_count bigint,
  row_estimate bigint,
  progress_percent integer,
  is_truncated boolean NOT NULL DEFAULT false,
  warning_list jsonb NOT NULL DEFAULT '[]'::jsonb,
  error_code text,
  error_text text,
  snapshot_id bigint,
  due_at timestamp with time zone NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  leased_by uuid,
  lease_token uuid,
  user_uuid uuid,
  notify text NOT NULL DEFAULT 'NONE'::text,
  cache_key bytea,
  cache_seconds integer NOT NULL DEFAULT 0,
  fresh_data boolean NOT NULL DEFAULT false,
  cache_hit boolean NOT NULL DEFAULT false,
  snapshot_date timestamp with time zone,
  api_key_uuid uuid,
  csv_content bytea,
  CONSTRAINT report_execution_pkey PRIMARY KEY (id),
  CONSTRAINT report_execution_uuid UNIQUE (uuid),
  CONSTRAINT report_execution_snapshot_id_fkey FOREIGN KEY (snapshot_id) REFERENCES report_snapshot(id) ON DELETE SET NULL
);
CREATE INDEX report_execution_cache ON report_execution USING btree (cache_key) WHERE ((cache_key IS NOT NULL) AND (status = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'RENDERING'::text, 'CANCELLING'::text])));
CREATE INDEX report_execution_csv_content ON report_execution USING btree (csv_content) WHERE (csv_content IS NOT NULL);
CREATE INDEX report_execution_due ON report_execution USING btree (due_at) WHERE ((status = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'RENDERING'::text, 'CANCELLING'::text])) AND (place <= 2));
CREATE INDEX report_execution_expire ON report_execution USING btree (expire_date) WHERE (status = 'SUCCEEDED'::text);
CREATE INDEX report_execution_kept ON report_execution USING btree (kept_until) WHERE (kept_until IS NOT NULL);
CREATE INDEX report_execution_leased ON report_execution USING btree (leased_by) WHERE (leased_by IS NOT NULL);
CREATE INDEX report_execution_open ON report_execution USING btree (tenant_identifier, username_folded, place) WHERE (status = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'RENDERING'::text, 'CANCELLING'::text]));
CREATE INDEX report_execution_own ON report_execution USING btree (tenant_identifier, username_folded, id);
CREATE INDEX report_execution_report ON report_execution USING btree (report_uuid);
CREATE INDEX report_execution_snapshot ON report_execution USING btree (snapshot_id) WHERE (snapshot_id IS NOT NULL);
CREATE INDEX report_execution_tenant ON report_execution USING btree (tenant_identifier, due_at) WHERE ((status = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'RENDERING'::text, 'CANCELLING'::text])) AND (place <= 2));

CREATE TABLE report_export (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  execution_id bigint NOT NULL,
  tenant_identifier text NOT NULL,
  output_format text NOT NULL,
  status text NOT NULL,
  content bytea,
  byte_count bigint,
  page_count integer,
  is_truncated boolean NOT NULL DEFAULT false,
  warning_list jsonb NOT NULL DEFAULT '[]'::jsonb,
  error_code text,
  date_created timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  leased_by uuid,
  lease_token uuid,
  CONSTRAINT report_export_pkey PRIMARY KEY (id),
  CONSTRAINT report_export_uuid UNIQUE (uuid),
  CONSTRAINT report_export_execution_id_fkey FOREIGN KEY (execution_id) REFERENCES report_execution(id) ON DELETE CASCADE
);
CREATE INDEX report_export_content ON report_export USING btree (content) WHERE (content IS NOT NULL);
CREATE INDEX report_export_due ON report_export USING btree (due_at) WHERE (status = 'QUEUED'::text);
CREATE UNIQUE INDEX report_export_format ON report_export USING btree (execution_id, output_format);
CREATE INDEX report_export_leased ON report_export USING btree (leased_by) WHERE (leased_by IS NOT NULL);
CREATE INDEX report_export_tenant ON report_export USING btree (tenant_identifier, due_at) WHERE (status = 'QUEUED'::text);

CREATE TABLE report_group (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  tenant_identifier text,
  code text NOT NULL,
  name text NOT NULL,
  name_folded text NOT NULL,
  description text,
  description_folded text,
  parent_uuid uuid,
  display_order integer NOT NULL,
  icon text,
  enabled boolean NOT NULL,
  authority_list jsonb NOT NULL,
  path uuid[] NOT NULL,
  rights_uuid uuid,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  deleted boolean NOT NULL,
  deleted_date timestamp with time zone,
  CONSTRAINT report_group_pkey PRIMARY KEY (id),
  CONSTRAINT report_group_uuid UNIQUE (uuid)
);
CREATE UNIQUE INDEX report_group_code ON report_group USING btree (tenant_identifier, code) WHERE (NOT deleted);
CREATE UNIQUE INDEX report_group_name ON report_group USING btree (tenant_identifier, parent_uuid, name) NULLS NOT DISTINCT WHERE (NOT deleted);
CREATE INDEX report_group_parent ON report_group USING btree (parent_uuid) WHERE (NOT deleted);
CREATE INDEX report_group_rights ON report_group USING btree (tenant_identifier) WHERE ((NOT deleted) AND (authority_list <> '[]'::jsonb));

CREATE TABLE report_process_call (
  execution_uuid uuid NOT NULL,
  tenant_identifier text NOT NULL,
  job_id text NOT NULL,
  CONSTRAINT report_process_call_pkey PRIMARY KEY (execution_uuid)
);

CREATE TABLE report_run_event (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  tenant_identifier text NOT NULL,
  execution_uuid uuid NOT NULL,
  report_name text NOT NULL,
  requested_by text NOT NULL,
  source text NOT NULL,
  status text NOT NULL,
  error_code text,
  is_truncated boolean NOT NULL,
  ended_at timestamp with time zone NOT NULL,
  notify text NOT NULL DEFAULT 'NONE'::text,
  CONSTRAINT report_run_event_pkey PRIMARY KEY (id)
);

CREATE TABLE report_run_event_untold (
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  module text NOT NULL,
  subject text NOT NULL,
  tenant_identifier text NOT NULL,
  event text NOT NULL,
  attempts integer NOT NULL,
  refused_at timestamp with time zone NOT NULL,
  next_at timestamp with time zone NOT NULL,
  CONSTRAINT report_run_event_untold_pkey PRIMARY KEY (number)
);
CREATE INDEX report_run_event_untold_subject ON report_run_event_untold USING btree (module, subject, number);

CREATE TABLE report_schedule (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  version integer NOT NULL DEFAULT 0,
  tenant_identifier text NOT NULL,
  name text NOT NULL,
  name_folded text NOT NULL,
  executable_report_uuid uuid NOT NULL,
  cron text,
  interval_seconds integer,
  run_date timestamp with time zone,
  time_zone text NOT NULL,
  start_date timestamp with time zone,
  end_date timestamp with time zone,
  misfire_policy text NOT NULL,
  exclude_date_list text[] NOT NULL DEFAULT '{}'::text[],
  parameter_map jsonb NOT NULL DEFAULT '{}'::jsonb,
  output_format_list text[] NOT NULL,
  locale text,
  enabled boolean NOT NULL DEFAULT true,
  owner_username text NOT NULL,
  owner_folded text NOT NULL,
  held boolean NOT NULL DEFAULT false,
  stop_reason text,
  next_run_date timestamp with time zone,
  last_run_date timestamp with time zone,
  last_status text,
  consecutive_failure_count integer NOT NULL DEFAULT 0,
  due_at timestamp with time zone NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  leased_by uuid,
  lease_token uuid,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamp with time zone NOT NULL,
  date_updated timestamp with time zone NOT NULL,
  deleted_date timestamp with time zone,
  deleted boolean NOT NULL DEFAULT false,
  delivery jsonb,
  only_if_rows boolean NOT NULL DEFAULT false,
  burst jsonb,
  CONSTRAINT report_schedule_pkey PRIMARY KEY (id),
  CONSTRAINT report_schedule_uuid UNIQUE (uuid)
);
CREATE INDEX report_schedule_due ON report_schedule USING btree (due_at) WHERE (enabled AND (NOT held) AND (NOT deleted) AND (next_run_date IS NOT NULL));
CREATE INDEX report_schedule_leased ON report_schedule USING btree (leased_by) WHERE (leased_by IS NOT NULL);
CREATE INDEX report_schedule_name ON report_schedule USING btree (tenant_identifier, name_folded, id) WHERE (NOT deleted);
CREATE INDEX report_schedule_owner ON report_schedule USING btree (tenant_identifier, owner_folded) WHERE (NOT deleted);
CREATE INDEX report_schedule_report ON report_schedule USING btree (executable_report_uuid) WHERE (NOT deleted);
CREATE INDEX report_schedule_tenant ON report_schedule USING btree (tenant_identifier, due_at) WHERE (enabled AND (NOT held) AND (NOT deleted) AND (next_run_date IS NOT NULL));

CREATE TABLE report_schedule_run (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid uuid NOT NULL,
  tenant_identifier text NOT NULL,
  schedule_id bigint NOT NULL,
  planned_date timestamp with time zone NOT NULL,
  manual boolean NOT NULL,
  status text NOT NULL,
  execution_uuid uuid,
  output_format_list text[] NOT NULL,
  row_count bigint,
  error_code text,
  date_created timestamp with time zone NOT NULL,
  finished_date timestamp with time zone,
  kept_until timestamp with time zone,
  woken integer NOT NULL DEFAULT 0,
  due_at timestamp with time zone NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  leased_by uuid,
  lease_token uuid,
  burst jsonb,
  unserved_list jsonb NOT NULL DEFAULT '[]'::jsonb,
  unserved_row_count bigint NOT NULL DEFAULT 0,
  CONSTRAINT report_schedule_run_pkey PRIMARY KEY (id),
  CONSTRAINT report_schedule_run_uuid UNIQUE (uuid),
  CONSTRAINT report_schedule_run_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES report_schedule(id) ON DELETE CASCADE
);
CREATE INDEX report_schedule_run_created ON report_schedule_run USING btree (tenant_identifier, date_created, id);
CREATE INDEX report_schedule_run_due ON report_schedule_run USING btree (due_at) WHERE (status = 'RUNNING'::text);
CREATE INDEX report_schedule_run_execution ON report_schedule_run USING btree (execution_uuid) WHERE (status = 'RUNNING'::text);
CREATE INDEX report_schedule_run_kept ON report_schedule_run USING btree (kept_until) WHERE (kept_until IS NOT NULL);
CREATE INDEX report_schedule_run_leased ON report_schedule_run USING btree (leased_by) WHERE (leased_by IS NOT NULL);
CREATE INDEX report_schedule_run_schedule ON report_schedule_run USING btree (schedule_id, id);
CREATE INDEX report_schedule_run_tenant ON report_schedule_run USING btree (tenant_identifier, due_at) WHERE (status = 'RUNNING'::text);

CREATE TABLE report_snapshot (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  tenant_identifier text NOT NULL,
  column_list jsonb,
  row_count bigint,
  is_truncated boolean,
  byte_count bigint,
  date_created timestamp with time zone NOT NULL,
  expire_date timestamp with time zone NOT NULL,
  execution_id bigint,
  cache_key bytea,
  cached_until timestamp with time zone,
  report_uuid uuid,
  CONSTRAINT report_snapshot_pkey PRIMARY KEY (id),
  CONSTRAINT report_snapshot_check CHECK (((cache_key IS NULL) = ((cached_until IS NULL) AND (report_uuid IS NULL))))
);
CREATE INDEX report_snapshot_cache ON report_snapshot USING btree (cache_key) WHERE (cache_key IS NOT NULL);
CREATE INDEX report_snapshot_cached_report ON report_snapshot USING btree (report_uuid) WHERE (cache_key IS NOT NULL);
CREATE INDEX report_snapshot_execution ON report_snapshot USING btree (execution_id);
CREATE INDEX report_snapshot_expire ON report_snapshot USING btree (expire_date);
