-- Rows that runs share: what one run of a report with a cache has read serves the same question again for a while.
ALTER TABLE report_definition ADD COLUMN cache_mode text NOT NULL DEFAULT 'NONE';
ALTER TABLE report_definition ADD COLUMN cache_seconds int NOT NULL DEFAULT 0;
UPDATE report_definition_version SET content = content || '{"cacheMode": "NONE", "cacheSeconds": 0}';

-- A keyed hash of all that decides which rows a run reads; null: it shares none.
ALTER TABLE report_execution ADD COLUMN cache_key bytea;
ALTER TABLE report_execution ADD COLUMN cache_seconds int NOT NULL DEFAULT 0;
-- Takes no rows that another run has read.
ALTER TABLE report_execution ADD COLUMN fresh_data boolean NOT NULL DEFAULT false;
ALTER TABLE report_execution ADD COLUMN cache_hit boolean NOT NULL DEFAULT false;
-- When its rows were read, by whichever run.
ALTER TABLE report_execution ADD COLUMN snapshot_date timestamptz;
CREATE INDEX report_execution_cache ON report_execution (cache_key)
  WHERE cache_key IS NOT NULL AND status IN ('QUEUED', 'RUNNING', 'RENDERING', 'CANCELLING');

-- Is there while the rows are given to other runs.
ALTER TABLE report_snapshot ADD COLUMN cache_key bytea;
ALTER TABLE report_snapshot ADD COLUMN cached_until timestamptz;
ALTER TABLE report_snapshot ADD COLUMN report_uuid uuid;
ALTER TABLE report_snapshot ADD CHECK ((cache_key IS NULL) = (cached_until IS NULL AND report_uuid IS NULL));
CREATE INDEX report_snapshot_cache ON report_snapshot (cache_key) WHERE cache_key IS NOT NULL;
CREATE INDEX report_snapshot_cached_report ON report_snapshot (report_uuid) WHERE cache_key IS NOT NULL;
