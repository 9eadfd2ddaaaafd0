package gavel.auction.bench;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.io.IOException;

/** The embedded document server as a process of its own: prints its port, and ends when its standard input does. */
final class DocumentServer {
    private DocumentServer() {}

    public static void main(String[] arguments) throws IOException {
        MongoServer server = new MongoServer(new MemoryBackend());
        System.out.println(server.bind().getPort());
        System.in.transferTo(java.io.OutputStream.nullOutputStream());
        server.shutdownNow();
    }
}
