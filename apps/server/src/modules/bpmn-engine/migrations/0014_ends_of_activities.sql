-- Activities of one burst have times of their own; activities that have been undone, and those that were withdrawn behind an event-based
-- gateway, say so.

-- Few instances compensate: whether an activity of one that has completed was undone later is looked for in these records alone.
CREATE INDEX bpm_history_event_compensated ON bpm_history_event (instance_id, revision)
  WHERE strpos(record, ',"COMPENSATED"') > 0;

-- Activities that one record of the history says something of, with the state in which it ends them. The node is null of one that
-- began before, the task of one for which no task is created here. Both times are epoch milliseconds, and null where they are that
-- of the record: a burst that waits for scripts says when each of its steps was. How a record is written says the codec of the core:
-- entries 0 to 3 are version, time, actor and command; then each event has a letter and so many entries in all.
DROP FUNCTION bpm_history_activities(text);
CREATE FUNCTION bpm_history_activities(record text, OUT number integer, OUT node integer, OUT task integer, OUT state text,
  OUT began bigint, OUT ended bigint)
RETURNS SETOF record LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 500 ROWS 8 AS $$
DECLARE
  widths CONSTANT text := '@2W5B5i1a4A5c2k3f2z2v3V4x3l4L5y4t4T7u4U4N3Y3I3d3q2w4o2n2m3g3s3r3b3D3p4P5M3h2e2E3F5';
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
  times bigint[] := '{}';
  ends bigint[] := '{}';
  now_at bigint;
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
      times := times || now_at;
      ends := ends || NULL::bigint;
      place := place + 4;
    ELSIF letter = '@' THEN
      now_at := entries->(place + 1);
      place := place + 2;
    ELSE
      width := strpos(widths, letter);
      IF width = 0 OR length(letter) <> 1 THEN RAISE EXCEPTION 'history has the unknown event %', letter; END IF;
      width := substr(widths, width + 1, 1)::integer;
      IF letter IN ('c', 'k', 'A', 'W', 't', 'T') THEN
        -- A task names its activity behind its own number.
        number := entries->(place + CASE WHEN letter IN ('t', 'T') THEN 2 ELSE 1 END);
        found := array_position(numbers, number);
        IF found IS NULL THEN
          numbers := numbers || number;
          nodes := nodes || NULL::integer;
          tasks := tasks || NULL::integer;
          states := states || NULL::text;
          times := times || now_at;
          ends := ends || NULL::bigint;
          found := cardinality(numbers);
        END IF;
        IF letter = 'A' THEN nodes[found] := entries->(place + 2);
        ELSIF letter = 'W' THEN
          nodes[found] := entries->(place + 2);
          states[found] := 'WITHDRAWN';
          ends[found] := now_at;
        ELSIF letter IN ('t', 'T') THEN tasks[found] := entries->(place + 1);
        -- What has ended may be compensated later: it ended then.
        ELSIF letter = 'k' AND entries->>(place + 2) = 'COMPENSATED' THEN states[found] := 'COMPENSATED';
        ELSIF states[found] IS NULL THEN
          states[found] := CASE letter WHEN 'c' THEN 'COMPLETED' ELSE entries->>(place + 2) END;
          ends[found] := now_at;
        END IF;
      END IF;
      place := place + width;
    END IF;
  END LOOP;
  RETURN QUERY SELECT * FROM unnest(numbers, nodes, tasks, states, times, ends);
END
$$;
