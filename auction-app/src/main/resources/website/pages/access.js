// Logging in, and registering.
import { h } from "preact";
import { call } from "../api.js";
import { Field, Good, ProblemNote, Submit, Title, values } from "../parts.js";
import { useAction } from "../read.js";
import { go, href } from "../router.js";
import { begin, farewell } from "../session.js";
import { useSignal } from "../signal.js";

async function logIn({ email, password }) {
  begin({ ...(await call("POST", "/api/sessions", { body: { email, password } })), email });
}

const submitting = (action, query) => async (event) => {
  event.preventDefault();
  if (await action.run(values(event.currentTarget))) {
    go(query.then ?? "/");
  }
};

export function Login({ query }) {
  const reason = useSignal(farewell);
  const action = useAction(async (given) => { await logIn(given); return true; });
  return h("div", { class: "narrow" },
    h(Title, { text: "Log in" }),
    reason && h("div", { class: "note warn", role: "status" }, reason),
    h("form", { onSubmit: submitting(action, query) },
      h(ProblemNote, { problem: action.problem, shown: ["email", "password"] }),
      h(Field, { label: "E-mail address", name: "email", type: "email", autocomplete: "username", required: true, problem: action.problem }),
      h(Field, { label: "Password", name: "password", type: "password", autocomplete: "current-password", required: true, problem: action.problem }),
      h(Submit, { action }, "Log in")),
    h("p", null, "New here? ", h("a", { href: href("/register", query) }, "Register")));
}

export function Register({ query }) {
  const action = useAction(async (given) => {
    await call("POST", "/api/accounts", { body: given });
    await logIn(given);
    return true;
  });
  const { problem } = action;
  return h("div", { class: "narrow" },
    h(Title, { text: "Register" }),
    h("form", { onSubmit: submitting(action, query) },
      h(ProblemNote, { problem, shown: ["email", "password", "firstName", "lastName"] }),
      h("div", { class: "pair" },
        h(Field, { label: "First name", name: "firstName", autocomplete: "given-name", maxLength: 80, required: true, problem }),
        h(Field, { label: "Last name", name: "lastName", autocomplete: "family-name", maxLength: 80, required: true, problem })),
      h(Field, { label: "E-mail address", name: "email", type: "email", autocomplete: "username", required: true, problem }),
      h(Field, { label: "Password", name: "password", type: "password", autocomplete: "new-password", minLength: 8, maxLength: 72, required: true, hint: "8 to 72 characters", problem }),
      h(Submit, { action }, "Register")),
    action.done && h(Good, null, "Welcome."),
    h("p", null, "Registered already? ", h("a", { href: href("/login", query) }, "Log in")));
}
