package gavel.harness.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.deployment.Deployment;
import gavel.harness.failure.ExitCode;
import gavel.harness.run.Deployer;
import gavel.harness.run.Progress;
import gavel.harness.run.RunRig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the first run after a build learns for all later ones. */
class StartCacheTest {
    private static final String CONFIGURATION = "-XX:AOTConfiguration=";
    private static final String CACHE = "-XX:AOTCache=";

    @TempDir
    Path home;

    private RunRig rig;
    private Path cache;

    @BeforeEach
    void build() throws IOException {
        rig = new RunRig(home);
        Path jar = home.resolve("auction-app/target/auction-app.jar");
        cache = jar.resolveSibling("auction-app.aot");
        Files.createDirectories(jar.getParent());
        Files.writeString(jar, "jar");
        rig.host.when("training", () -> write("training", CONFIGURATION));
        rig.host.when("training-cache", () -> write("training-cache", CACHE));
    }

    @Test
    void theFirstRunTrainsAndThenReturnsTheDataToTheirLoadedState() {
        assertThat(rig.run().exitCode()).isEqualTo(ExitCode.PASS);

        assertThat(rig.host.diary())
                .containsSubsequence(
                        "run load", "start training", "stop training", "run training-cache", "run reset", "start app1");
        assertThat(rig.host.command("app1")).contains(CACHE + cache);
        assertThat(cache).exists();
    }

    /** Its lots were sold meanwhile. */
    @Test
    void aSetThatAServerLearnedOnIsNoUnusedOneWhenTheCommandEndsThen() throws Exception {
        try (Deployment deployment =
                rig.deployments().create("mine", rig.configuration(), false, rig.time.instant(), _ -> true)) {
            Deployer deployer = new Deployer(
                    deployment,
                    rig.environment(),
                    new Progress(rig.environment().console(), rig.time));
            rig.host.exitCode("reset", 3);
            deployer.startDataServices();

            assertThatThrownBy(() -> deployer.prepareData(true)).hasMessageStartingWith("reset failed");
            assertThat(deployment.loaded().clean()).isFalse();
        }
    }

    @Test
    void theSecondRunUsesWhatTheFirstLearned() {
        rig.run();
        rig.run();

        assertThat(rig.host.diary()).containsOnlyOnce("start training");
        assertThat(rig.host.command("app1")).contains(CACHE + cache);
    }

    @Test
    void aNewBuildIsLearnedAgain() throws IOException {
        rig.run();
        Files.setLastModifiedTime(cache, FileTime.from(Instant.EPOCH));
        rig.run();

        assertThat(rig.host.diary().stream().filter("start training"::equals)).hasSize(2);
    }

    @Test
    void aServerThatLearnedNothingStartsWithoutACache() {
        rig.host.when("training", () -> {});

        assertThat(rig.run().exitCode()).isEqualTo(ExitCode.PASS);
        assertThat(rig.host.command("app1")).noneMatch(flag -> flag.startsWith(CACHE));
        assertThat(rig.host.diary()).doesNotContain("run training-cache");
    }

    @Test
    void aCacheThatCannotBeMadeIsNoReasonToFail() {
        rig.host.exitCode("training-cache", 1);

        assertThat(rig.run().exitCode()).isEqualTo(ExitCode.PASS);
        assertThat(rig.host.command("app1")).noneMatch(flag -> flag.startsWith(CACHE));
        assertThat(cache).doesNotExist();
    }

    @Test
    void aCacheThatIsRefusedIsToldAndTheRunGoesOn() {
        rig.host.logged(
                "app1.log",
                "[0.003s][warning][aot] Unable to use AOT cache.",
                "[0.003s][error  ][aot] Loading static archive failed.",
                "2026-11-21T03:02:33.590Z INFO  g.a.AuctionApplication Starting AuctionApplication");

        assertThat(rig.run().exitCode()).isEqualTo(ExitCode.PASS);
        assertThat(rig.lines)
                .contains("! a server started slower, as its JVM refused the start cache: Unable to use AOT cache.");
    }

    @Test
    void aStartWithItsCacheTellsNothing() {
        rig.run();

        assertThat(rig.lines).noneMatch(line -> line.contains("start cache"));
    }

    /** What the JVM would write where its command line says. */
    private void write(String name, String flag) {
        rig.host.command(name).stream()
                .filter(argument -> argument.startsWith(flag))
                .map(argument -> Path.of(argument.substring(flag.length())))
                .forEach(file -> {
                    try {
                        Files.createDirectories(file.getParent());
                        Files.writeString(file, name);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }
}
