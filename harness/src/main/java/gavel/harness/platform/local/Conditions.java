package gavel.harness.platform.local;

import gavel.harness.deployment.RunDirectory;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.http.Http;
import gavel.harness.platform.local.host.Host;
import gavel.harness.topology.Quoting;
import gavel.harness.topology.Ready;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Step;
import gavel.harness.topology.Step.Statements;
import java.net.URI;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.UnaryOperator;

/** Asks what an instance is ready by, and its database. */
record Conditions(RunDirectory directory, UnaryOperator<String> secrets, Http http) {
    /** @param host the instance runs on */
    boolean hold(Ready ready, Host host) {
        return switch (ready) {
            case Ready.AtOnce _ -> true;
            case Ready.Listening listening ->
                listening.addresses().stream().allMatch(address -> host.listening(address, listening.port()));
            case Ready.Answers answers -> answers(answers.page());
            case Ready.Tells tells -> tells(tells);
            case Ready.Login login -> admits(login);
            case Ready.Says says -> Files.exists(directory.path().resolve(says.file()));
        };
    }

    private boolean answers(URI page) {
        try {
            return http.get(page, null).ok();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean tells(Ready.Tells tells) {
        try {
            return http.get(tells.page(), secrets.apply(tells.token().name()))
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

    /** @param failure in words */
    void send(Step.Request request, String failure) throws InterruptedException {
        Http.Answer answer =
                http.send("POST", request.page(), secrets.apply(request.token().name()), null);
        if (!answer.ok()) {
            throw new EnvironmentException(failure + ": " + answer.brief());
        }
    }

    /** @param failure in words */
    void perform(Statements statements, String failure) {
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
