package gavel.auction.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.NestedExceptionUtils;

class SettingsTest {
    @Test
    void whatIsNotSaidFitsAMachineOfTheReader() {
        Settings settings = TestSettings.defaults();

        assertThat(settings.node()).isEqualTo("app1");
        assertThat(settings.broker())
                .isEqualTo(new Settings.Broker(
                        "127.0.0.1", 5_672, List.of(), "/", "gavel", "", Settings.Broker.Queues.CLASSIC));
        assertThat(settings.database().url()).isEqualTo("jdbc:postgresql://127.0.0.1:5432/gavel");
        assertThat(settings.lots()).isEqualTo(new Settings.Lots(Duration.ofSeconds(30), Duration.ofSeconds(30)));
        assertThat(settings.accounts().creditLimit()).isEqualTo(new BigDecimal("1000000.00"));
        assertThat(settings.live()).isEqualTo(new Settings.Live(Duration.ofSeconds(30), 20_000));
        assertThat(settings.warmUp().requests()).isZero();
    }

    @ParameterizedTest(name = "{0} = {1}")
    @CsvSource({
        "gavel.node,                ''",
        "gavel.node,                -app",
        "gavel.node,                app 1",
        "gavel.users,               0",
        "gavel.users,               -1",
        "gavel.database.url,        postgresql://127.0.0.1/gavel",
        "gavel.database.pool,       -1",
        "gavel.broker.port,         0",
        "gavel.broker.port,         65536",
        "gavel.broker.others,       other",
        "gavel.images.store,        disk",
        "gavel.images.total-size,   -1",
        "gavel.lots.last-call-after, 0s",
        "gavel.lots.close-after,    -1s",
        "gavel.accounts.credit-limit, -0.01",
        "gavel.sessions.lifetime,   0s",
        "gavel.sessions.bcrypt-cost, 3",
        "gavel.sessions.bcrypt-cost, 13",
        "gavel.bids.answer-within,  0ms",
        "gavel.bids.outstanding,    -1",
        "gavel.live.hold,           0s",
        "gavel.live.waiters,        0",
        "gavel.warm-up.requests,    -1",
        "gavel.warm-up.requests,    1000001",
        "gavel.warm-up.within,      0s",
        "gavel.requests.at-once,    -1"
    })
    void aValueOutOfItsBoundsIsRefusedByItsName(String name, String value) {
        assertThatThrownBy(() -> TestSettings.of(Map.of(name, value)))
                .extracting(NestedExceptionUtils::getMostSpecificCause)
                .isInstanceOfSatisfying(SettingsException.class, problem -> assertThat(problem.getMessage())
                        .startsWith(name + " must ")
                        .doesNotContain(System.lineSeparator()));
    }

    @ParameterizedTest(name = "{0} = {1}")
    @CsvSource({
        "gavel.node,                a",
        "gavel.node,                app-1.site_2",
        "gavel.users,               1",
        "gavel.database.pool,       1",
        "gavel.broker.port,         1",
        "gavel.broker.port,         65535",
        "gavel.lots.last-call-after, 1ms",
        "gavel.accounts.credit-limit, 0",
        "gavel.sessions.bcrypt-cost, 4",
        "gavel.sessions.bcrypt-cost, 12",
        "gavel.bids.outstanding,    0",
        "gavel.live.waiters,        1",
        "gavel.warm-up.requests,    1000000"
    })
    void aValueOnItsBoundIsTaken(String name, String value) {
        assertThatCode(() -> TestSettings.of(Map.of(name, value))).doesNotThrowAnyException();
    }

    @Test
    void allMistakesAreToldAtOnceEachOnItsLine() {
        assertThatThrownBy(() -> TestSettings.of(Map.of("gavel.users", 0, "gavel.broker.port", 0, "gavel.node", "")))
                .extracting(NestedExceptionUtils::getMostSpecificCause)
                .satisfies(problem -> assertThat(problem.getMessage().lines())
                        .hasSize(3)
                        .anyMatch(line -> line.startsWith("gavel.users must be > 0: 0"))
                        .anyMatch(line -> line.startsWith("gavel.broker.port must be 1 to 65535: 0"))
                        .anyMatch(line -> line.startsWith("gavel.node must be 1 to 80 of")));
    }

    @Test
    void picturesInADirectoryNeedOne() {
        assertThatThrownBy(() -> TestSettings.of(Map.of("gavel.images.store", "directory")))
                .rootCause()
                .hasMessageContaining("gavel.images.directory");

        Settings settings =
                TestSettings.of(Map.of("gavel.images.store", "directory", "gavel.images.directory", "/var/pictures"));
        assertThat(settings.images().directory()).isEqualTo(Path.of("/var/pictures"));
    }

    @ParameterizedTest(name = "{0} cores, pool {1}: {2} connections")
    @CsvSource({"1, 0, 16", "2, 0, 16", "3, 0, 24", "4, 0, 24", "64, 0, 24", "64, 100, 100", "1, 1, 1"})
    void thePoolFollowsFromTheCoresUnlessItIsSaid(int cores, int pool, int connections) {
        Settings settings = TestSettings.of(Map.of("gavel.database.pool", pool));

        assertThat(settings.database().connections(cores)).isEqualTo(connections);
    }

    @ParameterizedTest(name = "{0} users, {1} said: {2}")
    @CsvSource({"100, 0, 1000", "1000, 0, 1000", "1001, 0, 1001", "50000, 0, 50000", "50000, 7, 7"})
    void theBidsThatMayWaitFollowFromTheUsersUnlessTheyAreSaid(int users, int said, int outstanding) {
        Settings settings = TestSettings.of(Map.of("gavel.users", users, "gavel.bids.outstanding", said));

        assertThat(settings.outstandingBids()).isEqualTo(outstanding);
    }

    @ParameterizedTest(name = "{0} users, {1} said: {2} MiB")
    @CsvSource({"100, 0, 65536", "128, 0, 65536", "129, 0, 66048", "200000, 0, 102400000", "200000, 10MB, 10"})
    void whatPeopleMayUploadFollowsFromTheUsersUnlessItIsSaid(int users, String said, long mebibytes) {
        Settings settings = TestSettings.of(Map.of("gavel.users", users, "gavel.images.total-size", said));

        assertThat(settings.totalUploads()).isEqualTo(mebibytes << 20);
    }

    @Test
    void noSecretIsShownAndEveryAddressIs() {
        Settings settings = TestSettings.of(Map.of(
                "gavel.database.password", "secret1",
                "gavel.broker.password", "secret2",
                "gavel.management.token", "secret3",
                "gavel.documents.uri", "mongodb://user:secret4@documents:27017/gavel"));

        assertThat(settings.toString())
                .doesNotContain("secret")
                .contains("documents:27017/gavel", "127.0.0.1:5672", "jdbc:postgresql://127.0.0.1:5432/gavel");
    }

    /** 27 KB each in a third of the heap; seven of a person, as all may come to one server. */
    @Test
    void aServerHasSoManyConnections() {
        assertThat(TestSettings.of(Map.of("gavel.users", "100")).connectionsAtOnce(256L << 20, false))
                .isEqualTo(3_236);
        assertThat(TestSettings.of(Map.of("gavel.users", "1000")).connectionsAtOnce(256L << 20, false))
                .isEqualTo(7_000);
        assertThat(TestSettings.of(Map.of("gavel.users", "1000")).connectionsAtOnce(8L << 30, false))
                .isEqualTo(20_000);
        assertThat(TestSettings.of(Map.of("gavel.users", "15000")).connectionsAtOnce(8L << 30, false))
                .isEqualTo(105_000);
        assertThat(TestSettings.of(Map.of("gavel.users", "100")).connectionsAtOnce(256L << 20, true))
                .as("with TLS each has 59 KB more")
                .isEqualTo(1_016);
        assertThat(TestSettings.of(Map.of("gavel.users", "1000")).connectionsAtOnce(256L << 20, true))
                .isEqualTo(7_000);
        assertThat(TestSettings.of(Map.of("gavel.requests.connections", "50")).connectionsAtOnce(8L << 30, false))
                .isEqualTo(50);
    }

    @Test
    void anAuthorityIsAFileThatCanBeRead(@TempDir Path directory) throws IOException {
        assertThat(TestSettings.defaults().authority())
                .as("plain unless it is named")
                .isNull();
        Path file = Files.writeString(directory.resolve("authority.pem"), "PEM");
        assertThat(TestSettings.of(Map.of("gavel.authority", file.toString())).authority())
                .isEqualTo(file);
        assertThatThrownBy(() -> TestSettings.of(
                        Map.of("gavel.authority", directory.resolve("none").toString())))
                .rootCause()
                .hasMessageContaining("gavel.authority must be a file that can be read: " + directory.resolve("none"));
    }
}
