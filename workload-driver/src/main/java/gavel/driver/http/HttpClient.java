package gavel.driver.http;

import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.Timer;
import gavel.driver.message.GunzipPool;
import io.netty.channel.local.LocalAddress;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.List;

/**
 * One loop's HTTP client: makes the connections of the loop's users and keeps what they share. Made by any thread, used by the
 * loop's thread only.
 */
public final class HttpClient {
    private final EngineLoop loop;
    private final List<Endpoint> endpoints;
    private final ClientSettings settings;
    private final HttpCounters counters = new HttpCounters();
    private final GunzipPool gunzips = new GunzipPool();
    private final StreamPool streamPool = new StreamPool(gunzips);
    private final Tls tls;
    private final ArrayDeque<UserConnections> waitingForCap = new ArrayDeque<>();
    private final Timer capLook = new Timer() {
        @Override
        protected void expired(long dueNanos) {
            serveWaiting();
        }
    };
    private int openConnections;
    private int usersMade;

    private HttpClient(EngineLoop loop, List<Endpoint> endpoints, ClientSettings settings, Tls tls) {
        this.loop = loop;
        this.endpoints = endpoints;
        this.settings = settings;
        this.tls = tls;
    }

    /**
     * Looks the targets up (blocking; not on a loop).
     *
     * @param caCertificate PEM text server certificates are verified against; null for the JVM's trust store
     */
    public static HttpClient open(EngineLoop loop, List<URI> targets, String caCertificate, ClientSettings settings)
            throws IOException {
        List<Endpoint> endpoints = Endpoint.resolve(targets);
        boolean secure = endpoints.stream().anyMatch(Endpoint::tls);
        return new HttpClient(
                loop, endpoints, settings, secure ? Tls.verifyingAgainst(caCertificate, settings.http()) : null);
    }

    /** For a server inside this process. */
    public static HttpClient inProcess(EngineLoop loop, LocalAddress address, ClientSettings settings) {
        return new HttpClient(loop, List.of(Endpoint.inProcess(address)), settings, null);
    }

    /** Connections for one session of one user; {@code user} decides which front-door address it begins with. */
    public UserConnections newUser(long user) {
        loop.assertOwned();
        return new UserConnections(this, (int) Math.floorMod(user, (long) endpoints.size()), ++usersMade);
    }

    public EngineLoop loop() {
        return loop;
    }

    /** Loop's thread only. */
    public HttpCounters counters() {
        return counters;
    }

    public int openConnections() {
        return openConnections;
    }

    ClientSettings settings() {
        return settings;
    }

    List<Endpoint> endpoints() {
        return endpoints;
    }

    GunzipPool gunzips() {
        return gunzips;
    }

    StreamPool streamPool() {
        return streamPool;
    }

    Tls tls() {
        return tls;
    }

    boolean roomUnderCap() {
        return settings.maxConnections() == 0 || openConnections < settings.maxConnections();
    }

    void connectionTaken() {
        openConnections++;
    }

    void connectionGivenBack() {
        openConnections--;
        if (!waitingForCap.isEmpty()) {
            loop.schedule(capLook, loop.nanoTime());
        }
    }

    /** Asks to be told when another user gave a connection back. */
    void waitForCap(UserConnections user) {
        counters.add(HttpCount.CAPPED, 1);
        waitingForCap.add(user);
    }

    private void serveWaiting() {
        while (!waitingForCap.isEmpty() && roomUnderCap()) {
            waitingForCap.poll().roomUnderCap();
        }
    }
}
