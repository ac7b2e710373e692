-- Works on one waiting instance after another: each is known by a number. Without a function `response` wrk reads no bodies.
-- Arguments after `--`: first number, path, body, header lines "Name: value" ...
-- "@" in the body stands for the number.
function init(args)
  number = tonumber(args[1])
  path, body = args[2], args[3]
  headers = { ["Content-Type"] = "application/json" }
  for index = 4, #args do
    local name, value = args[index]:match("^([^:]+): (.*)$")
    headers[name] = value
  end
end

function request()
  number = number + 1
  return wrk.format("POST", path, headers, (body:gsub("@", number - 1)))
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    "RESULT {\"completed\":%d,\"failed\":%d,\"socketErrors\":%d,\"requests\":%d,\"seconds\":%.3f,\"p50Ms\":%.3f,\"p99Ms\":%.3f}\n",
    summary.requests - errors.status, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
