-- Calls whose result somebody else brings: once they are ordered their jobs wait for it, and are not done again meanwhile.
ALTER TABLE bpm_job ADD COLUMN ordered boolean NOT NULL DEFAULT false;
DROP INDEX bpm_job_due;
CREATE INDEX bpm_job_due ON bpm_job (due_at) WHERE retries > 0 AND NOT suspended AND NOT held AND NOT ordered;
DROP INDEX bpm_job_tenant_due;
CREATE INDEX bpm_job_tenant_due ON bpm_job (tenant_identifier, due_at)
  WHERE retries > 0 AND NOT suspended AND NOT held AND NOT ordered;
