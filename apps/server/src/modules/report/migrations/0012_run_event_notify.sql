-- How whoever asked for the run is told of its end.
ALTER TABLE report_run_event ADD COLUMN notify text NOT NULL DEFAULT 'NONE';
