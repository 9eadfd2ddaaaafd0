package gavel.driver.http2;

import gavel.driver.message.Request;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/** What every request to one address has in its head, encoded once: for the first request of a connection and for later ones. */
public final class Authority {
    /** The authority, and what {@link Request#showCommon} shows. */
    static final int FIELDS = 4;

    private static final int AUTHORITY = 1;
    private final byte[] remembered;
    private final byte[] forgotten;
    private final boolean tls;

    /** @param name host and port */
    public Authority(String name, boolean tls) {
        this.tls = tls;
        this.remembered = encoded(name, true);
        this.forgotten = encoded(name, false);
    }

    private static byte[] encoded(String name, boolean remember) {
        ByteBuf out = Unpooled.buffer();
        byte[] host = name.getBytes(StandardCharsets.US_ASCII);
        Hpack.name(out, AUTHORITY, remember);
        Hpack.text(out, host, 0, host.length);
        Request.showCommon(new Request.Parts() {
            @Override
            public void path(byte[] bytes, int from, int length) {
                throw new IllegalStateException("a path is not common to all requests");
            }

            @Override
            public void field(byte[] bytes, int from, int nameLength, int valueLength) {
                Hpack.field(out, bytes, from, nameLength, valueLength, remember);
            }
        });
        return ByteBufUtil.getBytes(out);
    }

    boolean tls() {
        return tls;
    }

    /** The fields themselves, which the server then keeps in its table. */
    byte[] remembered() {
        return remembered;
    }

    /** The fields themselves. */
    byte[] forgotten() {
        return forgotten;
    }
}
