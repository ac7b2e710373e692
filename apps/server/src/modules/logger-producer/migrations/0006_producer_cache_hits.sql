-- How often an entry decided, added up every ten seconds by each process; no change of the entry.
ALTER TABLE log_producer_cache
  ADD COLUMN hit_count bigint NOT NULL DEFAULT 0,
  ADD COLUMN suppressed_count bigint NOT NULL DEFAULT 0,
  ADD COLUMN last_hit_date timestamptz;
