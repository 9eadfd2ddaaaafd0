package gavel.auction.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
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

    private MockHttpServletResponse pass(FilterChain chain) throws ServletException, IOException {
        MockHttpServletResponse response = new MockHttpServletResponse();
        pass(response, chain);
        return response;
    }

    private void pass(MockHttpServletResponse response, FilterChain chain) throws ServletException, IOException {
        admission.doFilter(new MockHttpServletRequest("GET", "/api/auctions"), response, chain);
    }
}
