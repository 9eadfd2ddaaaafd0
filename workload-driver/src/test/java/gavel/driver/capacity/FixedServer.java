package gavel.driver.capacity;

import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.Transport;
import gavel.driver.warmup.StubServer;
import java.io.OutputStream;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A process that answers every request with the same JSON text of 1 KiB; it says where it listens and ends with its standard input. */
final class FixedServer {
    static final int ENTRIES = 10;

    private FixedServer() {}

    public static void main(String[] arguments) throws Exception {
        EngineLoop loop = new EngineLoop(0, Transport.forSockets(), System::nanoTime);
        try (StubServer server = StubServer.start(loop, StubServer.json(body()))) {
            System.out.println(server.uri());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }

    /** A few fields that are looked at among others, as in the application's answers. */
    static String body() {
        String entries = IntStream.rangeClosed(1, ENTRIES)
                .mapToObj(i -> "{\"id\":" + i + ",\"title\":\"Signed bronze clock\",\"price\":20.00}")
                .collect(Collectors.joining(","));
        String before =
                "{\"id\":" + PacedUser.ID + ",\"price\":120.50,\"entries\":[" + entries + "],\"description\":\"";
        return before + "x".repeat(PacedUser.BODY_BYTES - before.length() - 2) + "\"}";
    }
}
