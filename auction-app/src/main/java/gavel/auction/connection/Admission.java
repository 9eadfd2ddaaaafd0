package gavel.auction.connection;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets so many requests work at once; others are told to come again later, before they cost anything. A request that is held for news
 * works only until it is held. Without this bound a node that is asked for more than it can do would keep every request of every
 * connection in memory.
 */
final class Admission extends OncePerRequestFilter {
    private static final String RETRY_AFTER_SECONDS = "1";
    private static final byte[] PROBLEM = """
            {"type":"about:blank","title":"Service Unavailable","status":503,\
            "detail":"This node has too much to do; nothing was done.","instance":null}""".getBytes(StandardCharsets.US_ASCII);

    private final int most;
    private final Runnable onRefusal;
    private final AtomicInteger working = new AtomicInteger();

    Admission(int most, Runnable onRefusal) {
        this.most = most;
        this.onRefusal = onRefusal;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            if (working.incrementAndGet() <= most) {
                chain.doFilter(request, response);
            } else {
                refuse(response);
            }
        } finally {
            working.decrementAndGet();
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

    int working() {
        return working.get();
    }
}
