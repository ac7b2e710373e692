-- Events that are repeated, and instances of them that were changed for themselves: a row beside that of their series, under its lock
-- and its sequence.
ALTER TABLE mail_calendar_event
  ADD COLUMN recurrence_rule text,
  ADD COLUMN exception_dates timestamptz[] NOT NULL DEFAULT '{}',
  -- When the series has the instance; before all times for what is no instance.
  ADD COLUMN recurrence_id timestamptz NOT NULL DEFAULT '-infinity',
  DROP CONSTRAINT mail_calendar_event_tenant_identifier_uid_key,
  ADD CONSTRAINT mail_calendar_event_uid UNIQUE (tenant_identifier, uid, recurrence_id);
