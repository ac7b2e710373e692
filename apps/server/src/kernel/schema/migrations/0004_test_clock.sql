-- The clock of a test installation: it runs ahead of the database's, or stands until it is moved.
CREATE TABLE kernel_test_clock (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  stands_at timestamptz,
  ahead_ms bigint NOT NULL DEFAULT 0,
  revision bigint NOT NULL DEFAULT 0
);
INSERT INTO kernel_test_clock DEFAULT VALUES;

-- How far each process in test mode has followed the moves of that clock.
CREATE TABLE kernel_test_clock_follower (
  process_id uuid PRIMARY KEY,
  revision bigint NOT NULL
);
