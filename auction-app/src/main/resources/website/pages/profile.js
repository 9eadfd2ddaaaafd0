// The person's name and credit.
import { h } from "preact";
import { call } from "../api.js";
import { cents, money, ofCents } from "../money.js";
import { Field, Good, ProblemNote, Shown, Submit, Title, values } from "../parts.js";
import { useAction, useRead } from "../read.js";

const STALE = 412;

export function Profile() {
  const read = useRead("/api/accounts/me");
  const action = useAction(async (form, version) =>
    read.set(await call("PUT", "/api/accounts/me", { body: { ...values(form), version } })));
  const { problem } = action;
  return h("div", { class: "medium" },
    h(Title, { text: "Profile" }),
    h(Shown, { read }, (account) => [
      h("p", { class: "faint" }, account.email),
      h("dl", { class: "figures" },
        figure("Free to bid", ofCents(cents(account.creditLimit) - cents(account.held) - cents(account.spent))),
        figure("Held by lots you lead", money(account.held)),
        figure("Spent", money(account.spent)),
        figure("Credit limit", money(account.creditLimit))),
      h("form", { key: account.version, onSubmit: (event) => { event.preventDefault(); action.run(event.currentTarget, account.version); } },
        h(ProblemNote, { problem, shown: ["firstName", "lastName"], again: problem?.status === STALE ? read.again : undefined }),
        h("div", { class: "pair" },
          h(Field, { label: "First name", name: "firstName", start: account.firstName, maxLength: 80, required: true, problem }),
          h(Field, { label: "Last name", name: "lastName", start: account.lastName, maxLength: 80, required: true, problem })),
        h(Submit, { action }, "Save")),
      action.done && h(Good, null, "Saved.")]));
}

const figure = (name, value) => h("div", null, h("dt", null, name), h("dd", null, value));
