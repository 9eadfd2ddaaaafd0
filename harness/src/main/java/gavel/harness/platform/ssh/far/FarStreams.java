package gavel.harness.platform.ssh.far;

import gavel.harness.platform.ssh.protocol.Limit;
import java.io.IOException;
import java.util.List;

/**
 * Bytes over the connection to a far end, for those that have no other way there: connections to services that the far end reaches, and files.
 * Each operation moves a bounded part.
 */
public interface FarStreams {
    /** The most bytes that one operation moves. */
    int PART = 1 << 20;

    /** Sockets, each {@code address:port}, from which the machine gets neither a connection nor a refusal. */
    @Limit(seconds = 30)
    List<String> unanswered(List<String> sockets);

    /**
     * Connects to a service, as the machine reaches it.
     *
     * @return number of the connection
     */
    @Limit(seconds = 30)
    long connect(String address, int port) throws IOException;

    /** What came over a connection; nothing after some seconds of silence, and null when the other side has ended it. */
    @Limit(seconds = 60)
    byte[] receive(long connection) throws IOException;

    @Limit(seconds = 60)
    void send(long connection, byte[] bytes) throws IOException;

    /** Ends a connection. Safe to call twice. */
    @Limit(seconds = 30)
    void disconnect(long connection);

    /**
     * A part of a file; empty behind its end.
     *
     * @param path absolute
     */
    @Limit(seconds = 60)
    byte[] part(String path, long from) throws IOException;

    /**
     * Adds a part to a file, which is made with the first one. Only its owner may read it.
     *
     * @param path absolute
     * @param from bytes that it has to have by then
     */
    @Limit(seconds = 60)
    void add(String path, long from, byte[] bytes) throws IOException;
}
