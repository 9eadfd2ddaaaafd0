package gavel.auction.body;

import gavel.auction.connection.Admission;
import gavel.auction.problem.ApiProblem;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Lets bodies of JSON and forms with files in, bounded, and no others. One that is too long is refused by its announced length before any of it
 * is read. What is left of an unwanted one is read and dropped, a little of it, so that its sender gets the answer.
 */
final class BodyFilter extends OncePerRequestFilter {
    private static final Logger LOG = LoggerFactory.getLogger(BodyFilter.class);
    private static final int MOST_READ_AWAY = 10 * 1024 * 1024;
    private static final long LONGEST_NANOS = 5_000_000_000L;

    private final BodyReader reader;
    private final ByteBudget budget;
    private final Supplier<HandlerExceptionResolver> problems;
    private final LongSupplier nanoClock;

    BodyFilter(ByteBudget budget, Supplier<HandlerExceptionResolver> problems, LongSupplier nanoClock) {
        this.reader = new BodyReader(nanoClock);
        this.budget = budget;
        this.problems = problems;
        this.nanoClock = nanoClock;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!mayHaveBody(request)) {
            chain.doFilter(request, response);
            return;
        }
        Kind kind = Kind.of(request.getContentType());
        try (BoundedRequest bounded = new BoundedRequest(request, kind == Kind.JSON, reader, budget)) {
            ApiProblem refusal = refusal(kind, request.getContentLengthLong());
            if (refusal == null) {
                chain.doFilter(bounded, response);
            } else {
                problems.get().resolveException(request, response, null, refusal);
            }
            if (isWaitedFor(response) && !request.isAsyncStarted() && bounded.unread() != null) {
                response.flushBuffer();
                readAway(bounded);
            }
        }
    }

    /** The rest of a body that was too slow is not waited for. */
    private static boolean isWaitedFor(HttpServletResponse response) {
        return response.getStatus() != HttpStatus.REQUEST_TIMEOUT.value();
    }

    /** HTTP/2 need not announce one. */
    private static boolean mayHaveBody(HttpServletRequest request) {
        return request.getContentLengthLong() > 0
                || request.getHeader("Transfer-Encoding") != null
                || request.getContentLengthLong() < 0 && request.getContentType() != null;
    }

    private static ApiProblem refusal(Kind kind, long announced) {
        try {
            switch (kind) {
                case JSON -> BodyReader.requireLength(announced, BoundedRequest.MOST_JSON);
                case FORM -> BodyReader.requireLength(announced, UploadForm.MOST_BYTES);
                case OTHER -> {
                    return ApiProblem.of(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "The body must be application/json.");
                }
            }
            return null;
        } catch (ApiProblem tooLarge) {
            return tooLarge;
        }
    }

    private void readAway(BoundedRequest request) {
        try {
            InputStream rest = request.unread();
            Admission.whileArriving(request, () -> readAway(rest));
        } catch (IOException | ApiProblem e) {
            // Its sender has gone, or the rest is too long to read: the connection ends.
            LOG.debug("The rest of a body was not read: {}", e.toString());
        }
    }

    private int readAway(InputStream rest) throws IOException {
        byte[] buffer = new byte[8 * 1024];
        long deadline = nanoClock.getAsLong() + LONGEST_NANOS;
        int read = 0;
        int count = 0;
        while (count >= 0 && read < MOST_READ_AWAY && nanoClock.getAsLong() - deadline < 0) {
            count = rest.read(buffer);
            read += count;
        }
        return read;
    }

    /** What a body says it is. */
    private enum Kind {
        JSON,
        FORM,
        OTHER;

        static Kind of(String contentType) {
            try {
                MediaType type = contentType == null ? null : MediaType.parseMediaType(contentType);
                if (MediaType.APPLICATION_JSON.equalsTypeAndSubtype(type)) {
                    boolean unicode = type.getCharset() == null
                            || type.getCharset().name().equals("UTF-8");
                    return unicode ? JSON : OTHER;
                }
                return MediaType.MULTIPART_FORM_DATA.equalsTypeAndSubtype(type) ? FORM : OTHER;
            } catch (IllegalArgumentException e) {
                return OTHER;
            }
        }
    }
}
