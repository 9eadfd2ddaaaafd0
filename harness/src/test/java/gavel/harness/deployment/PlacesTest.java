package gavel.harness.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where things are, and the secrets that are there. */
class PlacesTest {
    @TempDir
    Path root;

    @Test
    void everythingOfADeploymentIsBelowItsDirectory() {
        RunDirectory directory = new RunDirectory(root.resolve("mine"));

        assertThat(directory.name()).isEqualTo("mine");
        assertThat(Stream.of(
                        directory.settings("app1.yaml"),
                        directory.secrets(),
                        directory.state(),
                        directory.configuration(),
                        directory.logs(),
                        directory.log("app1"),
                        directory.processes(),
                        directory.data("broker"),
                        directory.temporary()))
                .doesNotHaveDuplicates()
                .allMatch(path -> path.startsWith(root.resolve("mine")));
        assertThat(directory.log("app1")).isEqualTo(directory.logs().resolve("app1.log"));
    }

    @Test
    void makingADirectoryTwiceKeepsWhatIsInIt() throws IOException {
        RunDirectory directory = new RunDirectory(root.resolve("mine"));
        directory.create();
        Files.writeString(directory.log("app1"), "line");
        directory.create();

        assertThat(directory.log("app1")).content().isEqualTo("line");
        assertThat(directory.temporary()).isDirectory();
    }

    @Test
    void aDirectoryThatCannotBeMadeIsToldWithWhatToDo() throws IOException {
        Path file = Files.writeString(root.resolve("file"), "");

        assertThatThrownBy(() -> new RunDirectory(file.resolve("mine")).create())
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("cannot create the run directory " + file.resolve("mine"))
                .hasMessageEndingWith("choose a place that can be written and has space");
    }

    @Test
    void deletingGoesNoFurtherThanALink() throws IOException {
        Path kept = Files.writeString(
                Files.createDirectory(root.resolve("elsewhere")).resolve("kept"), "");
        RunDirectory directory = new RunDirectory(root.resolve("mine"));
        directory.create();
        Files.createSymbolicLink(directory.data("link"), kept.getParent());
        Files.createSymbolicLink(directory.images(), kept.getParent());

        directory.delete();
        assertThat(directory.path()).doesNotExist();
        assertThat(kept).exists();
    }

    @Test
    void theInstallationKnowsItsPrograms() {
        Installation installation = new Installation(Path.of("/gavel"), Path.of("java"));

        assertThat(installation.appJar()).isEqualTo(Path.of("/gavel/auction-app/target/auction-app.jar"));
        assertThat(installation.appCache()).isEqualTo(Path.of("/gavel/auction-app/target/auction-app.aot"));
        assertThat(installation.driverJar()).isEqualTo(Path.of("/gavel/workload-driver/target/workload-driver.jar"));
        assertThat(installation.harnessJar()).isEqualTo(Path.of("/gavel/harness/target/harness.jar"));
    }

    @Test
    void theInstallationOfThisProcessIsAbsoluteWhereverItWasStarted() {
        assertThat(Installation.current(Map.of(), null).home()).isAbsolute();
        assertThat(Installation.current(Map.of(), null).java()).isExecutable();
    }

    @Test
    void whatItMakesIsInItsOwnDirectoryUnlessThatCannotBeWritten(@TempDir Path place) {
        Map<String, String> xdg = Map.of("XDG_STATE_HOME", "/var/state", "HOME", "/home/me");

        assertThat(Installation.state(place, xdg)).isEqualTo(place);
        Path nowhere = place.resolve("nowhere");
        assertThat(Installation.state(nowhere, xdg)).isEqualTo(Path.of("/var/state/gavel"));
        assertThat(Installation.state(nowhere, Map.of("XDG_STATE_HOME", "relative", "HOME", "/home/me")))
                .as("the specification ignores relative paths")
                .isEqualTo(Path.of("/home/me/.local/state/gavel"));
        assertThat(Installation.state(nowhere, Map.of("HOME", "")))
                .as("the next command may have another working directory")
                .isNotEqualTo(Path.of(".local/state/gavel").toAbsolutePath());
        assertThat(Installation.state(place, Map.of("GAVEL_HOME", "/srv/gavel")))
                .isEqualTo(Path.of("/srv/gavel"));
    }

    @Test
    void resultsAreWhereSomebodyAskedForThem() {
        Map<String, String> both = Map.of("GAVEL_HOME", "/srv/gavel", "GAVEL_RESULTS", "/srv/results");

        assertThat(Installation.current(Map.of("GAVEL_HOME", "/srv/gavel"), null)
                        .results())
                .isEqualTo(Path.of("/srv/gavel/results"));
        assertThat(Installation.current(both, null).results()).isEqualTo(Path.of("/srv/results"));
        assertThat(Installation.current(both, Path.of("here")).results())
                .isEqualTo(Path.of("here").toAbsolutePath());
        Installation moved = Installation.current(both, null);
        assertThat(moved.deployments()).isEqualTo(Path.of("/srv/gavel/.gavel"));
        assertThat(moved.appCache()).startsWithRaw(Path.of("/srv/gavel/.build"));
        assertThat(moved.databaseBinaries()).startsWithRaw(Path.of("/srv/gavel/.build"));
    }

    /** An archive brings it, and may be unpacked where nobody may write; a copy of it may have lost its times. */
    @Test
    void whatAnArchiveBroughtIsUsedWhereItIsOfTheJarThatIsThere() throws IOException {
        Path state = root.resolve("state");
        Installation installation = new Installation(root, root, Path.of("java"), state, state);
        Path beside = root.resolve("auction-app/target/auction-app.aot");
        assertThat(installation.appCache()).startsWithRaw(state);
        Files.createDirectories(beside.getParent());
        Files.setLastModifiedTime(Files.createFile(installation.appJar()), FileTime.fromMillis(100_000));

        Files.setLastModifiedTime(Files.createFile(beside), FileTime.fromMillis(101_000));
        assertThat(installation.appCache()).isEqualTo(beside);
        Files.setLastModifiedTime(beside, FileTime.fromMillis(99_000));
        assertThat(installation.appCache()).startsWithRaw(state);
    }

    @Test
    void secretsAreLongDifferentAndEasyToReadAloud() {
        Secrets secrets = Secrets.generate(new SplittableRandom(1));
        Set<String> all = Stream.of(
                        secrets.database(), secrets.broker(), secrets.management(), secrets.agent(), secrets.accounts())
                .collect(Collectors.toSet());

        assertThat(all).hasSize(5).allMatch(word -> word.matches("[A-Za-z2-9]{32}"));
        assertThat(all).noneMatch(word -> word.matches(".*[IOl].*"));
    }

    @Test
    void secretsComeFromTheGivenSourceAndFromNothingElse() {
        assertThat(Secrets.generate(new Random(4))).isEqualTo(Secrets.generate(new Random(4)));
        assertThat(Secrets.generate(new Random(4))).isNotEqualTo(Secrets.generate(new Random(5)));
    }

    @Test
    void secretsAreNotPrintedByAccident() {
        Secrets secrets = Secrets.generate(new Random(4));

        assertThat("deployment with " + secrets).doesNotContain(secrets.database(), secrets.accounts());
    }
}
