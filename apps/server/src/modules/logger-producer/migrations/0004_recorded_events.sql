-- Events that modules record themselves: rows of audit that carry no hash of what somebody sent.
DO $$
DECLARE
  first timestamptz;
  last timestamptz;
BEGIN
  SELECT date_trunc('month', min(recorded_at) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', max(recorded_at) INTO first, last FROM kernel_event;
  WHILE first <= last LOOP
    EXECUTE format(
      'CREATE TABLE IF NOT EXISTS log_event_audit_%s PARTITION OF log_event_audit FOR VALUES FROM (%L) TO (%L)',
      to_char(first AT TIME ZONE 'UTC', 'YYYY_MM'),
      first,
      (first AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC'
    );
    first := (first AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
  END LOOP;
END
$$;

-- The transaction of each stays what it was: streams that are open keep their place.
INSERT INTO log_event_audit (uuid, tenant_identifier, event_time, retention_class, observed_time, severity_number, level, event_name,
  event_type, key, service, username, username_folded, client_ip, entity_uuid, attribute_map, truncated, content_hash, search_vector, xid)
SELECT id, tenant_identifier, recorded_at, 'AUDIT', recorded_at, 9, 'INFO', kind, type, kind, 'keelson', actor, lower(actor), ip_address,
  left(subject, 256), NULLIF(jsonb_strip_nulls(jsonb_build_object('requestId', request_id)) || COALESCE(detail, '{}'), '{}'), false, '',
  array_to_tsvector(regexp_split_to_array(kind, '[^a-z0-9]+')), xid
FROM kernel_event;
DROP TABLE kernel_event;

CREATE VIEW log_recorded_event AS
SELECT uuid AS id, event_time AS recorded_at, tenant_identifier, event_name AS kind, event_type AS type, username AS actor,
  client_ip AS ip_address, attribute_map ->> 'requestId' AS request_id, entity_uuid AS subject,
  NULLIF(attribute_map - 'requestId', '{}') AS detail, xid
FROM log_event_audit WHERE content_hash = '';
