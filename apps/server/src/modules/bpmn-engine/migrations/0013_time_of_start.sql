-- When the instance began, in its first row, where the burst that began it came to rest later: `at` is when it did.
ALTER TABLE bpm_history_event ADD COLUMN started_at timestamptz;
