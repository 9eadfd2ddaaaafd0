package gavel.driver.http;

import gavel.driver.http2.HeaderReader;
import gavel.driver.message.GunzipPool;
import java.util.ArrayDeque;

/**
 * What the HTTP/2 connections of one loop share, so that an idle one holds next to nothing. That is a reader of headers, and as many
 * streams as were ever under way at the same time. Owned by the loop's thread.
 */
final class StreamPool {
    private final ArrayDeque<Http2Stream> free = new ArrayDeque<>();
    private final GunzipPool gunzips;
    private HeaderReader headers;

    StreamPool(GunzipPool gunzips) {
        this.gunzips = gunzips;
    }

    Http2Stream take() {
        Http2Stream stream = free.poll();
        return stream == null ? new Http2Stream(gunzips) : stream;
    }

    void giveBack(Http2Stream stream) {
        stream.response.abandon();
        stream.next = null;
        free.push(stream);
    }

    HeaderReader headers() {
        if (headers == null) {
            headers = new HeaderReader();
        }
        return headers;
    }
}
