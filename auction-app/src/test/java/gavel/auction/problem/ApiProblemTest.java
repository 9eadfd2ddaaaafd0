package gavel.auction.problem;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoTimeoutException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.web.method.annotation.ExceptionHandlerMethodResolver;

class ApiProblemTest {
    private final ProblemAdvice advice = new ProblemAdvice();

    static Stream<Arguments> problems() {
        return Stream.of(
                Arguments.of(ApiProblem.invalid("q", "too long"), 400),
                Arguments.of(ApiProblem.unauthenticated("who?"), 401),
                Arguments.of(ApiProblem.forbidden("not yours"), 403),
                Arguments.of(ApiProblem.notFound("lot", 3), 404),
                Arguments.of(ApiProblem.conflict("taken"), 409),
                Arguments.of(ApiProblem.stale("item", 2), 412),
                Arguments.of(ApiProblem.tooLarge("a picture"), 413),
                Arguments.of(ApiProblem.unprocessable("no sense"), 422),
                Arguments.of(ApiProblem.unavailable("busy", Duration.ofSeconds(3)), 503));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void everyKindHasItsStatusAndTellsItsDetail(ApiProblem problem, int status) {
        ResponseEntity<Object> answer = advice.problem(problem);

        assertThat(answer.getStatusCode().value()).isEqualTo(status);
        assertThat(answer.getHeaders().getContentType()).hasToString("application/problem+json");
        assertThat(answer.getBody()).isInstanceOfSatisfying(ProblemDetail.class, body -> {
            assertThat(body.getStatus()).isEqualTo(status);
            assertThat(body.getDetail()).isEqualTo(problem.getMessage());
        });
    }

    @Test
    void onlyWhoIsUnknownIsToldHowToLogIn() {
        assertThat(header(ApiProblem.unauthenticated("who?"), "WWW-Authenticate"))
                .isEqualTo("Bearer");
        assertThat(header(ApiProblem.forbidden("not yours"), "WWW-Authenticate"))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({"PT0S, 1", "PT0.2S, 1", "PT1S, 1", "PT1.9S, 1", "PT2S, 2", "PT1M, 60"})
    void whoShallTryAgainWaitsAtLeastASecond(Duration wait, String header) {
        assertThat(header(ApiProblem.unavailable("busy", wait), "Retry-After")).isEqualTo(header);
    }

    @Test
    void nobodyIsToldToTryAgainWhatCannotSucceed() {
        assertThat(header(ApiProblem.conflict("taken"), "Retry-After")).isNull();
        assertThat(ApiProblem.conflict("taken").retryAfter()).isNull();
    }

    @Test
    void fieldsAtFaultAreKeptAsTheyWere() {
        List<FieldProblem> faults = new ArrayList<>(List.of(new FieldProblem("page", "must be 0 to 9: -1")));
        ApiProblem problem = ApiProblem.invalid(faults);

        faults.clear();

        assertThat(problem.errors()).containsExactly(new FieldProblem("page", "must be 0 to 9: -1"));
        assertThat(((ProblemDetail) advice.problem(problem).getBody()).getProperties())
                .containsEntry("errors", problem.errors());
    }

    @Test
    void aProblemOfNoFieldListsNone() {
        assertThat(((ProblemDetail) advice.problem(ApiProblem.conflict("taken")).getBody()).getProperties())
                .isNull();
    }

    @Test
    void aProblemCostsNoStackTrace() {
        assertThat(ApiProblem.notFound("lot", 3).getStackTrace()).isEmpty();
    }

    @Test
    void detailsNameWhatWasAskedFor() {
        assertThat(ApiProblem.notFound("lot", "3 in auction 4")).hasMessage("There is no lot 3 in auction 4.");
        assertThat(ApiProblem.stale("item", 2)).hasMessageContaining("This item has changed since version 2");
    }

    @Test
    void aDataServiceThatIsAwayIsUnavailableAndKeepsItsSecrets() {
        List<Exception> failures = List.of(
                new DataAccessResourceFailureException("secret"),
                new QueryTimeoutException("secret"),
                new CannotCreateTransactionException("secret"),
                new TransactionSystemException("secret"),
                new MongoTimeoutException("secret"));

        assertThat(failures).allSatisfy(failure -> {
            ResponseEntity<Object> answer = advice.dataService(failure);
            assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
            assertThat(answer.getHeaders().getFirst("Retry-After")).isEqualTo("1");
            assertThat(answer.getBody().toString()).doesNotContain("secret");
        });
    }

    /** Its connection is gone, so it cannot even be rolled back. */
    @Test
    void aTransactionThatLosesTheDatabaseIsAnsweredAsAnyRequestThatDoes() {
        Method answering = new ExceptionHandlerMethodResolver(ProblemAdvice.class)
                .resolveMethod(new TransactionSystemException("JDBC rollback failed"));

        assertThat(answering.getName()).isEqualTo("dataService");
    }

    @Test
    void whatNobodyExpectedKeepsItsSecretsToo() {
        ResponseEntity<Object> answer = advice.unexpected(new IllegalStateException("secret"));

        assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.INTERNAL_SERVER_ERROR);
        assertThat(answer.getBody().toString()).doesNotContain("secret");
    }

    private String header(ApiProblem problem, String name) {
        return advice.problem(problem).getHeaders().getFirst(name);
    }
}
