import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Prints a port of the loopback interface that nobody listens on. */
public final class FreePort {
    private FreePort() {}

    public static void main(String[] arguments) throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            System.out.println(free.getLocalPort());
        }
    }
}
