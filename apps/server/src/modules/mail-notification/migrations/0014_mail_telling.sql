-- Up to where other modules have been told what became of mails; null: from now on. The row is the turn to tell.
CREATE TABLE mail_telling (
  id integer PRIMARY KEY CHECK (id = 1),
  xid xid8,
  event_id bigint
);
INSERT INTO mail_telling (id) VALUES (1);

-- What a module has refused: it is told again, and what follows of the same mail behind it.
CREATE TABLE mail_event_untold (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  module text NOT NULL,
  -- Is the uuid of the mail.
  subject text NOT NULL,
  tenant_identifier text NOT NULL,
  -- Is JSON.
  event text NOT NULL,
  attempts integer NOT NULL,
  refused_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL
);
CREATE INDEX mail_event_untold_subject ON mail_event_untold (module, subject, number);
