-- Works on one waiting instance after another: each is known by a number. Where a pattern is given, the first request finds
-- an id, and the second one acts on it.
-- Arguments after `--`: first number, method, path, body, pattern of the id (empty: there is no second request), method, path
-- and body of that, header lines "Name: value" ...
-- "@" in a path or body stands for the number, in the second request for the id.
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
  number = tonumber(args[1])
  find = { method = args[2], path = args[3], body = args[4] }
  pattern = args[5]
  act = { method = args[6], path = args[7], body = args[8] }
  headers = { ["Content-Type"] = "application/json" }
  for index = 9, #args do
    local name, value = args[index]:match("^([^:]+): (.*)$")
    headers[name] = value
  end
  found = {}
end

local function format(step, id)
  local body = step.method ~= "GET" and fill(step.body, id) or nil
  return wrk.format(step.method, fill(step.path, id), headers, body)
end

function request()
  local id = table.remove(found)
  if id then return format(act, id) end
  number = number + 1
  return format(find, number - 1)
end

local function fail(status, body)
  failed = failed + 1
  if failed == 1 then io.stderr:write("first failure: ", status, " ", body:sub(1, 500), "\n") end
end

function response(status, _, body)
  if status >= 300 then return fail(status, body) end
  if pattern ~= "" then
    local id = body:match(pattern)
    if id then return table.insert(found, id) end
    -- What was acted on has ended, which is answered without a body; a list that holds nothing is no such answer.
    if body ~= "" then return fail(status, body) end
  end
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
