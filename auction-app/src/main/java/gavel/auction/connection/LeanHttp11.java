package gavel.auction.connection;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketProperties;
import org.apache.tomcat.util.net.SocketWrapperBase;

/**
 * HTTP/1.1 with buffers that fit this application's messages, and an end for heads that come byte by byte. A request that is held keeps all its buffers, and ten thousand are held: the
 * server's own sizes make 70 KB of each. Requests are a few hundred bytes, most answers fit into one buffer, and pictures
 * pass in more pieces.
 */
public final class LeanHttp11 extends Http11NioProtocol {
    /** From the first byte of a head to its last: the server itself only knows how long there was no byte. */
    private static final long LONGEST_HEAD_NANOS = Duration.ofSeconds(10).toNanos();

    private static final int READ_BYTES = 2 * 1024;
    private static final int WRITE_BYTES = 4 * 1024;
    private static final int BODY_BYTES = 4 * 1024;
    private static final int TRAILER_BYTES = 512;

    private ScheduledFuture<?> heads;

    /** Made by the web server, by name. */
    public LeanHttp11() {
        super(new BoundedEndpoint());
        SocketProperties sockets = getEndpoint().getSocketProperties();
        sockets.setAppReadBufSize(READ_BYTES);
        sockets.setAppWriteBufSize(WRITE_BYTES);
        setMaxTrailerSize(TRAILER_BYTES);
    }

    /** @param most of one client's address; 0: any number */
    void connectionsPerAddress(int most) {
        ((BoundedEndpoint) getEndpoint()).perAddress(most);
    }

    int connections() {
        return getEndpoint().getConnections().size();
    }

    @Override
    public void start() throws Exception {
        super.start();
        heads = getUtilityExecutor().scheduleWithFixedDelay(this::endSlowHeads, 1, 1, TimeUnit.SECONDS);
    }

    @Override
    public void stop() throws Exception {
        if (heads != null) {
            heads.cancel(false);
        }
        super.stop();
    }

    private void endSlowHeads() {
        for (SocketWrapperBase<NioChannel> connection : getEndpoint().getConnections()) {
            // Only a request that is neither worked on nor idle has one: it is held, or its head is on its way.
            if (connection.getCurrentProcessor() instanceof Processor request
                    && !request.isAsync()
                    && !request.isUpgrade()
                    && isLate(request.getRequest().getStartTimeNanos(), System.nanoTime())) {
                connection.close();
            }
        }
    }

    /** @param start -1: nothing has come */
    static boolean isLate(long start, long now) {
        return start != -1 && now - start > LONGEST_HEAD_NANOS;
    }

    /** What is gathered of a body before it is sent; a shorter one gets its length as a header. It costs three bytes a byte. */
    @Override
    public int getDesiredBufferSize() {
        return BODY_BYTES;
    }
}
