-- Decisions that instances have made, for pages over all instances. What a decision saw and gave stands in the history alone.

CREATE TABLE bpm_hi_decision (
  -- Of the record of the history that says it.
  instance_id uuid NOT NULL,
  revision integer NOT NULL,
  -- Counts the decisions of that record, from 0.
  number integer NOT NULL,
  at timestamptz NOT NULL,
  -- Is the index in the model of the element that asked for it.
  node integer,
  tenant_identifier text NOT NULL,
  definition_id text NOT NULL,
  decision_key text NOT NULL,
  PRIMARY KEY (instance_id, revision, number)
);
-- In the order of pages: the newest first.
CREATE INDEX bpm_hi_decision_tenant ON bpm_hi_decision (tenant_identifier, at DESC NULLS LAST);
CREATE INDEX bpm_hi_decision_key ON bpm_hi_decision (tenant_identifier, decision_key, at DESC NULLS LAST);
CREATE INDEX bpm_hi_decision_definition ON bpm_hi_decision (definition_id, at DESC NULLS LAST);

-- Decisions of transactions before this one have rows; what was made before this migration stands in the timelines of its instances.
ALTER TABLE bpm_projection ADD COLUMN decisions_to xid8 NOT NULL DEFAULT '0';
UPDATE bpm_projection SET decisions_to = projected_to;
