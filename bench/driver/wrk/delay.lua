-- A fixed rate for wrk: every connection that is free takes the next moment of one schedule and waits for it.
local ffi = require("ffi")
ffi.cdef [[
  typedef struct { long seconds; long nanos; } moment;
  int clock_gettime(int clock, moment *now);
]]

local MONOTONIC = 1
local gap = tonumber(os.getenv("GAP_MILLIS"))
local read = ffi.new("moment")
local start
local taken = 0

local function millis()
  ffi.C.clock_gettime(MONOTONIC, read)
  return tonumber(read.seconds) * 1000 + tonumber(read.nanos) / 1e6
end

function delay()
  local now = millis()
  start = start or now
  local at = start + taken * gap
  taken = taken + 1
  return math.max(0, math.floor(at - now + 0.5))
end
