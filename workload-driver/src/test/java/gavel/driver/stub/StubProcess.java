package gavel.driver.stub;

import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.Transport;
import gavel.driver.profile.ProfileReader;
import java.io.OutputStream;
import java.util.List;

/**
 * The stub as a process of its own: {@code USERS [once]}. It says where it listens, and ends with its standard input. With
 * {@code once} each connection carries one exchange.
 */
final class StubProcess {
    private StubProcess() {}

    public static void main(String[] arguments) throws Exception {
        int auctions = ProfileReader.read("liveauction").auctions().running(Integer.parseInt(arguments[0]));
        EngineLoop loop = new EngineLoop(0, Transport.forSockets(), System::nanoTime);
        try (StubServer stub = StubServer.midLife(loop, StubServer.loopback(0), auctions)) {
            if (List.of(arguments).contains("once")) {
                stub.closeEachConnection();
            }
            System.out.println(stub.address());
            System.in.transferTo(OutputStream.nullOutputStream());
            System.out.printf(
                    "%d requests, %.2f CPU seconds of its loop%n",
                    stub.requests(), stub.thread().times().ranNanos() / 1e9);
        }
    }
}
