-- What pages of definitions and deployments show beside what starts need: facts of a process, and the warnings of a deployment.

ALTER TABLE bpm_definition
  ADD COLUMN startable boolean NOT NULL DEFAULT false,
  ADD COLUMN has_diagram boolean NOT NULL DEFAULT false,
  ADD COLUMN start_form_key text,
  ADD COLUMN history_time_to_live text,
  ADD COLUMN history_level text,
  -- What starts instances beside a call: names of messages and signals, and timers as they are written.
  ADD COLUMN message_starts text[] NOT NULL DEFAULT '{}',
  ADD COLUMN signal_starts text[] NOT NULL DEFAULT '{}',
  ADD COLUMN timer_starts text[] NOT NULL DEFAULT '{}';

-- Of versions that are there already: every start that can be deployed waits for nothing, and a drawn file names its shapes.
UPDATE bpm_definition d
SET startable = d.executable, has_diagram = position('BPMNShape'::bytea IN r.bytes) > 0
FROM bpm_resource r
WHERE r.deployment_id = d.deployment_id AND r.name = d.resource_name;

CREATE INDEX bpm_definition_deployment ON bpm_definition (deployment_id);

ALTER TABLE bpm_deployment
  ADD COLUMN unchanged_keys text[] NOT NULL DEFAULT '{}',
  ADD COLUMN problems jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN problem_count integer NOT NULL DEFAULT 0;

-- Until now the versions alone kept warnings; those of the file's own level stand in each of them.
UPDATE bpm_deployment
SET problems = kept.problems, problem_count = jsonb_array_length(kept.problems)
FROM (
  SELECT deployment_id, jsonb_agg(problem ORDER BY (problem ->> 'line')::integer, (problem ->> 'column')::integer) AS problems
  FROM (
    SELECT deployment_id, problem,
      row_number() OVER (PARTITION BY deployment_id ORDER BY (problem ->> 'line')::integer, (problem ->> 'column')::integer) AS place
    FROM (SELECT DISTINCT deployment_id, jsonb_array_elements(warnings) AS problem FROM bpm_definition) told
  ) ranked
  WHERE place <= 200
  GROUP BY deployment_id
) kept
WHERE kept.deployment_id = bpm_deployment.id;
