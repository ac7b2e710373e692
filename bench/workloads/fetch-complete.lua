-- Fetches tasks several at a time and completes each: a worker for each connection, under one name.
-- Arguments after `--`: fetch path, fetch body, pattern of the ids in its answer, plain text of an answer without tasks,
-- complete path, complete body, header lines "Name: value" ...
-- "@" in the path of the completion stands for the id.
local threads = {}
completed = 0
failed = 0

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  headers = { ["Content-Type"] = "application/json" }
  for index = 7, #args do
    local name, value = args[index]:match("^([^:]+): (.*)$")
    headers[name] = value
  end
  fetch_request = wrk.format("POST", args[1], headers, args[2])
  pattern, nothing = args[3], args[4]
  complete_path, complete_body = args[5], args[6]
  tasks = {}
end

function request()
  local task = table.remove(tasks)
  if not task then return fetch_request end
  return wrk.format("POST", (complete_path:gsub("@", task)), headers, complete_body)
end

local function fail(status, body)
  failed = failed + 1
  if failed == 1 then io.stderr:write("first failure: ", status, " ", body:sub(1, 500), "\n") end
end

function response(status, _, body)
  if status >= 300 then return fail(status, body) end
  local isFetched = false
  for id in body:gmatch(pattern) do
    table.insert(tasks, id)
    isFetched = true
  end
  if isFetched then return end
  -- Others were faster, or there are no more: the runner knows how many there were.
  if body:find(nothing, 1, true) == 1 then return end
  completed = completed + 1
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
