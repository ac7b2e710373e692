-- What reports read of the history: activities and closed tasks are read from its rows, which are written once.

-- Tasks that the flush has closed, as JSON: what the record does not say of them. See `closedTasks` of the flush.
ALTER TABLE bpm_history_event ADD COLUMN closed_tasks text;

-- Rows are appended in the order of their time, nearly: such an index is a thousandth of them, and costs an insert next to nothing.
CREATE INDEX bpm_history_event_at ON bpm_history_event USING brin (at);

-- `[id, name, type]` of each element, by its index in the model. Null: not executable, or deployed before this was kept.
ALTER TABLE bpm_definition ADD COLUMN elements jsonb;

-- Activities that one record of the history says something of, with the state in which it ends them. The node is null of one that
-- began before, the task of one for which no task is created here. How a record is written says the codec of the core: entries 0 to 3
-- are version, time, actor and command; then each event has a letter and so many entries in all.
CREATE FUNCTION bpm_history_activities(record text, OUT number integer, OUT node integer, OUT task integer, OUT state text)
RETURNS SETOF record LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 500 ROWS 8 AS $$
DECLARE
  widths CONSTANT text := 'i1a4A5c2k3f2z2v3V4x3l4L5y4t4T7u4U4N3Y3I3d3q2w4o2n2m3g3s3r3b3D3p4P5M3h2e2E3F5';
  -- Values may hold characters that jsonb refuses; none of them is read here.
  readable CONSTANT text := CASE WHEN strpos(record, '\u') = 0 THEN record
    ELSE replace(replace(record, '\\', '//'), '\u', '/u') END;
  entries CONSTANT jsonb := readable::jsonb;
  size CONSTANT integer := jsonb_array_length(entries);
  place integer := 4;
  letter text;
  width integer;
  found integer;
  numbers integer[] := '{}';
  nodes integer[] := '{}';
  tasks integer[] := '{}';
  states text[] := '{}';
BEGIN
  IF entries->>0 <> '1' THEN RAISE EXCEPTION 'history of version % cannot be read', entries->>0; END IF;
  WHILE place < size LOOP
    letter := entries->>place;
    -- Most events are one of three.
    IF letter = 'f' THEN
      place := place + 2;
    ELSIF letter = 'a' THEN
      numbers := numbers || (entries->(place + 1))::integer;
      nodes := nodes || (entries->(place + 2))::integer;
      tasks := tasks || NULL::integer;
      states := states || NULL::text;
      place := place + 4;
    ELSE
      width := strpos(widths, letter);
      IF width = 0 OR length(letter) <> 1 THEN RAISE EXCEPTION 'history has the unknown event %', letter; END IF;
      width := substr(widths, width + 1, 1)::integer;
      IF letter IN ('c', 'k', 'A', 't', 'T') THEN
        -- A task names its activity behind its own number.
        number := entries->(place + CASE WHEN letter IN ('t', 'T') THEN 2 ELSE 1 END);
        found := array_position(numbers, number);
        IF found IS NULL THEN
          numbers := numbers || number;
          nodes := nodes || NULL::integer;
          tasks := tasks || NULL::integer;
          states := states || NULL::text;
          found := cardinality(numbers);
        END IF;
        IF letter = 'A' THEN nodes[found] := entries->(place + 2);
        ELSIF letter IN ('t', 'T') THEN tasks[found] := entries->(place + 1);
        -- What has ended may be compensated later: it ended then.
        ELSIF states[found] IS NULL THEN
          states[found] := CASE letter WHEN 'c' THEN 'COMPLETED' ELSE entries->>(place + 2) END;
        END IF;
      END IF;
      place := place + width;
    END IF;
  END LOOP;
  RETURN QUERY SELECT * FROM unnest(numbers, nodes, tasks, states);
END
$$;
