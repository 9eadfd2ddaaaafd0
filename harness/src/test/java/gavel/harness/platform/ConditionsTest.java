package gavel.harness.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.http.Http;
import gavel.harness.run.FakeApplication;
import gavel.harness.run.FakeTime;
import gavel.harness.topology.Ready;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Step;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConditionsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final URI PAGE = URI.create("http://10.0.0.1:8081/state");
    private final FakeApplication application = new FakeApplication();
    private final Conditions conditions = new Conditions(secret -> "value", application, new FakeTime());
    private final Set<String> open = new HashSet<>();
    private final Set<String> files = new HashSet<>();
    private final Conditions.Place place = new Conditions.Place() {
        @Override
        public boolean listening(String address, int port) {
            return open.contains(address + ":" + port);
        }

        @Override
        public boolean exists(String path) {
            return files.contains(path);
        }
    };

    private boolean holds(Ready ready) {
        return conditions.hold(ready, place);
    }

    @Test
    void whatIsReadyAtOnceIs() {
        assertThat(holds(new Ready.AtOnce())).isTrue();
    }

    @Test
    void everyAddressHasToListen() {
        Ready both = new Ready.Listening(List.of("10.0.0.1", "10.0.0.2"), 443, PATIENCE);
        open.add("10.0.0.1:443");
        assertThat(holds(both)).isFalse();
        open.add("10.0.0.2:443");
        assertThat(holds(both)).isTrue();
    }

    @Test
    void aPageHasToAnswerWell() {
        assertThat(holds(new Ready.Answers(PAGE, PATIENCE))).isFalse();
        application.on("GET /state", 503, "not yet");
        assertThat(holds(new Ready.Answers(PAGE, PATIENCE))).isFalse();
        application.on("GET /state", 200, "yes");
        assertThat(holds(new Ready.Answers(PAGE, PATIENCE))).isTrue();
    }

    @Test
    void anEncryptedPageIsAskedWithTrustInTheAuthorityOfTheDeployment() throws InterruptedException {
        List<String> trusted = new ArrayList<>();
        Http suspicious = new Http() {
            @Override
            public Answer send(String method, URI uri, String token, String body) {
                return new Answer(0, "nobody is trusted");
            }

            @Override
            public Http trusting(String authority) {
                trusted.add(authority);
                return application;
            }
        };
        Conditions asking = new Conditions(secret -> "value of " + secret, suspicious, new FakeTime());
        URI page = URI.create("https://10.0.0.1:8081/state");
        application.on("GET /state", 200, "drained");
        application.on("POST /drain", 200, "");
        Ready drained = new Ready.Tells(page, Secret.MANAGEMENT, "drained", PATIENCE);

        assertThat(asking.hold(new Ready.Answers(page, PATIENCE), place)).isTrue();
        assertThat(asking.hold(drained, place)).isTrue();
        asking.perform(new Step.Request(page.resolve("/drain"), Secret.MANAGEMENT, drained), "failed", place);
        assertThat(trusted).hasSize(4).containsOnly("value of authority");
        assertThat(asking.hold(new Ready.Answers(PAGE, PATIENCE), place))
                .as("a plain page shows no certificate")
                .isFalse();
    }

    @Test
    void aTextCountsWhateverTheStatusIs() {
        Ready tells = new Ready.Tells(PAGE, Secret.MANAGEMENT, "drained", PATIENCE);
        application.on("GET /state", 200, "serving");
        assertThat(holds(tells)).isFalse();
        application.on("GET /state", 503, "all drained");
        assertThat(holds(tells)).isTrue();
    }

    @Test
    void aFileSaysIt() {
        Ready says = new Ready.Says("settings/state.json", PATIENCE);
        assertThat(holds(says)).isFalse();
        files.add("settings/state.json");
        assertThat(holds(says)).isTrue();
    }

    @Test
    void aDatabaseThatIsNotThereLetsNobodyIn() {
        assertThat(holds(new Ready.Login("jdbc:postgresql://127.0.0.1:1/gavel", "me", Secret.DATABASE, PATIENCE)))
                .isFalse();
    }

    @Test
    void aRequestIsDoneWhenItsConditionHolds() throws InterruptedException {
        application.on("POST /state", 202, "");
        files.add("left");
        conditions.perform(
                new Step.Request(PAGE, Secret.MANAGEMENT, new Ready.Says("left", PATIENCE)), "it stays", place);

        assertThatThrownBy(() -> conditions.perform(
                        new Step.Request(PAGE, Secret.MANAGEMENT, new Ready.Says("never", PATIENCE)),
                        "it stays",
                        place))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage("it stays within 3 s");
    }

    @Test
    void aRefusedRequestSaysHow() {
        application.on("POST /state", 409, "busy");

        assertThatThrownBy(() -> conditions.perform(
                        new Step.Request(PAGE, Secret.MANAGEMENT, new Ready.AtOnce()), "it stays", place))
                .hasMessage("it stays: 409 busy");
    }

    @Test
    void statementsToADatabaseThatIsNotThereFail() {
        Step.Statements statements = new Step.Statements(
                "jdbc:postgresql://127.0.0.1:1/gavel", "me", Secret.DATABASE, "SELECT 1", List.of("SELECT 2"));

        assertThatThrownBy(() -> conditions.perform(statements, "the database could not be made"))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageStartingWith("the database could not be made: ")
                .hasMessageNotContaining("value");
    }

    @Test
    void whoListensTakesConnections() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = socket.getLocalPort();
            assertThat(Conditions.listening("127.0.0.1", port)).isTrue();
        }
        assertThat(Conditions.listening("127.0.0.1", port)).isFalse();
    }
}
