package gavel.harness.platform;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.http.Http;
import gavel.harness.time.Timekeeper;
import gavel.harness.topology.Quoting;
import gavel.harness.topology.Ready;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Step;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** Asks from this machine what an instance is ready by, and its database. */
public record Conditions(UnaryOperator<String> secrets, Http http, Timekeeper time) {
    private static final int CONNECT_MILLIS = 500;
    /** A process with former files may still answer. */
    private static final int TIMES_IN_FORCE = 3;

    /** The host of an instance, as far as conditions know it. */
    public interface Place {
        boolean listening(String address, int port);

        /** @param path below the run directory */
        boolean exists(String path);
    }

    public boolean hold(Ready ready, Place place) {
        return switch (ready) {
            case Ready.AtOnce _ -> true;
            case Ready.Listening listening ->
                listening.addresses().stream().allMatch(address -> place.listening(address, listening.port()));
            case Ready.Answers answers -> answers(answers.page());
            case Ready.Tells tells -> tells(tells);
            case Ready.Login login -> admits(login);
            case Ready.Says says -> place.exists(says.file());
        };
    }

    /** Whether it was found to hold so many times in turn that what an instance was given is in force. */
    public BooleanSupplier inForce(Ready ready, Place place) {
        AtomicInteger inTurn = new AtomicInteger();
        return () -> {
            inTurn.set(hold(ready, place) ? inTurn.get() + 1 : 0);
            return inTurn.get() >= TIMES_IN_FORCE;
        };
    }

    /** Whether something takes connections there. */
    public static boolean listening(String address, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
            return true;
        } catch (IOException expected) {
            return false;
        }
    }

    /** Servers of a deployment show certificates of its authority. */
    private Http http(URI page) {
        return "https".equals(page.getScheme()) ? http.trusting(secrets.apply(Secret.AUTHORITY.name())) : http;
    }

    private boolean answers(URI page) {
        try {
            return http(page).get(page, null).ok();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean tells(Ready.Tells tells) {
        try {
            return http(tells.page())
                    .get(tells.page(), secrets.apply(tells.token().name()))
                    .body()
                    .contains(tells.text());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean admits(Ready.Login login) {
        try {
            DriverManager.getConnection(
                            login.url(),
                            login.user(),
                            secrets.apply(login.password().name()))
                    .close();
            return true;
        } catch (SQLException expected) {
            return false;
        }
    }

    /**
     * Sends a request and waits for what it brings about.
     *
     * @param failure in words
     */
    public void perform(Step.Request request, String failure, Place place) throws InterruptedException {
        Http.Answer answer = http(request.page())
                .send("POST", request.page(), secrets.apply(request.token().name()), null);
        if (!answer.ok()) {
            throw new EnvironmentException(failure + ": " + answer.brief());
        }
        if (!time.await(() -> hold(request.done(), place), request.done().patience())) {
            throw new EnvironmentException(
                    failure + " within " + request.done().patience().toSeconds() + " s");
        }
    }

    /** @param failure in words */
    public void perform(Step.Statements statements, String failure) {
        String password = secrets.apply(statements.password().name());
        try (Connection connection = DriverManager.getConnection(statements.url(), statements.user(), password);
                Statement statement = connection.createStatement()) {
            try (ResultSet known = statement.executeQuery(statements.unless())) {
                if (known.next()) {
                    return;
                }
            }
            for (String one : statements.statements()) {
                statement.execute(Secret.resolve(one, Quoting.SQL, secrets));
            }
        } catch (SQLException e) {
            throw new EnvironmentException(failure + ": " + e.getMessage(), e);
        }
    }
}
