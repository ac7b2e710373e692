-- One user task: start, find its task, complete it. wrk does not tell which connection answered, so instances and tasks
-- wait in two stacks and each free connection takes the step that is furthest on.
-- Arguments after `--`: start path, start body, find method, find path, find body, complete path, complete body,
-- pattern of the instance id, pattern of the task id, plain text of an instance that has ended (empty: an answer without
-- a body says so), header lines "Name: value" ...
-- "@" in a path or body stands for the id.
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
  local start_path, start_body = args[1], args[2]
  find = { method = args[3], path = args[4], body = args[5] }
  complete = { path = args[6], body = args[7] }
  instance_pattern, task_pattern, ended_text = args[8], args[9], args[10]
  headers = { ["Content-Type"] = "application/json" }
  for index = 11, #args do
    local name, value = args[index]:match("^([^:]+): (.*)$")
    headers[name] = value
  end
  start_request = wrk.format("POST", start_path, headers, start_body)
  instances, tasks = {}, {}
end

function request()
  local task = table.remove(tasks)
  if task then
    return wrk.format("POST", fill(complete.path, task), headers, fill(complete.body, task))
  end
  local instance = table.remove(instances)
  if instance then
    local body = find.method == "POST" and fill(find.body, instance) or nil
    return wrk.format(find.method, fill(find.path, instance), headers, body)
  end
  return start_request
end

local function has_ended(body)
  if ended_text == "" then return body == "" end
  return body:find(ended_text, 1, true) ~= nil
end

-- What an answer is follows from its text: a list of tasks, an instance that has ended, or one that waits.
function response(status, _, body)
  if status >= 300 then
    failed = failed + 1
    if failed == 1 then io.stderr:write("first failure: ", status, " ", body:sub(1, 500), "\n") end
    return
  end
  local task = body:match(task_pattern)
  if task then
    table.insert(tasks, task)
    return
  end
  if has_ended(body) then
    completed = completed + 1
    return
  end
  local instance = body:match(instance_pattern)
  if instance then
    table.insert(instances, instance)
    return
  end
  -- Among others the empty list of a task that was not found although its start was answered.
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
