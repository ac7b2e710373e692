-- Versions of which nothing is kept after the end of an instance: whether there is any is asked by each pass of the projector.
CREATE INDEX bpm_definition_unkept ON bpm_definition (id) WHERE history_level = 'none';
