// Numbers as people read them; the same forms as in the report.
const grouped = new Intl.NumberFormat("en-US");

export const count = (value) => grouped.format(Math.round(value));

export function decimal(value) {
  if (value === 0) return "0";
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
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
  const power = Math.min(units.length - 1, value < 1 ? 0 : Math.floor(Math.log2(value) / 10));
  const amount = value / 1024 ** power;
  return amount.toFixed(power === 0 || amount >= 100 || Number.isInteger(amount) ? 0 : 1) + " " + units[power];
}

/** At an axis: no digits that say nothing. */
export const short = (text) => text.replace(/(\.\d*?)0+(?=\D|$)/, "$1").replace(/\.(?=\D|$)/, "");

export const tick = (value) => (Number.isInteger(value) ? count(value) : short(value.toFixed(3)));

/** Minutes and seconds, from an hour on with hours. */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return (hours ? hours + ":" + String(minutes).padStart(2, "0") : minutes) + ":" + String(whole % 60).padStart(2, "0");
}

export function took(millis) {
  const seconds = millis / 1000;
  return seconds < 10 ? seconds.toFixed(1) + " s" : seconds < 120 ? Math.round(seconds) + " s" : clock(seconds) + " min";
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
