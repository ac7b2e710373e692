-- What becomes of mails: a row for each change of a status, in the order of (xid, id), which is also the order of each mail.
CREATE SEQUENCE mail_event_id;
CREATE TABLE mail_event (
  -- Of the transaction that tells, or of a later one behind whose change this one comes.
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id bigint NOT NULL DEFAULT nextval('mail_event_id'),
  at timestamptz NOT NULL,
  mail_id bigint NOT NULL,
  -- Is null where the mail was accepted.
  status_before text,
  status text NOT NULL
) PARTITION BY RANGE (at);
CREATE INDEX mail_event_place ON mail_event (xid, id);

ALTER TABLE mail
  ADD COLUMN status_before text,
  -- Is the xid of the last row that tells of the mail; 0 where there is none.
  ADD COLUMN feed_xid xid8 NOT NULL DEFAULT '0';
ALTER TABLE mail ALTER COLUMN feed_xid SET DEFAULT pg_current_xact_id();
