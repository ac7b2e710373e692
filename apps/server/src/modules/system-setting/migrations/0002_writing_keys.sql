-- Remembers which keys may have sealed something, so that a process without one of them is refused at its start.
ALTER TABLE system_setting_state ADD COLUMN writing_keys text[] NOT NULL DEFAULT '{}';
