package gavel.auction.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class FirstRequestTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final AtomicLong nanos = new AtomicLong(5);
    private final FirstRequest first = new FirstRequest(meters, nanos::get);

    private void request(long atNanos) throws Exception {
        nanos.set(atNanos);
        MockFilterChain rest = new MockFilterChain();
        first.doFilter(new MockHttpServletRequest(), new MockHttpServletResponse(), rest);
        assertThat(rest.getRequest()).as("it goes on to the application").isNotNull();
    }

    private Gauge age() {
        return meters.find("gavel.requests.first.age").gauge();
    }

    @Test
    void whatANodeSendsItselfBeforeItIsReadyIsNoRequestOfOthers() throws Exception {
        request(1_000);
        assertThat(age()).isNull();
    }

    @Test
    void theAgeIsThatOfTheFirstRequestWhateverComesLater() throws Exception {
        request(1_000);
        first.await();
        assertThat(age()).isNull();
        request(2_000_000_000L);
        request(9_000_000_000L);
        nanos.set(12_500_000_000L);
        assertThat(age().value()).isEqualTo(10.5);
    }
}
