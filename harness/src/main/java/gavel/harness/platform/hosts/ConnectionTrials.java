package gavel.harness.platform.hosts;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;

/** Tries from this machine whether packets come to others and back: a port that nothing listens on refuses, and that is an answer. */
public final class ConnectionTrials {
    /** The kernel asks again after a second, so that one lost packet is no silence. */
    private static final int PATIENCE_MILLIS = 2_000;

    private ConnectionTrials() {}

    /**
     * Those from which neither a connection nor a refusal came. All are tried at once.
     *
     * @param sockets each {@code address:port}
     */
    public static List<String> unanswered(List<String> sockets) {
        List<String> answered = SideBySide.all(sockets, socket -> answers(socket) ? socket : "");
        return sockets.stream().filter(socket -> !answered.contains(socket)).toList();
    }

    private static boolean answers(String text) {
        int colon = text.lastIndexOf(':');
        int port = Integer.parseInt(text.substring(colon + 1));
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(text.substring(0, colon), port), PATIENCE_MILLIS);
            return true;
        } catch (ConnectException refused) {
            return true;
        } catch (IOException silent) {
            return false;
        }
    }
}
