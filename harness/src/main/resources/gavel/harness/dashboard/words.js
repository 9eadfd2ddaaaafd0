// Numbers as people read them; the same forms as in the report.
const grouped = new Intl.NumberFormat("en-US");

export const count = (value) => grouped.format(Math.round(value));

export function decimal(value) {
  return value >= 100 ? count(value) : value.toFixed(1);
}

/** Microseconds with three digits; a dash for no sample. */
export function latency(micros) {
  if (micros < 0) return "–";
  const millis = micros / 1000;
  if (millis >= 10000) return (millis / 1000).toFixed(1) + " s";
  if (millis >= 1000) return (millis / 1000).toFixed(2) + " s";
  return millis.toFixed(millis >= 100 ? 0 : millis >= 10 ? 1 : 2) + " ms";
}

export const limit = (millis) => (millis % 1000 === 0 ? millis / 1000 : (millis / 1000).toFixed(1)) + " s";

export function percent(share) {
  const value = 100 * share;
  return value.toFixed(value === 0 || value >= 10 ? 0 : value >= 0.1 ? 1 : 2) + " %";
}

export function bytes(value) {
  const mib = value / 1048576;
  return mib >= 1024 ? (mib / 1024).toFixed(1) + " GiB" : mib.toFixed(mib >= 10 ? 0 : 1) + " MiB";
}

/** Minutes and seconds. */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return Math.floor(whole / 60) + ":" + String(whole % 60).padStart(2, "0");
}

export function took(millis) {
  const seconds = millis / 1000;
  return seconds < 10 ? seconds.toFixed(1) + " s" : seconds < 120 ? Math.round(seconds) + " s" : clock(seconds) + " min";
}

/** "appServers" for people. */
export const spaced = (name) => name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
