package gavel.harness.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.deployment.Installation;
import gavel.harness.platform.local.host.LocalHost;
import gavel.harness.run.FakeHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a machine with two cores says of a configuration. */
class ConfigurationCheckTest {
    @TempDir
    Path home;

    private final FakeHost host = new FakeHost();

    private List<String> problems(String... settings) {
        return ConfigurationCheck.problems(
                new Configurations(Path.of("../deploy/configs"))
                        .read(
                                "minimal",
                                List.of(settings).stream()
                                        .map(SettingOverride::parse)
                                        .toList()),
                new Installation(home, Path.of(System.getProperty("java.home"), "bin", "java")),
                host);
    }

    @Test
    void theDefaultsAreGoodAndCostNothing() {
        assertThat(problems()).isEmpty();
        assertThat(host.diary()).isEmpty();
    }

    @Test
    void aProfileTheDriverDoesNotUnderstandIsToldInItsWords() throws IOException {
        Path profile = Files.writeString(home.resolve("mine.yaml"), "name: mine");
        host.says("profile-check", "mine.yaml:1: version is missing", "mine.yaml:1: cycle is missing");
        host.exitCode("profile-check", 4);

        assertThat(problems("load.profile=" + profile))
                .containsExactly("mine.yaml:1: version is missing", "mine.yaml:1: cycle is missing");
    }

    @Test
    void filesOfSecretsAreThereAndSaySomething() throws IOException {
        Path empty = Files.writeString(home.resolve("empty"), "\n");

        assertThat(problems(
                        "relational.implementation=external",
                        "relational.url=jdbc:postgresql://db/gavel",
                        "relational.username=gavel",
                        "relational.passwordFile=/nowhere",
                        "documents.implementation=external",
                        "documents.uriFile=" + empty))
                .containsExactly(
                        "file cannot be read: there is no such file: /nowhere (relational.passwordFile)",
                        "file is empty: " + empty + " (documents.uriFile)");
    }

    @Test
    void noQuotaIsMoreThanTheMachine() {
        assertThat(problems("appServers.cpu=2", "hosts.isolated=true", "hosts.relational.cpu=2.5"))
                .containsExactly("cpu must be <= 2, the cores of this machine: 2.5 (hosts.relational.cpu)");
        assertThat(problems("appServers.cpu=500"))
                .containsExactly("cpu must be <= 2, the cores of this machine: 500.0 (appServers.cpu)");
    }

    /** With the JVM itself: milliseconds, and no list of flags here could be as right. */
    @Test
    void flagsTheJvmRefusesAreToldInItsWords() {
        List<String> problems = ConfigurationCheck.problems(
                new Configurations(Path.of("../deploy/configs"))
                        .read(
                                "minimal",
                                List.of(
                                        SettingOverride.parse("appServers.jvmFlags=[-Xss1m, -XX:+UseTurbo]"),
                                        SettingOverride.parse("drivers.jvmFlags=-XX:MaxTenuringThreshold=2"))),
                new Installation(home, Path.of(System.getProperty("java.home"), "bin", "java")),
                new LocalHost(home));

        assertThat(problems)
                .containsExactly("the JVM does not start with these flags: Unrecognized VM option 'UseTurbo': "
                        + "-XX:+UseParallelGC -XX:NewRatio=1 -Xss1m -XX:+UseTurbo (appServers.jvmFlags)");
    }
}
