-- Variables that a process declares as searchable: `keelson:searchable`.
ALTER TABLE bpm_definition ADD COLUMN searchable text[] NOT NULL DEFAULT '{}';
CREATE INDEX bpm_definition_searchable ON bpm_definition USING gin (searchable);

-- Their last values, of running instances and of ended ones as long as their history is kept. Kinds: s text, n number, b boolean,
-- z null, o what nothing but its absence of these says (lists, maps, bytes, texts that are too long for an index).
CREATE TABLE bpm_variable (
  instance_id uuid NOT NULL,
  number_value float8,
  ended boolean NOT NULL,
  kind "char" NOT NULL,
  name text NOT NULL,
  tenant_identifier text NOT NULL,
  text_value text COLLATE "C",
  PRIMARY KEY (instance_id, name)
);
CREATE INDEX bpm_variable_text ON bpm_variable (tenant_identifier, ended, name, text_value) WHERE text_value IS NOT NULL;
CREATE INDEX bpm_variable_number ON bpm_variable (tenant_identifier, ended, name, number_value) WHERE number_value IS NOT NULL;
