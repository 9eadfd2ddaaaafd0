package gavel.auction.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.auction.problem.ApiProblem;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class AdmissionTest {
    private static final FilterChain QUICK = new MockFilterChain();
    private final AtomicInteger refused = new AtomicInteger();
    private final Admission admission = new Admission(2, refused::incrementAndGet);

    @Test
    void soManyWorkAtOnceAndTheNextIsToldToComeAgain() throws Exception {
        MockHttpServletResponse third = new MockHttpServletResponse();
        FilterChain whileTwoWork = (request, response) -> pass(third, QUICK);
        pass((request, response) -> pass(new MockHttpServletResponse(), whileTwoWork));

        assertThat(third.getStatus()).isEqualTo(503);
        assertThat(third.getHeader("Retry-After")).isEqualTo("1");
        assertThat(third.getContentType()).isEqualTo("application/problem+json");
        assertThat(third.getContentAsString()).contains("\"status\":503", "nothing was done");
        assertThat(third.getContentLength()).isEqualTo(third.getContentAsByteArray().length);
        assertThat(refused).hasValue(1);
    }

    @Test
    void whoIsDoneMakesRoom() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(pass(new MockFilterChain()).getStatus()).isEqualTo(200);
        }
        assertThat(admission.working()).isZero();
        assertThat(refused).hasValue(0);
    }

    @Test
    void whoFailsMakesRoomToo() {
        assertThatThrownBy(() -> pass((request, response) -> {
                    throw new ServletException("broken");
                }))
                .hasMessage("broken");
        assertThat(admission.working()).isZero();
    }

    @Test
    void whoIsRefusedTakesNoPlace() throws Exception {
        FilterChain full = (request, response) -> {
            pass(new MockHttpServletResponse(), QUICK);
            pass(new MockHttpServletResponse(), QUICK);
            assertThat(admission.working()).isEqualTo(2);
        };
        pass((request, response) -> pass(new MockHttpServletResponse(), full));
        assertThat(refused).hasValue(2);
    }

    @Test
    void whoSendsSlowlyKeepsNobodyFromWorkingAndOfThemThereAreAsManyAtMost() throws Exception {
        FilterChain third = (request, response) -> assertThatThrownBy(() -> arriving(request, () -> 0))
                .isInstanceOfSatisfying(
                        ApiProblem.class,
                        problem -> assertThat(problem.status().value()).isEqualTo(503));
        FilterChain second = (request, response) -> arriving(request, () -> arrivingIn(third));
        FilterChain first = (request, response) -> arriving(request, () -> {
            assertThat(admission.working()).isZero();
            assertThat(admission.arriving()).isEqualTo(1);
            return arrivingIn(second);
        });

        assertThat(pass(first).getStatus()).isEqualTo(200);

        assertThat(admission.working()).isZero();
        assertThat(admission.arriving()).isZero();
        assertThat(refused).hasValue(1);
    }

    private int arrivingIn(FilterChain chain) {
        try {
            pass(chain);
            return 0;
        } catch (ServletException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int arriving(ServletRequest request, Admission.Reading<Integer> reading) throws IOException {
        return Admission.whileArriving((HttpServletRequest) request, reading);
    }

    private MockHttpServletResponse pass(FilterChain chain) throws ServletException, IOException {
        MockHttpServletResponse response = new MockHttpServletResponse();
        pass(response, chain);
        return response;
    }

    private void pass(MockHttpServletResponse response, FilterChain chain) throws ServletException, IOException {
        admission.doFilter(new MockHttpServletRequest("GET", "/api/auctions"), response, chain);
    }
}
