package gavel.harness.dashboard;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Ends the command when a request has the address that its terminal showed. The address has a secret of this command, which other users of
 * the machine cannot read from the server. Asking twice does no harm.
 */
final class StopRequest {
    static final String PATH = "/stop";
    static final String HEADER = "X-Gavel-Stop";
    private static final int ACCEPTED = 202;
    private static final int FORBIDDEN = 403;
    private static final int BYTES = 16;

    private final String secret;
    private final Runnable stop;

    /** @param stop returns at once; null where there is nothing to stop */
    StopRequest(Runnable stop) {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        this.secret = HexFormat.of().formatHex(random);
        this.stop = stop;
    }

    /** What the address ends with: a browser keeps it to itself. */
    String fragment() {
        return stop == null ? "" : "stop=" + secret;
    }

    void handle(HttpExchange exchange) throws IOException {
        String told = exchange.getRequestHeaders().getFirst(HEADER);
        if (stop == null || told == null || !same(told)) {
            Answers.refuse(exchange, FORBIDDEN, "open the address that the terminal showed");
            return;
        }
        stop.run();
        Answers.refuse(exchange, ACCEPTED, "stopping");
    }

    /** Takes as long for a wrong secret as for the right one. */
    private boolean same(String told) {
        return MessageDigest.isEqual(told.getBytes(StandardCharsets.UTF_8), secret.getBytes(StandardCharsets.UTF_8));
    }
}
