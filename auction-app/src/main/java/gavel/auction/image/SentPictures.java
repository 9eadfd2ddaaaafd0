package gavel.auction.image;

import static org.springframework.web.context.request.RequestAttributes.SCOPE_REQUEST;

import gavel.auction.body.ByteBudget;
import gavel.auction.body.UploadForm;
import gavel.auction.problem.ApiProblem;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.filter.OncePerRequestFilter;

/** What pictures hold together from before they are read until the last byte is sent: a slow client keeps its picture in memory. */
final class SentPictures extends OncePerRequestFilter {
    private static final String SHARE = "gavel.picture";
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    /** Smaller sizes are made here, and have less. */
    private static final long SMALLER_SIZE = 128 * 1024;

    private final ByteBudget memory;

    SentPictures(ByteBudget memory) {
        this.memory = memory;
    }

    /** A picture whose reader is gone is given back, too. */
    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            chain.doFilter(request, new PacedResponse(response, System::nanoTime));
        } finally {
            if (request.getAttribute(SHARE) instanceof ByteBudget.Share share) {
                share.close();
            }
        }
    }

    /** Until the request ends. How large a picture is is known when it was read. @throws ApiProblem 503 */
    ByteBudget.Share reserve(ImageSize size, WebRequest request) {
        try {
            ByteBudget.Share share =
                    memory.take(size == ImageSize.FULL ? UploadForm.MOST_FILE_BYTES : SMALLER_SIZE, LONGEST_WAIT);
            if (share == null) {
                throw ApiProblem.unavailable("Too many pictures are being sent.", RETRY_AFTER);
            }
            request.setAttribute(SHARE, share, SCOPE_REQUEST);
            return share;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ApiProblem.unavailable("The server is stopping.", RETRY_AFTER);
        }
    }
}
