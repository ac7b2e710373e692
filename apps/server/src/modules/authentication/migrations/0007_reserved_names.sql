-- A name that a rename set free stays reserved: until its event has been handled everywhere, and until a date. Whoever had it
-- takes it back at any time.
ALTER TABLE auth_released_name
  DROP CONSTRAINT auth_released_name_pkey,
  ALTER COLUMN event_id DROP NOT NULL,
  ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ADD COLUMN user_uuid uuid,
  ADD COLUMN reserved_until_date timestamptz;

UPDATE auth_released_name n SET user_uuid = e.user_uuid, reserved_until_date = e.date_created + interval '90 days'
FROM auth_directory_event e WHERE e.id = n.event_id;

ALTER TABLE auth_released_name ALTER COLUMN user_uuid SET NOT NULL, ALTER COLUMN reserved_until_date SET NOT NULL;

COMMENT ON COLUMN auth_released_name.event_id IS 'Null once the rename has been handled everywhere.';

CREATE UNIQUE INDEX auth_released_name_event ON auth_released_name (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX auth_released_name_over ON auth_released_name (reserved_until_date) WHERE event_id IS NULL;
