// Deadlines. The server says how long, never until when: clocks differ.

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

export function dateTime(instant) {
  return instant ? TIME.format(new Date(instant)) : "–";
}

/** The instant a day begins where the person is; "2026-03-01" as a date field gives it. */
export function startOfDay(day, daysLater = 0) {
  if (!day) {
    return undefined;
  }
  const [year, month, date] = day.split("-").map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}
