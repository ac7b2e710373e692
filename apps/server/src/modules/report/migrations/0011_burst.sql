-- Schedules whose recipients each get their own rows.
ALTER TABLE report_schedule ADD COLUMN burst jsonb;
-- As the schedule had it when the run began.
ALTER TABLE report_schedule_run ADD COLUMN burst jsonb;
-- Values of the column that name nobody, with their rows: the first ones, and how many rows there are of all.
ALTER TABLE report_schedule_run ADD COLUMN unserved_list jsonb NOT NULL DEFAULT '[]';
ALTER TABLE report_schedule_run ADD COLUMN unserved_row_count bigint NOT NULL DEFAULT 0;
-- Column of the snapshot whose rows with the recipient's name are mailed; null where all rows are.
ALTER TABLE report_delivery ADD COLUMN recipient_column text;
