-- Asks for one address again and again, as fast as the connections answer.
-- Arguments after `--`: path, header lines "Name: value" ...

function init(args)
  local headers = {}
  for index = 2, #args do
    local name, value = args[index]:match("^([^:]+): (.*)$")
    headers[name] = value
  end
  prepared = wrk.format("GET", args[1], headers)
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
