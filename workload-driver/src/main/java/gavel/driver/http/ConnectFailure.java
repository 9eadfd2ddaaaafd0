package gavel.driver.http;

import gavel.driver.record.Outcome;
import java.util.Locale;
import javax.net.ssl.SSLException;

/** Tells whose fault it is that a connection could not be opened: the server's, the certificate's, or this machine's limits. */
final class ConnectFailure {
    private ConnectFailure() {}

    static Outcome outcome(Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            String message = String.valueOf(each.getMessage()).toLowerCase(Locale.ROOT);
            if (message.contains("too many open files")) {
                return Outcome.DESCRIPTORS;
            }
            if (message.contains("assign requested address")) {
                return Outcome.PORTS;
            }
            if (each instanceof SSLException) {
                return Outcome.TLS;
            }
        }
        return Outcome.CONNECT;
    }

    static String detail(Throwable cause, Endpoint endpoint) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = root.getMessage();
        return endpoint + ": " + (message == null ? root.getClass().getSimpleName() : message);
    }
}
