package gavel.auction.image;

import static org.springframework.web.context.request.RequestAttributes.SCOPE_REQUEST;

import gavel.auction.body.ByteBudget;
import gavel.auction.body.UploadForm;
import gavel.auction.problem.ApiProblem;
import java.time.Duration;
import org.springframework.web.context.request.WebRequest;

/** What pictures hold together from before they are read until the last byte is sent: whoever reads slowly keeps his in memory. */
final class SentPictures {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    /** Smaller sizes are made here, and have less. */
    private static final long SMALLER_SIZE = 128 * 1024;

    private final ByteBudget memory;

    SentPictures(ByteBudget memory) {
        this.memory = memory;
    }

    /** Until the request ends. How large a picture is is known when it was read. @throws ApiProblem 503 */
    ByteBudget.Share reserve(ImageSize size, WebRequest request) {
        try {
            ByteBudget.Share share =
                    memory.take(size == ImageSize.FULL ? UploadForm.MOST_FILE_BYTES : SMALLER_SIZE, LONGEST_WAIT);
            if (share == null) {
                throw ApiProblem.unavailable("Too many pictures are being sent.", RETRY_AFTER);
            }
            request.registerDestructionCallback("gavel.picture", share::close, SCOPE_REQUEST);
            return share;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ApiProblem.unavailable("The server is stopping.", RETRY_AFTER);
        }
    }
}
