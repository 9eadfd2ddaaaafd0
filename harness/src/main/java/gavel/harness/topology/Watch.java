package gavel.harness.topology;

import gavel.harness.collect.metrics.ServerStatistics;
import java.net.URI;
import java.util.function.UnaryOperator;

/** How the statistics of an instance are read, beside those of its processes. */
public sealed interface Watch {
    /** Nothing is known but what its processes use. */
    record Processes() implements Watch {}

    /** Not at all. */
    record Nothing() implements Watch {}

    /** A page of Prometheus. */
    record Prometheus(URI page, Secret token) implements Watch {}

    record Database(String url, String user, Secret password) implements Watch {}

    /** A server that has a page or a protocol of its own. */
    record Server(Reader reader) implements Watch {}

    /** Makes the reader of statistics. */
    @FunctionalInterface
    interface Reader {
        /**
         * @param texts puts values into a text with references, and addresses its reader knows into one with those of its host
         * @param version of the program, which a page may not tell
         */
        ServerStatistics with(UnaryOperator<String> texts, String version);
    }
}
