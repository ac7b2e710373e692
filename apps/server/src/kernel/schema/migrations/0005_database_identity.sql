-- Names this database among others: what a process keeps outside, in files, belongs to it alone.
CREATE TABLE kernel_database (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  id uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO kernel_database DEFAULT VALUES;
