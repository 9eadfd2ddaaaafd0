package gavel.auction.warmup;

import gavel.auction.session.Sessions;
import gavel.auction.settings.Settings;
import gavel.auction.trust.Authority;
import java.net.InetAddress;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.HttpsURLConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Has the node visited before it reports ready, so that its first users do not wait for classes to be loaded and code to be compiled.
 * Readiness follows the runners. The visits only read; a node whose visits fail is merely cold.
 */
@Component
final class WarmUp implements ApplicationRunner {
    private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
    private static final int VISITORS = 8;
    private final Settings settings;
    private final Sessions sessions;
    private final JdbcClient sql;
    /** Answers may be longer than what is taken from others. */
    private final JsonMapper json = new JsonMapper();

    private final ServerProperties server;
    private final Environment environment;
    private final InstantSource instants;

    WarmUp(
            Settings settings,
            Sessions sessions,
            JdbcClient sql,
            ServerProperties server,
            Environment environment,
            InstantSource instants) {
        this.settings = settings;
        this.sessions = sessions;
        this.sql = sql;
        this.server = server;
        this.environment = environment;
        this.instants = instants;
    }

    @Override
    public void run(ApplicationArguments arguments) throws InterruptedException {
        int requests = settings.warmUp().requests();
        if (requests == 0) {
            return;
        }
        Optional<Long> account = sql.sql("select min(id) from account")
                .query((row, n) -> row.getObject(1, Long.class))
                .optional();
        if (account.isEmpty()) {
            LOG.info("Not warmed up: there are no accounts yet");
            return;
        }
        if (settings.authority() != null) {
            // Nothing else in this process uses the JDK's first client.
            HttpsURLConnection.setDefaultSSLSocketFactory(
                    Authority.only(settings.authority()).getSocketFactory());
        }
        Sessions.Opened session = sessions.open(account.get());
        try {
            visit(requests, session.token());
        } finally {
            Visitor.leave(door());
            sessions.find(session.token()).ifPresent(sessions::end);
        }
    }

    private void visit(int requests, String token) throws InterruptedException {
        try (ExecutorService visitors = Executors.newVirtualThreadPerTaskExecutor()) {
            Instant end = instants.instant().plus(settings.warmUp().within());
            List<Future<Integer>> visits = new ArrayList<>();
            for (int i = 0; i < VISITORS; i++) {
                int share = (requests + i) / VISITORS;
                visits.add(visitors.submit(new Visitor(
                        door(), token, json, i, share, () -> instants.instant().isAfter(end))));
            }
            int sent = 0;
            for (Future<Integer> visit : visits) {
                sent += visit.get();
            }
            LOG.info("Warmed up with {} requests", sent);
        } catch (ExecutionException e) {
            LOG.warn("The warm-up ended early: {}", e.getCause().toString());
        }
    }

    /** Where this node listens, as it reaches itself. */
    private URI door() {
        InetAddress address = server.getAddress();
        String host = address == null || address.isAnyLocalAddress()
                ? InetAddress.getLoopbackAddress().getHostAddress()
                : address.getHostAddress();
        return URI.create((Ssl.isEnabled(server.getSsl()) ? "https" : "http") + "://"
                + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + environment.getRequiredProperty("local.server.port"));
    }
}
