-- User tasks one after another: start, then find the instance's task and complete it, as often as it has one. Each connection
-- has a thread of its own, and so knows its instance without being told.
-- Arguments after `--`: start path, start body, find method, find path, find body, complete path, complete body,
-- pattern of the instance id, pattern of the task id, tasks of an instance, header lines "Name: value" ...
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
  start = { path = args[1], body = args[2], pattern = args[8] }
  find = { method = args[3], path = args[4], body = args[5], pattern = args[9] }
  complete = { path = args[6], body = args[7] }
  task_count = tonumber(args[10])
  headers = { ["Content-Type"] = "application/json" }
  for index = 11, #args do
    local name, value = args[index]:match("^([^:]+): (.*)$")
    headers[name] = value
  end
  start_request = wrk.format("POST", start.path, headers, start.body)
end

function request()
  if task then return wrk.format("POST", fill(complete.path, task), headers, fill(complete.body, task)) end
  if not instance then return start_request end
  local body = find.method == "POST" and fill(find.body, instance) or nil
  return wrk.format(find.method, fill(find.path, instance), headers, body)
end

local function fail(status, body)
  failed = failed + 1
  if failed == 1 then io.stderr:write("first failure: ", status, " ", body:sub(1, 500), "\n") end
  instance, task = nil, nil
end

function response(status, _, body)
  if status >= 300 then return fail(status, body) end
  if task then
    task, done_count = nil, done_count + 1
    if done_count == task_count then
      completed, instance = completed + 1, nil
    end
  elseif instance then
    task = body:match(find.pattern)
    if not task then fail(status, body) end
  else
    instance, done_count = body:match(start.pattern), 0
    if not instance then fail(status, body) end
  end
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
