// Deadlines and days. The server says how long, never until when: clocks differ.

/** When, on this page's own clock, the phase ends that has so long to go now. */
export function deadline(closesInMillis, now) {
  return closesInMillis === null || closesInMillis === undefined ? null : now + closesInMillis;
}

export function remaining(until, now) {
  return until === null ? null : Math.max(0, until - now);
}

/** 1:05, 42 s, 3.4 s: tenths only when they matter. */
export function countdown(millis) {
  if (millis === null) {
    return "–";
  }
  if (millis < 10_000) {
    return `${(Math.floor(millis / 100) / 10).toFixed(1)} s`;
  }
  const seconds = Math.floor(millis / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${(seconds % 60).toString().padStart(2, "0")}`;
}

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const STEPS = [[60, "minute"], [60, "hour"], [24, "day"], [30, "month"]];

export function dateTime(instant) {
  return instant ? TIME.format(new Date(instant)) : "–";
}

/** in 5 minutes, in 3 days: how far ahead an instant is; null when it has passed. */
export function ahead(instant, now) {
  let left = (Date.parse(instant) - now) / 1000;
  if (!(left > 0)) {
    return null;
  }
  let unit = "second";
  for (const [size, name] of STEPS) {
    if (left < size) {
      break;
    }
    left /= size;
    unit = name;
  }
  const whole = Math.max(1, Math.floor(left));
  return `in ${whole} ${unit}${whole === 1 ? "" : "s"}`;
}

/** The instant a day begins where the person is; "2026-03-01" as a date field gives it. */
export function startOfDay(day, daysLater = 0) {
  if (!day) {
    return undefined;
  }
  const [year, month, date] = day.split("-").map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}
