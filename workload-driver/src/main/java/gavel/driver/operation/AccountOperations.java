package gavel.driver.operation;

import gavel.driver.body.Answer;
import gavel.driver.body.ContentException;
import gavel.driver.body.Expectation;
import gavel.driver.body.JsonBody;
import gavel.driver.message.Request;
import gavel.driver.message.RequestTemplate;
import java.util.List;

/** What a person does at the door and with the own profile. */
final class AccountOperations {
    private static final RequestTemplate HOME = RequestTemplate.get("/");
    private static final RequestTemplate ACCOUNTS = RequestTemplate.post("/api/accounts");
    private static final RequestTemplate SESSIONS = RequestTemplate.post("/api/sessions");
    private static final RequestTemplate LOG_OUT = RequestTemplate.delete("/api/sessions/current");
    private static final RequestTemplate ME = RequestTemplate.get("/api/accounts/me");
    private static final RequestTemplate CHANGE_ME = RequestTemplate.put("/api/accounts/me");

    private static final Expectation ACCOUNT = Expectation.json(200, "id", "version", "email", "creditLimit");
    private static final Expectation NEW_ACCOUNT = Expectation.json(201, "id", "version", "email", "creditLimit");
    private static final Expectation SESSION = Expectation.json(201, "token", "accountId", "expiresAt");
    private static final Expectation CHANGED_ACCOUNT =
            Expectation.json(200, "id", "version", "email", "creditLimit", "lastName");
    private static final int ID = 0;
    private static final int VERSION = 1;
    private static final int EMAIL = 2;
    private static final int LAST_NAME = 4;

    private AccountOperations() {}

    static void home(OperationRun run, int stage) {
        Person person = run.person();
        if (stage == 0) {
            Request request =
                    HOME.fill().header("if-none-match", person.etag("/")).build();
            run.send(request, Expectation.PAGE, call -> {
                person.cache("/", run.context().same(call.etag()));
                // A page that is as it was names files that the browser may keep without asking.
                person.assets = call.status() == 304
                        ? List.of()
                        : call.assets().paths().stream()
                                .map(run.context()::same)
                                .toList();
            });
        } else if (stage == 1) {
            for (String path : person.assets) {
                Request request = RequestTemplate.get(path)
                        .fill()
                        .header("if-none-match", person.etag(path))
                        .build();
                run.send(
                        request,
                        Expectation.ASSET,
                        call -> person.cache(path, run.context().same(call.etag())));
            }
        }
    }

    static void register(OperationRun run, int stage) {
        if (stage > 0) {
            return;
        }
        Person person = run.person();
        String email = "new-" + run.context().runKey() + "-" + person.user() + "-"
                + run.context().nextPerson() + "@gavel.example";
        Request request = ACCOUNTS.fill()
                .json(new JsonBody()
                        .with("email", email)
                        .with("password", person.account().password())
                        .with("firstName", "Ada")
                        .with("lastName", "Newcomer")
                        .bytes());
        run.send(request, NEW_ACCOUNT, call -> {
            expectEmail(call.answer(), email);
            person.accountId = call.answer().id(ID);
            person.email = email;
        });
    }

    static void login(OperationRun run, int stage) {
        Person person = run.person();
        if (stage == 0) {
            Request request = SESSIONS.fill()
                    .json(new JsonBody()
                            .with("email", person.email)
                            .with("password", person.account().password())
                            .bytes());
            run.send(request, SESSION, call -> {
                person.token = call.answer().text(0);
                long expected = person.registering()
                        ? person.accountId
                        : person.account().id();
                call.answer().expectId(1, expected);
                person.accountId = expected;
            });
        } else if (stage == 1) {
            readProfile(run);
        }
    }

    static void viewProfile(OperationRun run, int stage) {
        if (stage == 0) {
            readProfile(run);
        }
    }

    static void updateProfile(OperationRun run, int stage) {
        Person person = run.person();
        if (stage == 0) {
            readProfile(run);
        } else if (stage == 1) {
            String lastName = Prose.word(run) + "-" + person.nextMade();
            Request request = CHANGE_ME
                    .fill()
                    .bearer(person.token)
                    .json(new JsonBody()
                            .with("firstName", "Ada")
                            .with("lastName", lastName)
                            .with("version", person.profileVersion)
                            .bytes());
            run.send(request, CHANGED_ACCOUNT, call -> {
                call.answer().expectId(ID, person.accountId);
                call.answer().expectText(LAST_NAME, lastName);
                long version = call.answer().id(VERSION);
                if (version <= person.profileVersion) {
                    throw new ContentException(
                            "version " + version + " after " + person.profileVersion + " was changed");
                }
            });
        }
    }

    static void logout(OperationRun run, int stage) {
        if (stage == 0) {
            run.send(LOG_OUT.fill().bearer(run.person().token).build(), Expectation.NO_CONTENT, Reading.NOTHING);
        }
    }

    private static void readProfile(OperationRun run) {
        Person person = run.person();
        run.send(ME.fill().bearer(person.token).build(), ACCOUNT, call -> {
            call.answer().expectId(ID, person.accountId);
            expectEmail(call.answer(), person.email);
            person.profileVersion = call.answer().id(VERSION);
        });
    }

    private static void expectEmail(Answer answer, String expected) throws ContentException {
        if (!answer.text(EMAIL).equalsIgnoreCase(expected)) {
            throw new ContentException("email is " + answer.text(EMAIL) + ", asked for was " + expected);
        }
    }
}
