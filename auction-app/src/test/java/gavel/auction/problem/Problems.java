package gavel.auction.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What tests say of refusals. */
public final class Problems {
    private Problems() {}

    /** The call is refused with this status. */
    public static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(int status, ThrowingCallable call) {
        return assertThatThrownBy(call).isInstanceOfSatisfying(ApiProblem.class, problem -> assertThat(
                        problem.status().value())
                .isEqualTo(status));
    }

    /** The call is refused because of these fields. */
    public static void assertInvalid(ThrowingCallable call, String... fields) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ApiProblem.class, problem -> {
            assertThat(problem.status().value()).isEqualTo(400);
            assertThat(problem.errors()).extracting(FieldProblem::field).containsExactly(fields);
        });
    }
}
