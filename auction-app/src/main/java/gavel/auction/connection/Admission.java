package gavel.auction.connection;

import gavel.auction.problem.ApiProblem;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets so many requests work at once; others are told to come again later, before they cost anything. A request that is held for news works
 * only until it is held, and one whose body is still on its way does not work either. Of these there may be as many again, so that slow
 * senders keep no other request from working. Without this bound a node that is asked for more than it can do would keep every request of
 * every connection in memory.
 */
public final class Admission extends OncePerRequestFilter {
    private static final String ATTRIBUTE = Admission.class.getName();
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final String RETRY_AFTER_SECONDS = "1";
    private static final byte[] PROBLEM = """
            {"type":"about:blank","title":"Service Unavailable","status":503,\
            "detail":"This server is too busy; nothing was done.","instance":null}""".getBytes(StandardCharsets.US_ASCII);

    private final int most;
    private final Runnable onRefusal;
    private final AtomicInteger working = new AtomicInteger();
    private final AtomicInteger arriving = new AtomicInteger();

    /** Reads from a client. */
    @FunctionalInterface
    public interface Reading<T> {
        T read() throws IOException;
    }

    Admission(int most, Runnable onRefusal) {
        this.most = most;
        this.onRefusal = onRefusal;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            if (working.incrementAndGet() <= most) {
                request.setAttribute(ATTRIBUTE, this);
                chain.doFilter(request, response);
            } else {
                refuse(response);
            }
        } finally {
            working.decrementAndGet();
        }
    }

    /**
     * Reads what may be long in coming; meanwhile the request does not count as one at work.
     *
     * @throws ApiProblem 503 when too many do so already
     */
    public static <T> T whileArriving(HttpServletRequest request, Reading<T> reading) throws IOException {
        return request.getAttribute(ATTRIBUTE) instanceof Admission admission
                ? admission.whileArriving(reading)
                : reading.read();
    }

    private <T> T whileArriving(Reading<T> reading) throws IOException {
        try {
            if (arriving.incrementAndGet() > most) {
                onRefusal.run();
                throw ApiProblem.unavailable("Too many request bodies are arriving; nothing was done.", RETRY_AFTER);
            }
            working.decrementAndGet();
            try {
                return reading.read();
            } finally {
                working.incrementAndGet();
            }
        } finally {
            arriving.decrementAndGet();
        }
    }

    private void refuse(HttpServletResponse response) throws IOException {
        onRefusal.run();
        response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
        response.setContentType("application/problem+json");
        response.setContentLength(PROBLEM.length);
        response.getOutputStream().write(PROBLEM);
    }

    int arriving() {
        return arriving.get();
    }

    int working() {
        return working.get();
    }
}
