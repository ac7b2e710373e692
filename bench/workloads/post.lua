-- Sends one body to one address again and again, as fast as the connections answer. Without a function `response` wrk reads no
-- bodies: what a started instance has come to is asked of the history afterwards.
-- Arguments after `--`: path, body (or `@` and the file that holds it), header lines "Name: value" ...

function init(args)
  local headers = { ["Content-Type"] = "application/json" }
  for index = 3, #args do
    local name, value = args[index]:match("^([^:]+): (.*)$")
    headers[name] = value
  end
  local body = args[2]
  if body:sub(1, 1) == "@" then
    local file = assert(io.open(body:sub(2), "rb"))
    body = file:read("*a")
    file:close()
  end
  prepared = wrk.format("POST", args[1], headers, body)
end

function request()
  return prepared
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    "RESULT {\"completed\":%d,\"failed\":%d,\"socketErrors\":%d,\"requests\":%d,\"seconds\":%.3f,\"p50Ms\":%.3f,\"p99Ms\":%.3f}\n",
    summary.requests - errors.status, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
