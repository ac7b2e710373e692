-- Bytes by their SHA-256: whoever keeps the same ones has them once. What nobody refers to goes a day after its last use.
CREATE TABLE kernel_content (
  hash bytea PRIMARY KEY CHECK (length(hash) = 32),
  size bigint NOT NULL,
  touched_at timestamptz NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX kernel_content_touched ON kernel_content (touched_at);

CREATE TABLE kernel_content_chunk (
  hash bytea NOT NULL REFERENCES kernel_content ON DELETE CASCADE,
  number integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (hash, number)
);

-- Names the columns in which modules keep hashes. A module adds its own in the migration that makes the column, so that a
-- process of an earlier version, which knows nothing of it, removes nothing that it refers to.
CREATE TABLE kernel_content_reference (
  table_name text NOT NULL CHECK (table_name ~ '^[a-z][a-z0-9_]*$'),
  column_name text NOT NULL CHECK (column_name ~ '^[a-z][a-z0-9_]*$'),
  PRIMARY KEY (table_name, column_name)
);
