package gavel.harness.dashboard;

import com.sun.net.httpserver.HttpServer;
import gavel.harness.collect.proc.Proc;
import gavel.harness.dashboard.board.Board;
import gavel.harness.dashboard.board.Ending;
import gavel.harness.dashboard.board.Subject;
import gavel.harness.dashboard.board.WatchedConsole;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.peak.PeakResult;
import gavel.harness.result.RunResult;
import gavel.harness.run.Console;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The live page of a run, on the loopback of this machine: the page itself, its events, the time lines, figures for Prometheus, and the
 * reports of finished runs. Lives as long as the command. Its few threads read what the run has noted; none of them is waited for.
 */
public final class Dashboard implements AutoCloseable {
    private static final int OTHER_REQUESTS = 8;
    private static final Duration LAST_WORD = Duration.ofSeconds(1);

    private final Board board;
    private final Watchers watchers;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(
            Places.MOST + OTHER_REQUESTS, Thread.ofVirtual().factory());

    private Dashboard(Board board, HttpServer server, Path results) {
        this.board = board;
        this.server = server;
        this.watchers = new Watchers(board, System::nanoTime);
        server.createContext("/", new Pages(board, watchers, new FinishedRuns(results)))
                .getFilters()
                .add(new Gate(server.getAddress().getPort()));
        server.setExecutor(threads);
        server.start();
    }

    /**
     * @param port to listen on, 0 for a free one
     * @param results directory of finished runs
     * @throws EnvironmentException when the port is in use
     */
    public static Dashboard open(int port, Subject.Kind kind, Path results, InstantSource clock) {
        // Of the JDK's server: a request has to be whole after so many seconds.
        System.setProperty("sun.net.httpserver.maxReqTime", "10");
        Board board = new Board(kind, new Proc().machine().cores(), clock);
        try {
            InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
            return new Dashboard(board, HttpServer.create(new InetSocketAddress(loopback, port), 0), results);
        } catch (IOException e) {
            throw new EnvironmentException(
                    "port " + port + " cannot be listened on: " + e.getMessage()
                            + " (--dashboard); name another, or none for a free one",
                    e);
        }
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    /** The console of a run that is to be shown. */
    public Console watching(Console console) {
        return new WatchedConsole(console, board);
    }

    public void concluded(RunResult result) {
        board.concluded(Ending.of(result));
    }

    public void concluded(PeakResult result) {
        board.concluded(Ending.of(result));
    }

    /** Pages that are open. */
    public int watchers() {
        return watchers.places().count();
    }

    /** Waits until no page is open any more. */
    public void awaitNobody(Duration atMost) throws InterruptedException {
        watchers.places().awaitNobody(atMost);
    }

    /** Open pages learn that it is over, if they listen. */
    @Override
    public void close() {
        board.close();
        try {
            awaitNobody(LAST_WORD);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.stop(0);
        threads.shutdownNow();
    }
}
