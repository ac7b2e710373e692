-- Instances of several processes in turn: those that wait at a user task are found and completed, those that wait under their
-- business key get a message. wrk does not say which connection answered: what waits lies in stacks, and each free
-- connection takes the step that is furthest on.
-- Arguments after `--`: mean pause in ms on each connection before a request (0: none), find method, find path, find body,
-- complete path, complete body, message path, message body, pattern of the instance id, pattern of the task id, number of
-- starts, path and body of each, header lines "Name: value" ...
-- "@" in a path or body stands for the id or the business key; in the body of a start for a new business key.
local threads = {}
completed = 0
failed = 0

function setup(thread)
  table.insert(threads, thread)
end

local function fill(text, id)
  return (text:gsub("@", id))
end

function init(args)
  longest = 2 * tonumber(args[1])
  find = { method = args[2], path = args[3], body = args[4] }
  complete = { path = args[5], body = args[6] }
  message = { path = args[7], body = args[8] }
  instance_pattern, task_pattern = args[9], args[10]
  starts = {}
  local last = 11 + 2 * tonumber(args[11])
  for index = 12, last, 2 do
    table.insert(starts, { path = args[index], body = args[index + 1] })
  end
  headers = { ["Content-Type"] = "application/json" }
  for index = last + 1, #args do
    local name, value = args[index]:match("^([^:]+): (.*)$")
    headers[name] = value
  end
  instances, tasks, keys = {}, {}, {}
  started = 0
  -- No two runs have a business key in common.
  run = "m" .. os.time() .. "-" .. tostring({}):match("0x(%x+)") .. "-"
end

-- Without chance all connections would ask at the same moments.
function delay()
  return longest > 0 and math.random(0, longest) or 0
end

function request()
  local task = table.remove(tasks)
  if task then return wrk.format("POST", fill(complete.path, task), headers, fill(complete.body, task)) end
  local key = table.remove(keys)
  if key then return wrk.format("POST", message.path, headers, fill(message.body, key)) end
  local instance = table.remove(instances)
  if instance then
    local body = find.method == "POST" and fill(find.body, instance) or nil
    return wrk.format(find.method, fill(find.path, instance), headers, body)
  end
  local start = starts[started % #starts + 1]
  started = started + 1
  return wrk.format("POST", start.path, headers, fill(start.body, run .. started))
end

local function has_ended(body)
  return body == "" or body:find('"ended":true', 1, true) or body:find('"kind":"EXECUTION"', 1, true)
end

-- What an answer is follows from its text: an instance that has ended, the list with a task, one that waits under its
-- business key, or one that waits at its task.
local function sort_out(body)
  if has_ended(body) then
    completed = completed + 1
    return true
  end
  for _, kind in ipairs({
    { list = tasks, id = body:match(task_pattern) },
    { list = keys, id = body:match('"businessKey":"(' .. run:gsub("%-", "%%-") .. '%d+)"') },
    { list = instances, id = body:match(instance_pattern) },
  }) do
    if kind.id then
      table.insert(kind.list, kind.id)
      return true
    end
  end
  return false
end

function response(status, _, body)
  if status < 300 and sort_out(body) then return end
  failed = failed + 1
  if failed == 1 then io.stderr:write("first failure: ", status, " ", body:sub(1, 500), "\n") end
end

function done(summary, latency)
  local completed_sum, failed_sum = 0, 0
  for _, thread in ipairs(threads) do
    completed_sum = completed_sum + thread:get("completed")
    failed_sum = failed_sum + thread:get("failed")
  end
  local errors = summary.errors
  io.write(string.format(
    "RESULT {\"completed\":%d,\"failed\":%d,\"socketErrors\":%d,\"requests\":%d,\"seconds\":%.3f,\"p50Ms\":%.3f,\"p99Ms\":%.3f}\n",
    completed_sum, failed_sum, errors.connect + errors.read + errors.write + errors.timeout,
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
