-- A directory event is told to each module by itself; it is handled when all of them have taken it.
ALTER TABLE auth_directory_event ADD COLUMN told boolean NOT NULL DEFAULT false;
UPDATE auth_directory_event SET told = true WHERE handled_date IS NOT NULL;
DROP INDEX auth_directory_event_open;
CREATE INDEX auth_directory_event_open ON auth_directory_event (id) WHERE NOT told;
CREATE INDEX auth_directory_event_waiting ON auth_directory_event (id) WHERE told AND handled_date IS NULL;

-- What a module has refused: it is told again, and what follows of the same user or tenant behind it.
CREATE TABLE auth_directory_event_untold (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  module text NOT NULL,
  -- Is the uuid of the user, or the tenant.
  subject text NOT NULL,
  tenant_identifier text NOT NULL,
  -- Is JSON.
  event text NOT NULL,
  event_id bigint NOT NULL GENERATED ALWAYS AS ((event::jsonb ->> 'id')::bigint) STORED,
  attempts integer NOT NULL,
  refused_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL
);
CREATE INDEX auth_directory_event_untold_subject ON auth_directory_event_untold (module, subject, number);
CREATE INDEX auth_directory_event_untold_event ON auth_directory_event_untold (event_id);
