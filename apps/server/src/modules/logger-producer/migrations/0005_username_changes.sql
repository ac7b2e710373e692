-- Who bore which name until when: names change hands, events keep the name they were told with.
CREATE TABLE log_username_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_identifier text NOT NULL,
  username_folded text NOT NULL,
  user_uuid uuid NOT NULL,
  until timestamptz NOT NULL
);
CREATE INDEX log_username_change_name ON log_username_change (tenant_identifier, username_folded, until);
CREATE INDEX log_username_change_user ON log_username_change (tenant_identifier, user_uuid);
