package gavel.driver.api.http;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * How much of this process the clients of one of its servers may hold: connections, the head of a request, and the time until a request
 * is whole. The JDK's server reads these bounds once, before the first one of the process.
 */
public final class ServerBounds {
    /** Until head and body are there; a connection that sends nothing is closed after the same time. */
    public static final int REQUEST_SECONDS = 10;
    /** Beyond these, one that connects is hung up on. About 40 KB each. */
    public static final int CONNECTIONS = 512;

    private static final int HEAD_BYTES = 16 << 10;
    private static final int HEADERS = 64;

    private static final Map<String, Integer> PROPERTIES = Map.of(
            "sun.net.httpserver.maxReqTime", REQUEST_SECONDS,
            "jdk.httpserver.maxConnections", CONNECTIONS,
            "sun.net.httpserver.maxReqHeaderSize", HEAD_BYTES,
            "sun.net.httpserver.maxReqHeaders", HEADERS);

    private ServerBounds() {}

    /** A server with these bounds; one set on the command line of the process stays. It needs a thread for each connection. */
    public static HttpServer create(InetSocketAddress address) throws IOException {
        bound();
        return HttpServer.create(address, 0);
    }

    /** The same in TLS. */
    public static HttpsServer create(InetSocketAddress address, SSLContext context, SSLParameters parameters)
            throws IOException {
        bound();
        HttpsServer server = HttpsServer.create(address, 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters each) {
                each.setSSLParameters(parameters);
            }
        });
        return server;
    }

    private static void bound() {
        PROPERTIES.forEach((name, value) -> {
            if (System.getProperty(name) == null) {
                System.setProperty(name, Integer.toString(value));
            }
        });
    }
}
