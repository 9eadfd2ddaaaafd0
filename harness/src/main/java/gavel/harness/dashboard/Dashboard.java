package gavel.harness.dashboard;

import com.sun.net.httpserver.HttpServer;
import gavel.driver.api.http.ServerBounds;
import gavel.harness.dashboard.state.DashboardState;
import gavel.harness.dashboard.state.FinalState;
import gavel.harness.dashboard.state.WatchedConsole;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.kind.ResultKind;
import gavel.harness.kind.ResultKinds;
import gavel.harness.platform.local.proc.Proc;
import gavel.harness.result.Result;
import gavel.harness.run.Console;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The live page of a run, on the loopback of this machine: the page itself, its events, the time lines, figures for Prometheus, and the
 * reports of finished runs. Lives as long as the command. Its threads read what the run has noted; none of them is waited for. What
 * clients may hold is bounded: by {@link ServerBounds}, by the number of watchers and of answers at a time, and by how long an answer
 * may take.
 */
public final class Dashboard implements AutoCloseable {
    private static final Duration LAST_WORD = Duration.ofSeconds(1);
    private static final int ASK_EVERY_SECONDS = 5;

    private final DashboardState state;
    private final EventStreams streams;
    private final HttpServer server;
    private final StopRequest stop;
    /** One for each connection: of a few, those who never finish their requests would leave none. */
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("dashboard-watch").factory());

    /** What servers say of themselves is asked for here: an answer may take a while. */
    private final ScheduledExecutorService questions =
            Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory());

    private Dashboard(DashboardState state, HttpServer server, Path results, Runnable stop) {
        this.state = state;
        this.stop = new StopRequest(stop);
        this.server = server;
        this.streams = new EventStreams(state, System::nanoTime);
        server.createContext("/", new Pages(state, streams, new FinishedRuns(results, ResultKinds.KNOWN), this.stop))
                .getFilters()
                .addAll(List.of(new Gate(server.getAddress().getPort()), new Patience(watch)));
        watch.scheduleAtFixedRate(state::look, 1, 1, TimeUnit.SECONDS);
        questions.scheduleWithFixedDelay(this::ask, 1, ASK_EVERY_SECONDS, TimeUnit.SECONDS);
        server.setExecutor(threads);
        server.start();
    }

    /**
     * @param port to listen on, 0 for a free one
     * @param kind of the result that is made; null where finished ones are shown and nothing runs
     * @param results directory of finished runs
     * @param stop ends the command; null where nothing can be stopped
     * @throws EnvironmentException when the port is in use
     */
    public static Dashboard open(int port, ResultKind<?> kind, Path results, InstantSource clock, Runnable stop) {
        DashboardState state = new DashboardState(kind, new Proc().machine().cores(), clock);
        try {
            InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
            return new Dashboard(state, ServerBounds.create(new InetSocketAddress(loopback, port)), results, stop);
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

    /** The address for the person who runs the command: from it the command can be stopped. */
    public URI ownAddress() {
        String fragment = stop.fragment();
        return fragment.isEmpty() ? address() : address().resolve("#" + fragment);
    }

    /** The console of a run that is to be shown. */
    public Console watching(Console console) {
        return new WatchedConsole(console, state);
    }

    public <R extends Result> void concluded(ResultKind<R> kind, R result) {
        state.concluded(FinalState.of(kind, result));
    }

    private void ask() {
        try {
            state.ask();
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException silent) {
            // The figures of this time are missing; asked again next time, which a throw would end.
        }
    }

    /** Pages that are open. */
    public int watchers() {
        return streams.slots().count();
    }

    /** Waits until no page is open any more. */
    public void awaitNobody(Duration atMost) throws InterruptedException {
        streams.slots().awaitNobody(atMost);
    }

    /** Open pages learn that it is over, if they listen. */
    @Override
    public void close() {
        state.close();
        try {
            awaitNobody(LAST_WORD);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.stop(0);
        threads.shutdownNow();
        watch.shutdownNow();
        questions.shutdownNow();
    }
}
