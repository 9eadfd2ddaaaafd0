package gavel.driver.http;

import gavel.driver.message.ProtocolException;
import gavel.driver.record.Outcome;

/** The exchanges under way on one HTTP/2 connection, newest first. They are few, so they are found by looking at each. */
final class Http2Streams {
    private final UserConnections user;
    private Http2Stream newest;
    /** Off the connection, and their exchanges not told yet: oldest first. */
    private Http2Stream parted;

    private Http2Stream reading;
    private int count;
    private int nextId = 1;

    Http2Streams(UserConnections user) {
        this.user = user;
    }

    int count() {
        return count;
    }

    /** No number is left. */
    boolean exhausted() {
        return nextId < 0;
    }

    Http2Stream newest() {
        return newest;
    }

    Http2Stream open(Exchange exchange, long window, boolean reused) {
        Http2Stream stream = user.client().streamPool().take();
        stream.begin(nextId, exchange, window, reused);
        nextId += 2;
        count++;
        stream.next = newest;
        newest = stream;
        return stream;
    }

    /** @return null when it is over */
    Http2Stream find(int id) throws ProtocolException {
        if (id <= 0 || (id & 1) == 0 || (nextId > 0 && id >= nextId)) {
            throw new ProtocolException("a frame for stream " + id + ", which was not opened");
        }
        Http2Stream each = newest;
        while (each != null && each.id != id) {
            each = each.next;
        }
        return each;
    }

    Http2Stream of(Exchange exchange) {
        Http2Stream each = newest;
        while (each != null && each.exchange != exchange) {
            each = each.next;
        }
        return each;
    }

    /** Its handler is being called, which may end it. */
    void read(Http2Stream stream) {
        reading = stream;
    }

    void doneReading() {
        Http2Stream read = reading;
        reading = null;
        if (read.exchange == null) {
            release(read);
        }
    }

    /** Takes a stream off the connection; what becomes of its exchange is the caller's to tell. */
    Exchange remove(Http2Stream stream) {
        if (newest == stream) {
            newest = stream.next;
        } else {
            Http2Stream younger = newest;
            while (younger.next != stream) {
                younger = younger.next;
            }
            younger.next = stream.next;
        }
        return over(stream);
    }

    /**
     * Takes the streams above {@code last} off the connection. Exchanges that a browser would send again are queued again; the others
     * are told with {@link #endParted}.
     */
    void part(int last, Outcome outcome, boolean repeat) {
        // Numbers grow, so these are the newest.
        while (newest != null && newest.id > last) {
            Http2Stream stream = newest;
            newest = stream.next;
            stream.outcome = outcome == Outcome.RESET && stream.response.begun() ? Outcome.HALF_BODY : outcome;
            if (repeat && mayBeRepeated(stream)) {
                user.again(over(stream));
            } else {
                stream.next = parted;
                parted = stream;
            }
        }
    }

    private static boolean mayBeRepeated(Http2Stream stream) {
        boolean untouched = stream.outcome == Outcome.RESET || stream.outcome == Outcome.REFUSED;
        return untouched && stream.onReused && !stream.exchange.retried();
    }

    void endParted(String detail) {
        while (parted != null) {
            Http2Stream stream = parted;
            parted = stream.next;
            Outcome outcome = stream.outcome;
            over(stream).end(outcome, detail, user.client().loop().nanoTime());
        }
    }

    /** Ends one that is parted before its turn comes. */
    void endParted(Exchange exchange, Outcome outcome, String detail) {
        Http2Stream younger = null;
        for (Http2Stream each = parted; each != null; each = each.next) {
            if (each.exchange == exchange) {
                if (younger == null) {
                    parted = each.next;
                } else {
                    younger.next = each.next;
                }
                over(each).end(outcome, detail, user.client().loop().nanoTime());
                return;
            }
            younger = each;
        }
    }

    private Exchange over(Http2Stream stream) {
        Exchange exchange = stream.exchange;
        stream.exchange = null;
        count--;
        user.client().loop().cancel(exchange);
        if (stream != reading) {
            release(stream);
        }
        return exchange;
    }

    private void release(Http2Stream stream) {
        user.client().streamPool().giveBack(stream);
    }
}
