package gavel.auction.input;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;

/** Answers with a problem document where the web server itself refuses: requests it cannot read, and paths that are no one's. */
public final class ProblemReports extends ErrorReportValve {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemReports.class);
    private static final String METHODS = "GET, HEAD, POST, PUT, DELETE, OPTIONS";

    /** Made by the web server, by name. */
    public ProblemReports() {}

    @Override
    protected void report(Request request, Response response, Throwable failure) {
        HttpStatus status = HttpStatus.resolve(response.getStatus());
        if (status == null || !status.isError() || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        try {
            if (status == HttpStatus.METHOD_NOT_ALLOWED && response.getHeader("Allow") == null) {
                response.setHeader("Allow", METHODS);
            }
            response.setHeader("Cache-Control", "no-store");
            response.setHeader("X-Content-Type-Options", "nosniff");
            byte[] body = body(status);
            response.setContentType("application/problem+json");
            response.setContentLength(body.length);
            response.getOutputStream().write(body);
            response.finishResponse();
        } catch (IOException | IllegalStateException e) {
            LOG.debug("A refusal could not be written: {}", e.toString());
        }
    }

    private static byte[] body(HttpStatus status) {
        return "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d}"
                .formatted(status.getReasonPhrase(), status.value())
                .getBytes(StandardCharsets.US_ASCII);
    }
}
