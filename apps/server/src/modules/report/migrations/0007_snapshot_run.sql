-- Which run has read it: what a lost attempt has left is ended when the next one begins.
ALTER TABLE report_snapshot ADD COLUMN execution_id bigint;
CREATE INDEX report_snapshot_execution ON report_snapshot (execution_id);
