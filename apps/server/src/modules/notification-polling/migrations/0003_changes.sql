-- What changed since a cursor: announcements by the number of the head row, own marks by the number of the own state.

-- Of the head row when it was last meant for other people than before: whoever it was taken from hears of it.
ALTER TABLE polling_announcement ADD COLUMN audience_seq bigint NOT NULL DEFAULT 0;
-- Of the own state when the person marked it.
ALTER TABLE polling_receipt
  ADD COLUMN own_seq bigint NOT NULL DEFAULT 0,
  -- It was taken out of the archive: a read-all keeps the row, so that whoever comes back hears of it.
  ADD COLUMN unarchived boolean NOT NULL DEFAULT false;
ALTER TABLE polling_notification ADD COLUMN own_seq bigint NOT NULL DEFAULT 0;
-- The last read-all of announcements and that of notifications: number of the own state, and up to where each went.
ALTER TABLE polling_user_state
  ADD COLUMN read_all_own bigint NOT NULL DEFAULT 0,
  ADD COLUMN read_all_seq bigint NOT NULL DEFAULT 0,
  ADD COLUMN notifications_read_own bigint NOT NULL DEFAULT 0,
  ADD COLUMN notifications_read_seq bigint NOT NULL DEFAULT 0;
