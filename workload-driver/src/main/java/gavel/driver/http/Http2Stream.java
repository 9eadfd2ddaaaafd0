package gavel.driver.http;

import gavel.driver.message.GunzipPool;
import gavel.driver.message.ResponseHead;
import gavel.driver.message.ResponseSink;
import gavel.driver.message.StreamedResponse;
import gavel.driver.record.Outcome;
import io.netty.buffer.ByteBuf;

/** One exchange on an HTTP/2 connection. Borrowed from the loop's {@link StreamPool} while the exchange is under way. */
final class Http2Stream implements ResponseSink {
    final StreamedResponse response;
    Http2Stream next;
    int id;
    /** Null when the exchange is over. */
    Exchange exchange;
    /** The connection had carried a whole exchange before this one. */
    boolean onReused;
    /** Bytes of the body that the server takes now; negative when it took its word back. */
    long window;
    /** Bytes of the body that are written. */
    int sent;
    /** Bytes that came since the server was last told how many are welcome. */
    int received;
    /** How it is going to be told to have ended. */
    Outcome outcome;

    Http2Stream(GunzipPool gunzips) {
        response = new StreamedResponse(gunzips);
    }

    void begin(int number, Exchange what, long sendWindow, boolean reused) {
        id = number;
        exchange = what;
        window = sendWindow;
        onReused = reused;
        sent = 0;
        received = 0;
        response.expect(what.request, this);
    }

    int unsent() {
        return exchange.request.body().length - sent;
    }

    @Override
    public void head(ResponseHead head) {
        if (exchange != null) {
            exchange.status = head.status();
            exchange.handler().head(head);
        }
    }

    @Override
    public void body(ByteBuf part) {
        if (exchange != null) {
            exchange.handler().body(part);
        }
    }
}
