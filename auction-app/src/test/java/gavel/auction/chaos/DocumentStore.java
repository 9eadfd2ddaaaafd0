package gavel.auction.chaos;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import gavel.auction.testing.EmbeddedServices;
import java.io.IOException;

/** A document store that can be away for a while; what it was given is still there when it comes back. */
final class DocumentStore implements AutoCloseable {
    private final int port = EmbeddedServices.freePort();
    private final MemoryBackend documents = new MemoryBackend() {
        @Override
        public void close() {
            // A server that ends closes its backend, which would forget everything.
        }
    };
    private MongoServer server;

    DocumentStore() throws IOException {
        start();
    }

    void start() {
        server = new MongoServer(documents);
        server.bind("127.0.0.1", port);
    }

    /** From now on connections are refused, and the present ones are closed. */
    void stop() {
        server.shutdownNow();
    }

    String uri() {
        return "mongodb://127.0.0.1:" + port + "/gavel";
    }

    @Override
    public void close() {
        server.shutdownNow();
    }
}
