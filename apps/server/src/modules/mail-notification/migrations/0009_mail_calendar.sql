-- Events of calendars as the last invitation told them: what a change is held against, and whose sequence it raises.
CREATE TABLE mail_calendar_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  tenant_identifier text NOT NULL,
  uid text NOT NULL,
  sequence integer NOT NULL,
  status text NOT NULL CHECK (status IN ('CONFIRMED', 'TENTATIVE', 'CANCELLED')),
  all_day boolean NOT NULL,
  time_zone text NOT NULL,
  start_date timestamptz NOT NULL,
  end_date timestamptz NOT NULL,
  summary text NOT NULL,
  -- What else the event is about; nothing is looked up by it.
  detail jsonb NOT NULL,
  organizer_address text NOT NULL,
  organizer_name text,
  organizer_sent_by text,
  -- DTSTAMP of the last message: of two of one sequence the later one counts.
  stamp timestamptz NOT NULL,
  created_by text NOT NULL,
  created_by_folded text NOT NULL,
  updated_by text NOT NULL,
  date_created timestamptz NOT NULL,
  date_updated timestamptz NOT NULL,
  UNIQUE (tenant_identifier, uid)
);
CREATE INDEX mail_calendar_event_start ON mail_calendar_event (tenant_identifier, start_date, id);

CREATE TABLE mail_calendar_attendee (
  event_id bigint NOT NULL REFERENCES mail_calendar_event (id) ON DELETE CASCADE,
  position integer NOT NULL,
  address text NOT NULL,
  name text,
  role text NOT NULL CHECK (role IN ('REQ_PARTICIPANT', 'OPT_PARTICIPANT', 'NON_PARTICIPANT', 'CHAIR')),
  user_type text NOT NULL CHECK (user_type IN ('INDIVIDUAL', 'GROUP', 'RESOURCE', 'ROOM')),
  rsvp boolean NOT NULL,
  participation_status text NOT NULL
    CHECK (participation_status IN ('NEEDS_ACTION', 'ACCEPTED', 'DECLINED', 'TENTATIVE', 'DELEGATED')),
  PRIMARY KEY (event_id, position)
);

-- A mail that tells of an event says of which, and under which sequence: asked again, it answers the same.
ALTER TABLE mail
  ADD COLUMN calendar_uid text,
  ADD COLUMN calendar_sequence integer;
