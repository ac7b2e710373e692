-- Deployments that were deleted stay for what the history tells of their versions, and are found by nothing else.

ALTER TABLE bpm_deployment ADD COLUMN deleted_at timestamptz;
ALTER TABLE bpm_definition ADD COLUMN deleted boolean NOT NULL DEFAULT false;
ALTER TABLE bpm_decision ADD COLUMN deleted boolean NOT NULL DEFAULT false;
ALTER TABLE bpm_form ADD COLUMN deleted boolean NOT NULL DEFAULT false;

CREATE INDEX bpm_deployment_deleted ON bpm_deployment (id) WHERE deleted_at IS NOT NULL;
