-- Conditions that start instances: those that held when they were last looked at, for each business key. One that holds starts
-- nothing again before it was seen not to hold.

CREATE TABLE bpm_condition_held (
  tenant_identifier text NOT NULL,
  definition_id text NOT NULL,
  element_id text NOT NULL,
  trigger_index integer NOT NULL,
  -- The business key as receivers of messages are found by it.
  match_key text NOT NULL,
  held_since timestamptz NOT NULL,
  PRIMARY KEY (tenant_identifier, definition_id, element_id, trigger_index, match_key)
);
