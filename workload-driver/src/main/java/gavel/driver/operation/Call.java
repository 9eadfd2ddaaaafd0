package gavel.driver.operation;

import gavel.driver.body.Answer;
import gavel.driver.body.AssetScanner;
import gavel.driver.body.ContentException;
import gavel.driver.body.Expectation;
import gavel.driver.body.Expectation.Kind;
import gavel.driver.http.Carrier;
import gavel.driver.http.Exchange;
import gavel.driver.http.ResponseHandler;
import gavel.driver.json.JsonException;
import gavel.driver.message.Request;
import gavel.driver.message.ResponseHead;
import gavel.driver.message.ResponseHead.Content;
import gavel.driver.record.Outcome;
import io.netty.buffer.ByteBuf;

/**
 * One exchange of an operation: checks the response while it arrives and hands its fields on when it is complete. Borrowed from the
 * loop's {@link LoopContext} for the time of the exchange; owned by the loop.
 */
final class Call implements ResponseHandler {
    private static final int SMALLEST_PICTURE = 100;

    private final Exchange exchange = new Exchange(this);
    /** The next one of those its operation waits for. */
    Call next;

    private Body body;
    private OperationRun run;
    private Expectation expectation;
    private Reading reading;
    private String wrong;
    private boolean wrongStatus;
    private long bytes;
    private long contentLength;
    private boolean gzip;
    private int magic;
    private int status;
    private String etag;
    private long retryAfterSeconds;

    void send(OperationRun owner, Carrier connections, Request request, Expectation expected, Reading then) {
        run = owner;
        expectation = expected;
        reading = then;
        wrong = null;
        wrongStatus = false;
        bytes = 0;
        magic = 0;
        status = 0;
        etag = null;
        retryAfterSeconds = ResponseHead.UNKNOWN;
        connections.send(exchange, request, owner.intendedNanos());
    }

    void cancel(Carrier connections) {
        connections.cancel(exchange);
    }

    Answer answer() {
        return body.answer;
    }

    int status() {
        return status;
    }

    String etag() {
        return etag;
    }

    AssetScanner assets() {
        return body.assets;
    }

    @Override
    public void head(ResponseHead head) {
        // A retried exchange begins its response again.
        body = body == null ? run.context().borrowBody() : body;
        wrong = null;
        wrongStatus = false;
        bytes = 0;
        magic = 0;
        status = head.status();
        contentLength = head.contentLength();
        gzip = head.gzip();
        retryAfterSeconds = head.retryAfterSeconds();
        if (!expectation.accepts(status)) {
            wrongStatus = true;
            wrong = "status " + status + ", expected was " + expectation.status();
            return;
        }
        if (expectation.kind() == Kind.JSON && status != 204) {
            body.answer.begin(expectation.fields());
            body.json.begin(expectation.fields(), body.answer);
            expect(head.content(), Content.JSON);
        } else if (expectation.kind() == Kind.PICTURE) {
            if (head.content() != Content.JPEG && head.content() != Content.PNG) {
                wrong = "content type " + head.content() + ", expected was a picture";
            }
        } else if (expectation.kind() == Kind.PAGE && status == 200) {
            body.assets.begin();
            etag = head.etag();
            expect(head.content(), Content.HTML);
        } else if (expectation.kind() == Kind.ASSET && status == 200) {
            etag = head.etag();
            // What a server says instead of a file: its page of errors, or the application's problem.
            switch (head.content()) {
                case HTML, JSON, PROBLEM ->
                    wrong = "content type " + head.content() + ", expected was a file of the page";
                default -> {}
            }
        } else {
            etag = head.etag();
        }
    }

    private void expect(Content actual, Content expected) {
        if (actual != expected) {
            wrong = "content type " + actual + ", expected was " + expected;
        }
    }

    @Override
    public void body(ByteBuf part) {
        if (expectation.kind() == Kind.PICTURE) {
            for (int i = 0; i < part.readableBytes() && bytes + i < 3; i++) {
                magic = magic << 8 | part.getByte(part.readerIndex() + i) & 0xff;
            }
        }
        bytes += part.readableBytes();
        if (wrong != null) {
            return;
        }
        try {
            switch (expectation.kind()) {
                case JSON -> body.json.read(part);
                case PAGE -> body.assets.read(part);
                default -> {}
            }
        } catch (JsonException notJson) {
            wrong = notJson.getMessage();
        }
    }

    @Override
    public void done(Exchange ended, Outcome outcome, String detail) {
        Outcome judged = outcome;
        String found = detail;
        if (outcome == Outcome.OK) {
            found = problem();
            judged = found == null ? Outcome.OK : wrongStatus ? Outcome.STATUS : Outcome.CONTENT;
        }
        OperationRun owner = run;
        if (body != null) {
            owner.context().giveBack(body);
            body = null;
        }
        run = null;
        reading = null;
        owner.ended(this, ended, judged, found);
    }

    long retryAfterSeconds() {
        return retryAfterSeconds;
    }

    private String problem() {
        if (wrong != null) {
            return wrong;
        }
        try {
            if (expectation.kind() == Kind.JSON && status != 204) {
                body.json.end();
                body.answer.expectAll();
            } else if (expectation.kind() == Kind.PICTURE) {
                checkPicture();
            } else if (expectation.kind() == Kind.ASSET && status == 200 && bytes == 0) {
                throw new ContentException("an empty file");
            }
            reading.read(this);
            return null;
        } catch (JsonException | ContentException bad) {
            return bad.getMessage();
        }
    }

    private void checkPicture() throws ContentException {
        boolean jpeg = magic == 0xFFD8FF;
        boolean png = magic == 0x89504E;
        if (!jpeg && !png) {
            throw new ContentException("the bytes are no picture: they begin with " + Integer.toHexString(magic));
        }
        if (bytes < SMALLEST_PICTURE || (!gzip && contentLength >= 0 && bytes != contentLength)) {
            throw new ContentException("a picture of " + bytes + " bytes, announced were " + contentLength);
        }
    }
}
