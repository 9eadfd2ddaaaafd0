package gavel.auction.connection;

import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.SocketProperties;

/**
 * HTTP/1.1 with buffers that fit this application's messages. A request that is held keeps all its buffers, and ten thousand are held: the
 * server's own sizes make 70 KB of each. Requests are a few hundred bytes, most answers fit into one buffer, and pictures
 * pass in more pieces.
 */
public final class LeanHttp11 extends Http11NioProtocol {
    private static final int READ_BYTES = 2 * 1024;
    private static final int WRITE_BYTES = 4 * 1024;
    private static final int BODY_BYTES = 4 * 1024;
    private static final int TRAILER_BYTES = 512;

    /** Made by the web server, by name. */
    public LeanHttp11() {
        SocketProperties sockets = getEndpoint().getSocketProperties();
        sockets.setAppReadBufSize(READ_BYTES);
        sockets.setAppWriteBufSize(WRITE_BYTES);
        setMaxTrailerSize(TRAILER_BYTES);
    }

    /** What is gathered of a body before it is sent; a shorter one gets its length as a header. It costs three bytes a byte. */
    @Override
    public int getDesiredBufferSize() {
        return BODY_BYTES;
    }
}
