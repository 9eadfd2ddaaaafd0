package gavel.harness.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.http.Http;
import gavel.harness.http.Http.Answer;
import gavel.harness.run.FakeApplication;
import gavel.harness.run.FakeTime;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrontDoorCheckTest {
    private static final URI DOOR = URI.create("http://127.0.0.1:8080");
    private final FakeApplication application = new FakeApplication();
    private final FakeTime time = new FakeTime();
    private final Instant begun = time.instant();
    /** How often each request was sent. */
    private final Map<String, Integer> sent = new ConcurrentHashMap<>();

    private FrontDoorCheck.Checked check() throws InterruptedException {
        return checkWith(application);
    }

    private FrontDoorCheck.Checked checkWith(Http http) throws InterruptedException {
        return new FrontDoorCheck(http, DOOR, time).check("u1@gavel.example", "secret");
    }

    /** The same application, whose first answers to a request are this one. */
    private Http at(String request, int times, int status) {
        return (method, uri, token, body) -> {
            String asked = method + " " + uri.getPath();
            int before = sent.merge(asked, 1, Integer::sum) - 1;
            return asked.equals(request) && before < times
                    ? new Answer(status, "not now")
                    : application.send(method, uri, token, body);
        };
    }

    private Duration passed() {
        return Duration.between(begun, time.instant());
    }

    private List<String> problems() {
        List<String> problems = new ArrayList<>();
        assertThatThrownBy(this::check)
                .isInstanceOfSatisfying(EnvironmentException.class, e -> problems.addAll(e.evidence()));
        return problems;
    }

    @Test
    void aGoodApplicationIsAskedForEverythingAPersonWouldSee() throws Exception {
        FrontDoorCheck.Checked checked = check();
        assertThat(checked).isEqualTo(new FrontDoorCheck.Checked(16, 0));
        assertThat(checked.remark()).isEmpty();
    }

    /** Which takes a server that has just started a second. */
    @Test
    void thePersonIsAnsweredWhileTheDescriptionIsMade() throws Exception {
        CountDownLatch left = new CountDownLatch(1);
        Http slow = (method, uri, token, body) -> {
            if (method.equals("DELETE")) {
                left.countDown();
            } else if (uri.getPath().equals("/v3/api-docs")) {
                assertThat(left.await(30, TimeUnit.SECONDS)).isTrue();
            }
            return application.send(method, uri, token, body);
        };

        assertThat(checkWith(slow).answers()).isEqualTo(16);
    }

    /** A balancer takes a server that has too much to do for a moment for lost; some of its own limits are ten seconds. */
    @ParameterizedTest
    @CsvSource({
        "GET /v3/api-docs, 502",
        "GET /v3/api-docs, 0",
        "POST /api/sessions, 503",
        "POST /api/sessions, 0",
        "GET /api/items, 504",
        "DELETE /api/sessions/current, 503"
    })
    void whoHasTooMuchToDoJustNowIsAskedAgain(String request, int status) throws Exception {
        FrontDoorCheck.Checked checked = checkWith(at(request, 2, status));

        assertThat(checked).isEqualTo(new FrontDoorCheck.Checked(16, 2));
        assertThat(checked.remark()).isEqualTo(", 2 requests sent again");
        assertThat(checked.and(new FrontDoorCheck.Checked(16, 0))).isEqualTo(new FrontDoorCheck.Checked(32, 2));
        assertThat(sent).containsEntry(request, 3);
    }

    @Test
    void whoNeverHasTimeIsNotAskedForEver() {
        assertThatThrownBy(() -> checkWith(at("POST /api/sessions", Integer.MAX_VALUE, 503)))
                .isInstanceOfSatisfying(EnvironmentException.class, e -> assertThat(e.evidence())
                        .containsExactly("POST /api/sessions: expected 201 that gives a token, got 503 not now"));
        assertThat(passed()).isEqualTo(FrontDoorCheck.PATIENCE);
    }

    @ParameterizedTest
    @CsvSource({"POST /api/sessions, 401", "GET /api/items, 500", "DELETE /api/sessions/current, 0"})
    void whatIsWrongOrMayHaveBeenDoneIsNotAskedForAgain(String request, int status) {
        assertThatThrownBy(() -> checkWith(at(request, 1, status))).isInstanceOf(EnvironmentException.class);

        assertThat(sent).containsEntry(request, 1);
        assertThat(passed()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            GET /v3/api-docs                   | 200 | {"paths": {}}                     | describes /api/auctions
            GET /api/accounts/me               | 200 | {"id": 2, "email": "u1@gavel.example"} | is the account that logged in
            GET /api/accounts/me               | 200 | {"id": 1, "email": "u2@gavel.example"} | is the account that logged in
            GET /api/accounts/me/bids          | 200 | {"items": {}}                     | has items
            GET /api/accounts/me/attendance    | 500 | {}                                | has items
            GET /api/accounts/me/purchases     | 200 | []                                | has items
            GET /api/items                     | 200 | {"items": []}                     | finds an item
            GET /api/items/7                   | 200 | {"id": 8}                         | is the item asked for
            GET /api/images/7-1                | 404 | {}                                | is a picture
            GET /api/auctions                  | 200 | {"items": []}                     | finds a running auction
            GET /api/auctions/3                | 200 | {"id": 4}                         | is the auction asked for
            GET /api/auctions/3/lots           | 200 | {"items": []}                     | has lots
            GET /api/auctions/3/lots/current   | 200 | {"revision": 0}                   | has a revision
            GET /api/auctions/3/live           | 200 | {"lot": {"minimumBid": 0}}        | has a lot that takes bids
            GET /api/auctions/3/live           | 204 | ~~                                | has a lot that takes bids
            DELETE /api/sessions/current       | 500 | {}                                | ends the session
            """)
    void oneWrongAnswerIsToldAndNothingElse(String request, int status, String body, String expectation) {
        application.on(request, status, body);

        assertThat(problems()).singleElement().asString().contains(expectation, "got " + status);
    }

    @Test
    void anAnswerThatIsNoJsonIsAWrongAnswerAndNoDefect() {
        application.on("GET /api/items/7", 200, "<html>");

        assertThat(problems())
                .containsExactly("GET /api/items/7: expected 200 that is the item asked for, got 200 <html>");
    }

    @Test
    void withoutATokenNothingElseIsAskedBecauseItWouldOnlyRepeatTheProblem() {
        application.on("POST /api/sessions", 401, "{\"title\": \"wrong password\"}");

        assertThat(problems())
                .containsExactly(
                        "POST /api/sessions: expected 201 that gives a token, got 401 {\"title\": \"wrong password\"}");
    }

    @Test
    void anApplicationThatLetsEverybodyInIsRefused() {
        Http open = (method, uri, token, body) ->
                new FakeApplication().send(method, uri, token == null ? "anybody" : token, body);

        assertThatThrownBy(() -> checkWith(open))
                .isInstanceOfSatisfying(EnvironmentException.class, e -> assertThat(e.evidence())
                        .singleElement()
                        .asString()
                        .startsWith("GET /api/accounts/me: expected 401 that is refused without a token, got 200"));
    }

    @Test
    void anAddressWhereNobodyAnswersIsTold() {
        Http refused = (method, uri, token, body) -> new Answer(0, "no answer from " + uri + ": refused");

        assertThatThrownBy(() -> checkWith(refused))
                .hasMessage("the application at " + DOOR + " does not answer as it should (3 of 3 checks)")
                .isInstanceOfSatisfying(EnvironmentException.class, e -> assertThat(e.evidence())
                        .hasSize(3)
                        .allMatch(line -> line.contains("got no answer from http://127.0.0.1:8080/")));
    }

    @Test
    void aLongAnswerIsCutInTheMessage() {
        application.on("GET /api/items", 500, "x".repeat(10_000));

        assertThat(problems()).singleElement().asString().hasSizeLessThan(450).endsWith("…");
    }
}
