-- Sessions begun by request: for programs with an API key, under a ceiling of authorities, or for longer than others.

ALTER TABLE session_entry
  -- API key whose authorities the session has, as they are now.
  ADD COLUMN key_uuid uuid,
  -- Authorities of level SYSTEM that reach the session, whatever its user holds; null: all.
  ADD COLUMN authority_ceiling text[],
  -- Begun with the longer timeouts that people may ask for.
  ADD COLUMN remembered boolean NOT NULL DEFAULT false;

ALTER TABLE session_entry DROP CONSTRAINT session_entry_authorities_source_check;
ALTER TABLE session_entry ADD CONSTRAINT session_entry_authorities_source_check
  CHECK (authorities_source IN ('DIRECTORY', 'GIVEN', 'KEY'));
ALTER TABLE session_entry ADD CONSTRAINT session_entry_key CHECK ((authorities_source = 'KEY') = (key_uuid IS NOT NULL));

CREATE INDEX session_entry_open_key ON session_entry (key_uuid, id) WHERE closed_date IS NULL AND key_uuid IS NOT NULL;

-- An identifier is used once, also when the history of its session is gone: half of its SHA-256.
CREATE TABLE session_spent_identifier (
  identifier_hash uuid PRIMARY KEY
);

-- Whether an order covers sessions of services alone.
ALTER TABLE session_bulk_close ADD COLUMN system_only boolean NOT NULL DEFAULT false;
