package gavel.auction.connection;

import java.net.InetAddress;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.tomcat.util.net.NioEndpoint;

/** Takes only so many connections of one client's address, where a bound is set; others are closed as soon as they are there. */
final class BoundedEndpoint extends NioEndpoint {
    private AddressBound bound;

    /** @param most 0: any number */
    void perAddress(int most) {
        bound = most == 0 ? null : new AddressBound(most, this::addresses, System::nanoTime);
    }

    /** Called by the one thread that accepts connections. */
    @Override
    protected boolean setSocketOptions(SocketChannel socket) {
        InetAddress address = socket.socket().getInetAddress();
        if (bound == null || address == null || bound.takes(address)) {
            return super.setSocketOptions(socket);
        }
        destroySocket(socket);
        return false;
    }

    private Stream<InetAddress> addresses() {
        return connections.keySet().stream()
                .map(socket -> socket.socket().getInetAddress())
                .filter(Objects::nonNull);
    }
}
