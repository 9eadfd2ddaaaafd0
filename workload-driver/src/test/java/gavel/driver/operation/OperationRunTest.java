package gavel.driver.operation;

import static gavel.driver.operation.OperationBench.MILLI;
import static gavel.driver.operation.OperationBench.START;
import static gavel.driver.operation.OperationBench.json;
import static gavel.driver.operation.OperationBench.nothing;
import static gavel.driver.operation.OperationBench.picture;
import static gavel.driver.operation.OperationBench.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.operation.OperationBench.Recorded;
import gavel.driver.profile.OperationKind;
import gavel.driver.record.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How an operation goes from stage to stage, and what is recorded of it. */
class OperationRunTest {
    private static final byte[] SESSION = json(201, "{\"token\":\"t9\",\"accountId\":1,\"expiresAt\":\"x\"}");
    private static final byte[] ME =
            json(200, "{\"id\":1,\"version\":3,\"email\":\"u1@gavel.example\",\"creditLimit\":10.00}");
    private static final byte[] ITEM = json(200, """
            {"id":5,"title":"clock","startingPrice":10.00,"images":[
             {"id":"a","preview":"/api/images/a?size=preview","full":"/api/images/a?size=full"},
             {"id":"b","preview":"/api/images/b?size=preview","full":"/api/images/b?size=full"}]}
            """);

    private OperationBench bench;

    @BeforeEach
    void open() throws IOException {
        bench = new OperationBench();
    }

    @Test
    void isRecordedFromItsIntendedStartItsFirstWriteAndItsLastByte() {
        bench.on("POST /api/sessions", SESSION).on("GET /api/accounts/me", ME);

        bench.run.start(OperationKind.LOGIN, START - 30 * MILLI);
        bench.timetable.runUntil(2 * START);

        assertThat(bench.lines()).containsExactly("POST /api/sessions", "GET /api/accounts/me");
        assertThat(bench.log.recorded)
                .containsExactly(
                        new Recorded(OperationKind.LOGIN, START - 30 * MILLI, START, START + 20 * MILLI, Outcome.OK));
        assertThat(bench.ended).containsExactly(OperationKind.LOGIN);
        assertThat(bench.asked.getLast().header("authorization")).isEqualTo("Bearer t9");
    }

    @Test
    void aWrongStatusEndsItBeforeTheNextStage() {
        bench.on("POST /api/sessions", response(503, "retry-after: 7\r\n", new byte[0]));

        assertThat(bench.does(OperationKind.LOGIN).outcome()).isEqualTo(Outcome.STATUS);

        assertThat(bench.lines()).containsExactly("POST /api/sessions");
        assertThat(bench.log.failed).containsExactly("POST /api/sessions: status: status 503, expected was 201");
        assertThat(bench.run.failed()).isTrue();
        assertThat(bench.run.retryAfterSeconds()).isEqualTo(7);
    }

    @Test
    void theWaitAServerAskedForIsForgottenWithTheOperation() {
        bench.inTurn("POST /api/sessions", response(503, "retry-after: 7\r\n", new byte[0]), SESSION)
                .on("GET /api/accounts/me", ME);
        bench.does(OperationKind.LOGIN);

        assertThat(bench.does(OperationKind.LOGIN).outcome()).isEqualTo(Outcome.OK);

        assertThat(bench.run.retryAfterSeconds()).isLessThanOrEqualTo(0);
        assertThat(bench.run.failed()).isFalse();
    }

    @Test
    void aStageEndsWithTheLastOfItsExchangesThoughOneFailedLongBefore() {
        bench.person.catalogued = new long[] {5};
        bench.on("GET /api/items/5", ITEM)
                .on("GET /api/images/a", 300, _ -> picture())
                .on("GET /api/images/b", response(404, "", new byte[0]));

        Recorded recorded = bench.does(OperationKind.ITEM_DETAIL);

        assertThat(recorded.outcome()).isEqualTo(Outcome.STATUS);
        assertThat(recorded.end() - START).isEqualTo((10 + 300) * MILLI);
        assertThat(bench.asked.get(1).atMillis()).isEqualTo(bench.asked.get(2).atMillis());
        assertThat(bench.log.failed)
                .containsExactly("GET /api/images/b?size=preview: status: status 404, expected was 200");
    }

    @Test
    void theFirstOfTwoFailuresNamesTheOutcomeAndBothAreSaid() {
        bench.person.catalogued = new long[] {5};
        bench.on("GET /api/items/5", ITEM)
                .on("GET /api/images/a", 300, _ -> response(404, "", new byte[0]))
                .on("GET /api/images/b", response(200, "content-type: text/html\r\n", new byte[200]));

        assertThat(bench.does(OperationKind.ITEM_DETAIL).outcome()).isEqualTo(Outcome.CONTENT);
        assertThat(bench.log.failed).hasSize(2);
    }

    @Test
    void whatCannotBeAskedForIsAFailureWithoutARequest() {
        Recorded recorded = bench.does(OperationKind.ITEM_DETAIL);

        assertThat(recorded).isEqualTo(new Recorded(OperationKind.ITEM_DETAIL, START, START, START, Outcome.CONTENT));
        assertThat(bench.asked).isEmpty();
        assertThat(bench.log.failed).containsExactly("before a request: content: the catalogue shown has no lots");
    }

    @Test
    void whatIsGivenUpIsNotRecordedAndNobodyHearsOfIt() {
        bench.on("POST /api/sessions", SESSION).on("GET /api/accounts/me", ME);
        bench.run.start(OperationKind.LOGIN, START);
        bench.timetable.runUntil(START + 5 * MILLI);

        bench.run.cancel();
        bench.run.cancel();
        bench.timetable.runUntil(2 * START);

        assertThat(bench.log.started).containsExactly(OperationKind.LOGIN);
        assertThat(bench.log.recorded).isEmpty();
        assertThat(bench.log.failed).isEmpty();
        assertThat(bench.ended).isEmpty();
        assertThat(bench.run.active()).isFalse();
        assertThat(bench.does(OperationKind.LOGIN).outcome()).isEqualTo(Outcome.OK);
    }

    @Test
    void twoAtATimeAreADefectOfTheDriver() {
        bench.on("POST /api/sessions", SESSION).on("GET /api/accounts/me", ME);
        bench.run.start(OperationKind.LOGIN, START);

        assertThatThrownBy(() -> bench.run.start(OperationKind.LOGOUT, START))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("LOGOUT begins before LOGIN has ended");
    }

    @Test
    void aBodyThatIsNoJsonIsWrongContentAndNotAnotherStatus() {
        bench.on("POST /api/sessions", json(201, "<html>"));
        assertThat(bench.does(OperationKind.LOGIN).outcome()).isEqualTo(Outcome.CONTENT);

        bench.on("POST /api/sessions", json(201, "{\"token\":\"t9\""));
        assertThat(bench.does(OperationKind.LOGIN).outcome()).isEqualTo(Outcome.CONTENT);
        assertThat(bench.log.failed.getLast()).contains("ends too early");

        bench.on("POST /api/sessions", response(201, "content-type: text/plain\r\n", new byte[0]));
        assertThat(bench.does(OperationKind.LOGIN).outcome()).isEqualTo(Outcome.CONTENT);
        assertThat(bench.log.failed.getLast()).contains("content type OTHER, expected was JSON");
    }

    @Test
    void bytesThatAreNoHttpAreAProtocolFailure() {
        bench.on("DELETE /api/sessions/current", "SSH-2.0-x\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(bench.does(OperationKind.LOGOUT).outcome()).isEqualTo(Outcome.PROTOCOL);

        bench.on("DELETE /api/sessions/current", nothing(204));
        assertThat(bench.does(OperationKind.LOGOUT).outcome()).isEqualTo(Outcome.OK);
    }

    @Test
    void everyActionOfAPersonIsKnownAndNoneOfAFollower() {
        assertThat(Arrays.stream(OperationKind.values()).filter(kind -> !kind.background()))
                .allSatisfy(kind -> assertThat(Operations.of(kind)).isNotNull());
        assertThatThrownBy(() -> Operations.of(OperationKind.NEXT_BID)).hasMessageContaining("belongs to a follower");
    }
}
