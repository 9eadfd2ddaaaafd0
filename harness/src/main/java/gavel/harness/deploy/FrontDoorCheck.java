package gavel.harness.deploy;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.http.Http;
import gavel.harness.http.Http.Answer;
import gavel.harness.time.Timekeeper;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * Asks what a person would ask, through an address people use, and looks whether the answers make sense, before any load is put on a
 * deployment that could not serve one user. Reads only; the one thing it leaves is a session that it ends. For one address, used once.
 *
 * <p>On a slow machine a server that has just started may have too much to do for a moment, and the one in front of it takes it for lost.
 * So a request that gets no answer, or is told to come again, is sent again for a while. A wrong answer is final.
 */
public final class FrontDoorCheck {
    /** Which every data set has. */
    public static final String FIRST_ACCOUNT = "u1@gavel.example";

    private static final JsonMapper JSON = new JsonMapper();
    private static final String DESCRIPTION = "/v3/api-docs";
    /** For all requests together. Longer than the client waits for an answer, so that one that does not come is asked for again, too. */
    static final Duration PATIENCE = Duration.ofSeconds(90);

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int UNAVAILABLE = 503;
    /** No answer at all, and what a server in front says where it has none. */
    private static final Set<Integer> NOT_NOW = Set.of(0, 502, UNAVAILABLE, 504);

    private final Http http;
    private final URI door;
    private final Timekeeper time;
    private final List<String> problems = new ArrayList<>();
    private final AtomicInteger repeated = new AtomicInteger();
    private int asked;
    private Instant end;

    /**
     * @param answers that were checked
     * @param repeated requests that had to be sent again for them
     */
    public record Checked(int answers, int repeated) {
        public static final Checked NOTHING = new Checked(0, 0);

        public Checked and(Checked more) {
            return new Checked(answers + more.answers, repeated + more.repeated);
        }

        /** What is to be said beside the number of answers. */
        public String remark() {
            return switch (repeated) {
                case 0 -> "";
                case 1 -> ", 1 request sent again";
                default -> ", " + repeated + " requests sent again";
            };
        }
    }

    public FrontDoorCheck(Http http, URI door, Timekeeper time) {
        this.http = http;
        this.door = door;
        this.time = time;
    }

    /** @throws EnvironmentException with every answer that was wrong */
    public Checked check(String email, String password) throws InterruptedException {
        end = time.instant().plus(PATIENCE);
        try (ExecutorService beside = Executors.newVirtualThreadPerTaskExecutor()) {
            // A server that has just started takes a second to make it, and answers the rest meanwhile.
            Future<Answer> description = beside.submit(() -> answer("GET", DESCRIPTION, null, null));
            try {
                people(email, password);
                judge(
                        "GET " + DESCRIPTION,
                        awaited(description),
                        200,
                        body -> body.path("paths").has("/api/auctions"),
                        "describes /api/auctions");
            } finally {
                beside.shutdownNow();
            }
        }
        if (!problems.isEmpty()) {
            throw new EnvironmentException(
                    "the application at " + door + " does not answer as it should (" + problems.size() + " of " + asked
                            + " checks)",
                    problems,
                    null);
        }
        return new Checked(asked, repeated.get());
    }

    private Answer answer(String method, String path, String token, String body) throws InterruptedException {
        Answer answer = http.send(method, door.resolve(path), token, body);
        while (comesAgain(method, answer.status()) && time.instant().isBefore(end)) {
            time.pause(PAUSE);
            repeated.incrementAndGet();
            answer = http.send(method, door.resolve(path), token, body);
        }
        return answer;
    }

    /** A session may have been ended although the answer is lost: then it cannot be ended again. */
    private static boolean comesAgain(String method, int status) {
        return method.equals("DELETE") ? status == UNAVAILABLE : NOT_NOW.contains(status);
    }

    private static Answer awaited(Future<Answer> answer) throws InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e.getCause());
        }
    }

    private void people(String email, String password) throws InterruptedException {
        ask("GET", "/api/accounts/me", null, 401, body -> true, "is refused without a token");
        JsonNode session = ask(
                "POST",
                "/api/sessions",
                Map.of("email", email, "password", password),
                201,
                body -> body.path("token").isString(),
                "gives a token");
        String token = session.path("token").asString("");
        if (!token.isEmpty()) {
            signedIn(token, session.path("accountId").asLong(-1), email);
        }
    }

    private void signedIn(String token, long accountId, String email) throws InterruptedException {
        read(
                "/api/accounts/me",
                token,
                body -> body.path("id").asLong(-1) == accountId
                        && body.path("email").asString("").equals(email),
                "is the account that logged in");
        for (String history : List.of("bids", "attendance", "purchases")) {
            read(
                    "/api/accounts/me/" + history,
                    token,
                    body -> body.path("items").isArray(),
                    "has items");
        }
        JsonNode items = read("/api/items?size=1", token, FrontDoorCheck::hasItems, "finds an item");
        if (hasItems(items)) {
            item(token, items.path("items").path(0).path("id").asLong());
        }
        JsonNode auctions =
                read("/api/auctions?state=RUNNING&size=1", token, FrontDoorCheck::hasItems, "finds a running auction");
        if (hasItems(auctions)) {
            auction(token, auctions.path("items").path(0).path("id").asLong());
        }
        ask("DELETE", "/api/sessions/current", token, null, 204, body -> true, "ends the session");
    }

    private void item(String token, long id) throws InterruptedException {
        JsonNode item =
                read("/api/items/" + id, token, body -> body.path("id").asLong() == id, "is the item asked for");
        String thumbnail = item.path("thumbnail").asString("");
        if (!thumbnail.isEmpty()) {
            ask("GET", thumbnail, null, 200, body -> true, "is a picture");
        }
    }

    private void auction(String token, long id) throws InterruptedException {
        String path = "/api/auctions/" + id;
        read(path, token, body -> body.path("id").asLong() == id, "is the auction asked for");
        read(path + "/lots?size=5", token, FrontDoorCheck::hasItems, "has lots");
        read(path + "/lots/current", token, body -> body.path("revision").asLong() > 0, "has a revision");
        read(
                path + "/live",
                token,
                body -> body.path("lot").path("minimumBid").asDouble(0) > 0,
                "has a lot that takes bids");
    }

    private static boolean hasItems(JsonNode page) {
        return !page.path("items").isEmpty();
    }

    private JsonNode read(String path, String token, Predicate<JsonNode> sensible, String expectation)
            throws InterruptedException {
        return ask("GET", path, token, null, 200, sensible, expectation);
    }

    private JsonNode ask(
            String method, String path, Object body, int status, Predicate<JsonNode> sensible, String expectation)
            throws InterruptedException {
        return ask(method, path, null, body, status, sensible, expectation);
    }

    private JsonNode ask(
            String method,
            String path,
            String token,
            Object body,
            int status,
            Predicate<JsonNode> sensible,
            String expectation)
            throws InterruptedException {
        Answer answer = answer(method, path, token, body == null ? null : JSON.writeValueAsString(body));
        return judge(method + " " + path, answer, status, sensible, expectation);
    }

    private JsonNode judge(
            String request, Answer answer, int status, Predicate<JsonNode> sensible, String expectation) {
        asked++;
        JsonNode parsed = parsed(answer.body());
        if (answer.status() != status || !sensible.test(parsed)) {
            problems.add(request + ": expected " + status + " that " + expectation + ", got " + answer.brief());
        }
        return parsed;
    }

    private static JsonNode parsed(String body) {
        try {
            return body.isEmpty() ? MissingNode.getInstance() : JSON.readTree(body);
        } catch (JacksonException expected) {
            return MissingNode.getInstance();
        }
    }
}
