package gavel.harness.platform.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.collect.Instance;
import gavel.harness.collect.StartedProcess;
import gavel.harness.collect.metrics.GuardedPage;
import gavel.harness.deployment.Installation;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.platform.Installed;
import gavel.harness.run.FakeHost;
import gavel.harness.run.FakeProcess;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Watch;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Instances as this machine knows them, and what it keeps for the next start. */
class LocalPartsTest {
    private static final Launch JAVA = Launch.Command.java(List.of("java"), true);

    @TempDir
    private Path home;

    private RunDirectory directory;
    private FakeHost host;
    private FakeProcess process;

    @BeforeEach
    void create() {
        directory = new RunDirectory(home.resolve(".gavel/one"));
        directory.create();
        host = new FakeHost().in(directory.path());
        process = new FakeProcess(host, "app1", "appServers", 42);
    }

    private LocalInstance instance(InstanceSpec spec, FakeProcess itsProcess) {
        return new LocalInstance(
                spec, itsProcess, host, new Installed(host), Map.of("management", "hush")::get, directory);
    }

    private static InstanceSpec.Builder app(Launch launch) {
        return InstanceSpec.of("appServers", "app1", launch);
    }

    @Test
    void whatHasNoProcessLivesAndEndsWithSomebodyElse() {
        LocalInstance elsewhere =
                instance(app(new Launch.Elsewhere("db.example")).build(), null);
        assertThat(elsewhere.alive()).isTrue();
        assertThat(elsewhere.started()).isEmpty();
        assertThat(elsewhere.log(5)).isEmpty();
        assertThat(elsewhere.frozen()).isFalse();
        assertThat(elsewhere.reachable()).isTrue();
        assertThat(elsewhere.version()).isEmpty();
        assertThat(elsewhere.watched()).contains(Instance.elsewhere("appServers", "app1"));
        elsewhere.kill();
        elsewhere.stop(Duration.ofSeconds(1));
        assertThat(host.diary()).isEmpty();
    }

    @Test
    void whatIsWatchedIsReadWithItsSecret() {
        URI page = URI.create("http://127.0.0.1:9/metrics");
        InstanceSpec spec =
                app(JAVA).watch(new Watch.Prometheus(page, Secret.MANAGEMENT)).build();
        assertThat(instance(spec, process).watched())
                .contains(Instance.of("appServers", "app1", 42).scraping(new GuardedPage(page, "hush", "")));
        assertThat(instance(app(JAVA).watch(new Watch.Nothing()).build(), process)
                        .watched())
                .isEmpty();
        assertThat(instance(spec, process)).as("no secret is printed").hasToString("LocalInstance[app1]");
    }

    @Test
    void anInstanceIsFrozenThawedAndEndedByItsProcess() throws Exception {
        LocalInstance app = instance(app(JAVA).build(), process);
        app.freeze();
        assertThat(app.frozen()).isTrue();
        app.thaw();
        assertThat(app.frozen()).isFalse();
        app.kill();
        assertThat(app.alive()).isFalse();
        assertThat(host.diary()).containsExactly("signal STOP app1", "signal CONT app1", "kill app1");
    }

    /** Of another command's process: what was written down counts, and where that is damaged what the kernel knows. */
    @Test
    void whatAProcessWasStartedWithIsWhatWasWrittenDown() throws IOException {
        StartedProcess written = new StartedProcess(
                "app1", "appServers", "fake", List.of("java", "-jar"), Map.of("A", "b"), Map.of("x", "${secret:y}"));
        Path file = directory.started("app1");
        Files.createDirectories(file.getParent());
        Files.writeString(file, JsonMapper.builder().build().writeValueAsString(written));
        assertThat(instance(app(JAVA).build(), process).started()).contains(written);

        StartedProcess known = new StartedProcess("app1", "appServers", "fake", List.of("app1"), Map.of(), Map.of());
        for (String damaged : List.of("", "{", "[]", "{\"instance\": 5, \"command\": 7}")) {
            Files.writeString(file, damaged);
            assertThat(instance(app(JAVA).build(), process).started())
                    .as(damaged)
                    .contains(known);
        }
        Files.delete(file);
        assertThat(instance(app(JAVA).build(), process).started()).contains(known);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"pid": 1, "databasePid": 2, "databaseVersion": "18.6"} | PostgreSQL 18.6
            {"pid": 1, "databasePid": 2, "databaseVersion": null}   | PostgreSQL of unknown version
            {"pid": 1, "databasePid": 2}                            | PostgreSQL of unknown version
            {}                                                      | PostgreSQL of unknown version
            null                                                    | PostgreSQL of unknown version
            {"pid": "x"                                             | PostgreSQL of unknown version
            ~~                                                      | PostgreSQL of unknown version
            """)
    void aDatabaseWithinAnotherSaysItsVersionInAFile(String state, String version) throws IOException {
        Files.writeString(directory.path().resolve("state.json"), state);
        assertThat(instance(app(new Launch.Within("services", "state.json")).build(), process)
                        .version())
                .isEqualTo(version);
    }

    @Test
    void aTitleIsTheVersionOfWhatHasNoProgram() {
        assertThat(instance(app(JAVA).titled("Gavel's own").build(), process).version())
                .isEqualTo("Gavel's own");
        assertThat(instance(app(JAVA).build(), process).version()).isEmpty();
        assertThat(instance(app(new Launch.Within("services", "nothing.json")).build(), process)
                        .version())
                .isEqualTo("PostgreSQL of unknown version");
    }

    private final class Cache {
        private final Installation installation = new Installation(home, Path.of("java"));
        private final LocalStartCache cache = new LocalStartCache(installation, directory);

        private Cache jar(long seconds) throws IOException {
            return file(installation.appJar(), seconds);
        }

        private Cache learned(long seconds) throws IOException {
            return file(installation.appCache(), seconds);
        }

        private Cache file(Path file, long seconds) throws IOException {
            Files.createDirectories(file.getParent());
            Files.writeString(file, "x");
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_000 * seconds));
            return this;
        }
    }

    @Test
    void whatAJvmHasLearnedIsOfOneJarAndNoNewerOne() throws IOException {
        assertThat(new Cache().cache.missing())
                .as("without a jar there is nothing to learn")
                .isFalse();
        assertThat(new Cache().jar(100).cache.missing()).isTrue();
        assertThat(new Cache().learned(99).cache.missing())
                .as("of an earlier build")
                .isTrue();
        assertThat(new Cache().learned(100).cache.missing()).isFalse();
        assertThat(new Cache().learned(101).cache.missing()).isFalse();
        new Cache().cache.forget();
        new Cache().cache.forget();
        assertThat(new Cache().cache.missing()).isTrue();
    }

    @Test
    void whatWasLearnedTakesThePlaceOfTheFormerAtOnce() throws IOException {
        Cache cache = new Cache().jar(100).learned(50);
        Files.writeString(directory.path().resolve("made.aot"), "new");
        assertThat(cache.cache.keep("not-made.aot")).isFalse();
        assertThat(cache.cache.keep("made.aot")).isTrue();
        assertThat(cache.installation.appCache()).hasContent("new");
        assertThat(directory.path().resolve("made.aot")).doesNotExist();
        assertThat(cache.installation.appCache().getParent())
                .isDirectoryNotContaining("glob:**/one.aot")
                .isDirectoryContaining("glob:**/auction-app.aot");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "device", "bytes: 1 2 3", "device a mounted on / with fstype ext4", "per-op statistics"})
    void aTableOfMountsWithoutThisOneSaysThatItIsGone(String line) {
        List<String> mounts = line.equals("device") ? List.of() : List.of(line);
        assertThatThrownBy(() -> NfsStatistics.reading(mounts, Path.of("/mnt/x")))
                .isInstanceOf(IOException.class)
                .hasMessage("/mnt/x is not mounted any more");
    }

    /** Requests that were sent again are those beyond each that was made, over all kinds; some kernels count none of them. */
    @Test
    void whatWasSentAgainIsAddedUpAndNeverBelowNothing() throws IOException {
        List<String> mounts = List.of(
                "device files:/e mounted on /mnt/x with fstype nfs4 statvers=1.1",
                "\tREAD: 10 12 0 1 2 3 4 55 6",
                "\tWRITE: 10 9 0 1 2 3 4 66 6",
                "\tGETATTR: 5 6 0 1 2 3 4 77 6",
                "\tLOOKUP: 5",
                "\tbytes: 1 2");
        assertThat(NfsStatistics.reading(mounts, Path.of("/mnt/x")).counters())
                .isEqualTo(Map.of(
                        "readRequests", 10L,
                        "readMillis", 55L,
                        "writeRequests", 10L,
                        "writeMillis", 66L,
                        "getattrRequests", 5L,
                        "getattrMillis", 77L,
                        "sentAgain", 3L));
    }
}
