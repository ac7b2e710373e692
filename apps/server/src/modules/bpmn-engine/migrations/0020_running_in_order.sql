-- Pages of running instances in the order of their start, and their exact total, from an index alone; a suspension is rare enough
-- for a new row.
CREATE INDEX bpm_instance_started ON bpm_instance (tenant_identifier, started_at, id) INCLUDE (suspended);
