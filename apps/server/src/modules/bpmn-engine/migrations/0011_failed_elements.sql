-- The element at which the last attempt of a job failed: behind a timer it is another one than the job's own.

ALTER TABLE bpm_job ADD COLUMN failed_element_id text;
