-- When the last answer of each attendee to an event was written: an older one, or the same again, changes nothing. It outlives the
-- list of attendees, so that nobody who is taken out and in again can be spoken for with an old answer.
CREATE TABLE mail_calendar_reply (
  event_id bigint NOT NULL REFERENCES mail_calendar_event (id) ON DELETE CASCADE,
  address_folded text NOT NULL,
  stamp timestamptz NOT NULL,
  PRIMARY KEY (event_id, address_folded)
);

-- The sequence that the last invitation to it had: that of a series counts on with each change of an instance.
ALTER TABLE mail_calendar_event ADD COLUMN told_sequence integer;
UPDATE mail_calendar_event SET told_sequence = sequence;
ALTER TABLE mail_calendar_event ALTER COLUMN told_sequence SET NOT NULL;
