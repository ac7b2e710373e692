-- Which processes of the program are alive: each beats once a second, and is dead when it has been silent for five.
CREATE TABLE kernel_process (
  id uuid PRIMARY KEY,
  started_at timestamptz NOT NULL,
  heartbeat_at timestamptz NOT NULL,
  host text NOT NULL,
  pid integer NOT NULL
) WITH (fillfactor = 50);
