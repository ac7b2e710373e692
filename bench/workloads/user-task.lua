-- User tasks that are open at once: start, find the instance's tasks, complete each, on whatever connection is free. wrk does
-- not say which connection answered, so instances and tasks wait in two stacks and each free connection takes the step that
-- is furthest on.
-- Arguments after `--`: start path, start body, find method, find path, find body, complete path, complete body,
-- pattern of a started instance's id, pattern of a task id, plain text of an instance that has ended (empty: each completion
-- is answered without a body), tasks of an instance, header lines "Name: value" ...
-- "@" in a path or body stands for the id.
local threads = {}
completed = 0
failed = 0
refused = 0

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
  task_count = tonumber(args[11])
  headers = { ["Content-Type"] = "application/json" }
  for index = 12, #args do
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

-- Where completions say nothing, so many of them are an instance.
local function count_ended(body)
  if ended_text == "" then
    if body ~= "" then return false end
    completed = completed + 1 / task_count
    return true
  end
  if not body:find(ended_text, 1, true) then return false end
  completed = completed + 1
  return true
end

local function take_tasks(body)
  local found = 0
  for task in body:gmatch(task_pattern) do
    table.insert(tasks, task)
    found = found + 1
  end
  return found == task_count or found > 0 and refused > 0
end

-- A peer that refuses one of two completions at once names the task, or the instance that still has it; it is asked again.
local function try_again(body)
  if not body:find("concurrently", 1, true) then return false end
  local task, instance = body:match("Cannot complete task ([%x-]+)"), body:match("ProcessInstance%[([%x-]+)%]")
  if task then table.insert(tasks, task) elseif instance then table.insert(instances, instance) else return false end
  refused = refused + 1
  return true
end

-- What an answer is follows from its text: the list of all tasks, an instance that has ended, one that was started, or, where
-- there are several tasks, one that waits for the others.
function response(status, _, body)
  if status >= 300 then
    if try_again(body) then return end
  else
    if count_ended(body) or take_tasks(body) then return end
    local instance = body:match(instance_pattern)
    if instance then
      table.insert(instances, instance)
      return
    end
    if task_count > 1 and body:find('"ended":false', 1, true) then return end
  end
  -- Among others a list without the tasks of an instance whose start was answered.
  failed = failed + 1
  if failed == 1 then io.stderr:write("first failure: ", status, " ", body:sub(1, 500), "\n") end
end

function done(summary, latency)
  local completed_sum, failed_sum, refused_sum = 0, 0, 0
  for _, thread in ipairs(threads) do
    completed_sum = completed_sum + thread:get("completed")
    failed_sum = failed_sum + thread:get("failed")
    refused_sum = refused_sum + thread:get("refused")
  end
  local errors = summary.errors
  io.write(string.format(
    "RESULT {\"completed\":%d,\"failed\":%d,\"refused\":%d,\"socketErrors\":%d,\"requests\":%d,\"seconds\":%.3f,\"p50Ms\":%.3f,\"p99Ms\":%.3f}\n",
    math.floor(completed_sum + 0.5), failed_sum, refused_sum, errors.connect + errors.read + errors.write + errors.timeout,
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
