-- Acknowledgements, and what people do not want to be told of.
ALTER TABLE polling_announcement ADD COLUMN acknowledgement_required boolean NOT NULL DEFAULT false;
ALTER TABLE polling_receipt ADD COLUMN acknowledged_date timestamptz;

CREATE TABLE polling_preference (
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL,
  muted_types text[] NOT NULL,
  muted_applications text[] NOT NULL,
  PRIMARY KEY (tenant_identifier, username_folded)
);
