// The person's name, credit, address and password.
import { h } from "preact";
import { call } from "../api.js";
import { cents, money, ofCents } from "../money.js";
import { Field, Good, ProblemNote, Shown, Submit, Title, values } from "../parts.js";
import { useAction, useRead } from "../read.js";
import { href } from "../router.js";

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
        figure("Spent", h("a", { href: href("/me/purchases") }, money(account.spent))),
        figure("Credit limit", money(account.creditLimit))),
      h("h2", null, "Name"),
      h("form", { key: account.version, onSubmit: (event) => { event.preventDefault(); action.run(event.currentTarget, account.version); } },
        h(ProblemNote, { problem, shown: ["firstName", "lastName"], again: problem?.status === STALE ? read.again : undefined }),
        h("div", { class: "pair" },
          h(Field, { label: "First name", name: "firstName", autocomplete: "given-name", start: account.firstName, maxLength: 80, required: true, problem }),
          h(Field, { label: "Last name", name: "lastName", autocomplete: "family-name", start: account.lastName, maxLength: 80, required: true, problem })),
        h(Submit, { action }, "Save")),
      action.done && h(Good, null, "Saved."),
      h("h2", null, "E-mail address"),
      h(LoginForm, {
        set: read.set, text: "Change the address", done: "From now on you log in with this address.",
        field: { label: "New e-mail address", name: "email", type: "email", autocomplete: "email", maxLength: 254 },
      }),
      h("h2", null, "Password"),
      h(LoginForm, {
        set: read.set, text: "Change the password", done: "The password is changed. You are logged out everywhere else.",
        field: { label: "New password", name: "newPassword", type: "password", autocomplete: "new-password", minLength: 8, maxLength: 72, hint: "8 to 72 characters" },
      })]));
}

const figure = (name, value) => h("div", null, h("dt", null, name), h("dd", null, value));

/** One part of how the person logs in; the present password is asked for each time. */
function LoginForm({ set, text, done, field }) {
  const action = useAction(async (form) => {
    const account = await call("PUT", "/api/accounts/me/login", { body: values(form) });
    form.reset();
    set(account);
  });
  const { problem } = action;
  const submit = (event) => {
    event.preventDefault();
    action.run(event.currentTarget);
  };
  return h("form", { onSubmit: submit },
    h(ProblemNote, { problem, shown: ["email", "newPassword", "password"] }),
    h("div", { class: "pair" },
      h(Field, { ...field, required: true, problem }),
      h(Field, { label: "Present password", name: "password", type: "password", autocomplete: "current-password", maxLength: 72, required: true, problem })),
    h(Submit, { action }, text),
    action.done && h(Good, null, done));
}
