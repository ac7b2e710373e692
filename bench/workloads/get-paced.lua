-- Asks for one address, with a pause of random length on each connection before each request: load below the most there is.
-- Arguments after `--`: mean pause in ms, path, header lines "Name: value" ...

function init(args)
  local headers = {}
  for index = 3, #args do
    local name, value = args[index]:match("^([^:]+): (.*)$")
    headers[name] = value
  end
  longest = 2 * tonumber(args[1])
  prepared = wrk.format("GET", args[2], headers)
end

-- Without chance all connections would ask at the same moments.
function delay()
  return math.random(0, longest)
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
