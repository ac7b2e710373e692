-- Instances go on by other versions of their process. Elements in a row of the history are those of the version of its time.
ALTER TABLE bpm_hi_instance ADD COLUMN migrated boolean NOT NULL DEFAULT false;

-- The first row of an instance names its version, and so does each that changes it.
CREATE FUNCTION bpm_definition_at(instance uuid, row_revision integer) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT e.definition_id FROM bpm_history_event e
  WHERE e.instance_id = instance AND e.revision <= row_revision AND e.definition_id IS NOT NULL
  ORDER BY e.revision DESC LIMIT 1
$$;
