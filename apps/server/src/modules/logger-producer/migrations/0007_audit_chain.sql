-- The chain over what is audited: each event is sealed in the order of commits, each tenant's seals lead from one to the next.
CREATE TABLE log_audit_seal (
  tenant_identifier text NOT NULL,
  sequence bigint NOT NULL,
  event_uuid uuid NOT NULL,
  event_time timestamptz NOT NULL,
  event_hash bytea NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (tenant_identifier, sequence)
);
CREATE UNIQUE INDEX log_audit_seal_event ON log_audit_seal (event_uuid, tenant_identifier, event_time);

-- One row: behind which event the sealing stands. Whoever seals holds it.
CREATE TABLE log_audit_state (id integer PRIMARY KEY CHECK (id = 1), xid xid8, uuid uuid);
INSERT INTO log_audit_state (id) VALUES (1);

-- What was signed: where a chain stood, up to when a tenant's events were removed, and with which keys.
CREATE TABLE log_audit_checkpoint (
  tenant_identifier text NOT NULL,
  sequence bigint NOT NULL,
  hash bytea NOT NULL,
  date timestamptz NOT NULL,
  key_id text NOT NULL,
  signature bytea NOT NULL,
  PRIMARY KEY (tenant_identifier, sequence)
);
CREATE TABLE log_audit_cut (
  tenant_identifier text NOT NULL,
  before_event_time timestamptz NOT NULL,
  date timestamptz NOT NULL,
  reason text NOT NULL,
  key_id text NOT NULL,
  signature bytea NOT NULL,
  PRIMARY KEY (tenant_identifier, before_event_time)
);
CREATE TABLE log_audit_key (key_id text NOT NULL, public_key bytea NOT NULL, date timestamptz NOT NULL, PRIMARY KEY (key_id, public_key));

-- What is audited stays as it is: only what removes past events says so within its own transaction.
CREATE FUNCTION log_audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('keelson.log_retention', true) IS DISTINCT FROM 'on' OR TG_OP = 'UPDATE' THEN
    RAISE EXCEPTION 'events of audit are not changed (%)', TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END
$$;
CREATE TRIGGER log_audit_kept BEFORE UPDATE OR DELETE ON log_event_audit FOR EACH ROW EXECUTE FUNCTION log_audit_refuse();
CREATE TRIGGER log_audit_refuse BEFORE TRUNCATE ON log_event_audit FOR EACH STATEMENT EXECUTE FUNCTION log_audit_refuse();
DO $$
DECLARE
  part regclass;
BEGIN
  FOR part IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'log_event_audit'::regclass LOOP
    EXECUTE format('CREATE TRIGGER log_audit_refuse BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION log_audit_refuse()', part);
  END LOOP;
END
$$;
