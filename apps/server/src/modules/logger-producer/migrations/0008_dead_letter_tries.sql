-- How often somebody had it tried again, and when last.
ALTER TABLE log_dead_letter ADD COLUMN tries integer NOT NULL DEFAULT 0, ADD COLUMN last_try_date timestamptz;
