// Lists the results that are there and leads to their reports.
import { $, node } from "./live.js";
import { count, decimal, percent } from "./words.js";

const when = (id) => id.replace(/^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d).*/, "$1-$2-$3 $4:$5");

function verdict(entry) {
  const word = entry.summary || entry.verdict || "–";
  const tone = { PASS: "pass", FAIL: "fail", INVALID: "invalid", INCOMPLETE: "invalid", ERROR: "invalid", INTERRUPTED: "invalid" }[word] ?? "info";
  return node("span", "badge " + tone, word);
}

/** A peak of few users has a decimal; what was asked for has none. */
const users = (told) => (told.includes(".") ? decimal(Number(told)) : count(Number(told)));

function row(entry) {
  const line = entry.line;
  const link = node("a", "", entry.id);
  link.href = `/results/${entry.id}/report.html`;
  link.target = "_blank";
  link.rel = "noopener";
  return node("tr", "",
    node("td", "id", link),
    node("td", "", verdict(entry)),
    node("td", "n", line.users ? users(line.users) : "–"),
    node("td", "n wide", line.operationsPerSecond ? decimal(Number(line.operationsPerSecond)) : "–"),
    node("td", "wide", line.worstOperation ? `${line.worstOperation} ${percent(Number(line.worstP99OfLimit))}` : "–"),
    node("td", "wide", line.length || "–"),
    node("td", "wide", line.services || "–"),
    node("td", "wide", when(entry.id)));
}

/** Nothing is said where nobody answers any more: the connection is shown elsewhere. */
export async function showFinished(live) {
  const answer = await fetch("/finished").catch(() => null);
  if (!answer?.ok) return;
  const entries = await answer.json();
  $("finished").hidden = !entries.length;
  $("nothing").hidden = Boolean(entries.length) || live;
  $("finished").querySelector("tbody").replaceChildren(...entries.map(row));
}
