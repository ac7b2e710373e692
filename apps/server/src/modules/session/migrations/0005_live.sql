-- Where a session has to be used, as its tenant wanted it when it began.

ALTER TABLE session_entry
  ADD COLUMN binding text NOT NULL DEFAULT 'NONE' CHECK (binding IN ('NONE', 'USER_AGENT', 'NETWORK'));
