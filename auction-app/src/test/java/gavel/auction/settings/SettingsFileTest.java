package gavel.auction.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsFileTest {
    @TempDir
    private Path directory;

    @Test
    void theWholeFileIsRead() throws IOException {
        Settings settings = read("""
                server: {address: 127.0.0.1, port: 8080}
                management: {server: {address: 127.0.0.1, port: 8081}}
                gavel:
                  node: app2
                  users: 250
                  database: {url: "jdbc:postgresql://127.0.0.1:5432/gavel", username: gavel, password: secret}
                  documents: {uri: "mongodb://gavel:secret@127.0.0.1:27017/gavel"}
                  broker: {host: 127.0.0.1, port: 5672, virtual-host: /, username: gavel, password: secret, others: ["127.0.0.1:5673", "127.0.0.1:5674"], queues: quorum}
                  images: {store: documents, directory: null}
                  management: {token: secret}
                  lots: {last-call-after: 20s, close-after: 10s}
                """).settings();

        assertThat(settings.node()).isEqualTo("app2");
        assertThat(settings.users()).isEqualTo(250);
        assertThat(settings.lots().lastCallAfter()).isEqualTo(Duration.ofSeconds(20));
        assertThat(settings.broker().virtualHost()).isEqualTo("/");
        assertThat(settings.broker().others()).containsExactly("127.0.0.1:5673", "127.0.0.1:5674");
        assertThat(settings.broker().queues()).isEqualTo(Settings.Broker.Queues.QUORUM);
        assertThat(settings.toString()).doesNotContain("secret");
    }

    @Test
    void whatIsNotSaidHasADefault() throws IOException {
        Settings settings = read("gavel: {users: 5000}").settings();

        assertThat(settings.outstandingBids()).isEqualTo(5_000);
        assertThat(settings.sessions().bcryptCost()).isEqualTo(5);
        assertThat(settings.database().connections(2)).isEqualTo(16);
        assertThat(settings.database().connections(64)).isEqualTo(24);
    }

    @Test
    void everyMisspeltNameIsToldWithTheNearestOne() {
        assertThatThrownBy(() -> read("""
                        gavel:
                          usres: 5
                          broker: {hots: example}
                        sever: {port: 1}
                        """))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("unknown setting: gavel.usres; did you mean gavel.users?")
                .hasMessageContaining("unknown setting: gavel.broker.hots; did you mean gavel.broker.host?")
                .hasMessageContaining("unknown setting: sever.port")
                .hasMessageContaining("settings.yaml");
    }

    @Test
    void everyBrokenRuleIsToldWithItsValue() {
        assertThatThrownBy(() -> read("""
                        gavel:
                          users: -5
                          node: "no spaces please"
                          images: {store: directory}
                          lots: {close-after: 0s}
                          sessions: {bcrypt-cost: 31}
                        """))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("gavel.users must be > 0: -5")
                .hasMessageContaining("gavel.node must be")
                .hasMessageContaining("gavel.images.directory must name a directory")
                .hasMessageContaining("gavel.lots.close-after must be longer than 0")
                .hasMessageContaining("gavel.sessions.bcrypt-cost must be 4 to 12: 31");
    }

    @Test
    void aValueOfTheWrongTypeNamesItsSetting() {
        assertThatThrownBy(() -> read("gavel: {users: many}"))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("gavel.users")
                .hasMessageContaining("many");
    }

    @Test
    void noFileOrNoYamlIsAnErrorOfItsOwn() {
        assertThatThrownBy(() -> SettingsFile.fromArguments(new String[] {}))
                .hasMessageContaining("--config=FILE is missing");
        assertThatThrownBy(() -> SettingsFile.fromArguments(new String[] {"--config=/nowhere/at/all.yaml"}))
                .hasMessageContaining("must name a readable file: /nowhere/at/all.yaml");
        assertThatThrownBy(() -> read("gavel: [unclosed")).hasMessageContaining("not YAML");
    }

    @Test
    void aFileOfAnyNameCanBeHandedToSpring() throws IOException {
        Path file = Files.writeString(directory.resolve("app1.settings"), "gavel: {users: 7}");

        SettingsFile settings = SettingsFile.fromArguments(new String[] {"--report", "x", "--config", file.toString()});

        assertThat(settings.settings().users()).isEqualTo(7);
        assertThat(settings.springLocation()).isEqualTo("file:" + file + "[.yaml]");
    }

    private SettingsFile read(String yaml) throws IOException {
        return SettingsFile.read(Files.writeString(directory.resolve("settings.yaml"), yaml));
    }
}
