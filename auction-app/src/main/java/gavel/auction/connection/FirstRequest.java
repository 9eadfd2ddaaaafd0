package gavel.auction.connection;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;

/**
 * How long ago the first request came to this node after it was ready; what it sends itself to become warm is none. Who reads the figure knows
 * the moment, however late and seldom it is read.
 */
final class FirstRequest extends HttpFilter implements ApplicationListener<ApplicationReadyEvent> {
    private static final long serialVersionUID = 1L;
    private static final double NANOS = 1e9;

    private final transient MeterRegistry metrics;
    private final transient LongSupplier nanos;
    private final AtomicBoolean awaited = new AtomicBoolean();

    FirstRequest(MeterRegistry metrics, LongSupplier nanos) {
        this.metrics = metrics;
        this.nanos = nanos;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent ready) {
        await();
    }

    void await() {
        awaited.set(true);
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (awaited.get() && awaited.compareAndSet(true, false)) {
            long came = nanos.getAsLong();
            Gauge.builder("gavel.requests.first.age", () -> (nanos.getAsLong() - came) / NANOS)
                    .description("Since the first request came after the node was ready")
                    .baseUnit("seconds")
                    .register(metrics);
        }
        chain.doFilter(request, response);
    }
}
