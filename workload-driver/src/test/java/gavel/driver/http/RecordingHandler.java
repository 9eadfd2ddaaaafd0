package gavel.driver.http;

import gavel.driver.message.ResponseHead;
import gavel.driver.record.Outcome;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** Collects one response for a test; {@link #result} completes when the exchange is done. */
class RecordingHandler implements ResponseHandler {
    record Result(
            Outcome outcome,
            String detail,
            int status,
            String body,
            String etag,
            ResponseHead.Content content,
            boolean retried,
            long intendedNanos,
            long firstWriteNanos,
            long endNanos) {}

    final CompletableFuture<Result> result = new CompletableFuture<>();
    private final StringBuilder body = new StringBuilder();
    private String etag;
    private ResponseHead.Content content;

    @Override
    public void head(ResponseHead head) {
        etag = head.etag();
        content = head.content();
    }

    @Override
    public void body(ByteBuf part) {
        body.append(part.toString(StandardCharsets.UTF_8));
    }

    @Override
    public void done(Exchange exchange, Outcome outcome, String detail) {
        result.complete(new Result(
                outcome,
                detail,
                exchange.status(),
                body.toString(),
                etag,
                content,
                exchange.retried(),
                exchange.intendedNanos(),
                exchange.firstWriteNanos(),
                exchange.endNanos()));
    }
}
