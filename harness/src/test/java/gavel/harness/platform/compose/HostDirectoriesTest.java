package gavel.harness.platform.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostDirectoriesTest {
    private static final boolean ROOT = "root".equals(System.getProperty("user.name"));

    @TempDir
    Path run;

    private HostDirectories directories;

    @BeforeEach
    void make() throws IOException {
        directories = new HostDirectories(new Project(run));
        directories.make("app1");
    }

    @Test
    void aSecretIsReadByItsOwnerAlone() throws IOException {
        directories.put("app1", "settings/deep/app1.yaml", "password", true);

        Path file = run.resolve("hosts/app1/settings/deep/app1.yaml");
        assertThat(file).hasContent("password");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void itsOwnerIsTheUserOfTheContainers() throws IOException {
        directories.put("app1", "settings/deep/app1.yaml", "x", false);
        HostDirectories.User user = directories.user();

        assertThat(user.own()).isEqualTo(ROOT);
        assertThat(user.words()).doesNotStartWith("0:");
        for (String path :
                List.of("hosts/app1/settings", "hosts/app1/settings/deep", "hosts/app1/settings/deep/app1.yaml")) {
            assertThat(Files.getAttribute(run.resolve(path), "unix:uid")).hasToString(user.uid());
        }
        assertThat(Files.readString(directories.passwords())).contains("gavel:x:" + user.words() + ":");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../web1/settings/key", "../../secrets.json", "/etc/passwd", "a/../../../b"})
    void nothingIsReadOrWrittenBeyondAHost(String below) {
        assertThatThrownBy(() -> directories.put("app1", below, "x", false)).isInstanceOf(IOException.class);
        assertThat(directories.exists("app1", below)).isFalse();
        assertThatThrownBy(() -> directories.path("../app1", "x")).isInstanceOf(IOException.class);
    }

    @Test
    void aLinkThatAContainerMadeIsNotFollowed() throws IOException {
        Path secret = Files.writeString(run.resolve("secrets.json"), "everything");
        Files.createSymbolicLink(run.resolve("hosts/app1/settings/state.json"), secret);
        Files.createSymbolicLink(run.resolve("hosts/app1/logs/deep"), run);

        assertThatThrownBy(() -> directories.path("app1", "settings/state.json"))
                .hasMessageContaining("is a link");
        assertThatThrownBy(() -> directories.put("app1", "logs/deep/x", "x", false))
                .hasMessageContaining("is a link");
        assertThat(directories.exists("app1", "settings/state.json")).isFalse();
        assertThat(secret).hasContent("everything");
    }

    @Test
    void outputsAndLogsComeToWhereTheyBelong(@TempDir Path results) throws IOException {
        directories.make("driver1");
        String there = directories.output(results, List.of("driver1"));
        Files.writeString(run.resolve("hosts/driver1").resolve(there).resolve("bids-1.csv"), "1,2");
        Files.writeString(run.resolve("hosts/app1/logs/app1.log"), "early");

        assertThat(directories.fetch()).isEmpty();
        assertThat(results.resolve("bids-1.csv")).hasContent("1,2");
        assertThat(run.resolve("logs/app1.log")).hasContent("early");
    }

    @Test
    void twoOutputsAreTwoDirectories(@TempDir Path one, @TempDir Path two) {
        assertThat(directories.output(one, List.of("app1"))).isNotEqualTo(directories.output(two, List.of("app1")));
    }

    @Test
    void whatAContainerCallsStrangelyStaysThere(@TempDir Path results) throws IOException {
        String there = directories.output(results, List.of("app1"));
        Path outputs = run.resolve("hosts/app1").resolve(there);
        Files.writeString(outputs.resolve("a b;rm"), "x");
        Files.createSymbolicLink(outputs.resolve("passwords"), Path.of("/etc/passwd"));
        Files.writeString(outputs.resolve("good.csv"), "1");

        assertThat(directories.fetch()).containsExactly("host app1 has a file with an unexpected name: it stays there");
        assertThat(results).isDirectoryContaining("glob:**good.csv").isDirectoryNotContaining("glob:**passwords");
    }

    @Test
    void aFileThatCannotBeCopiedKeepsNoOtherBack(@TempDir Path results) throws IOException {
        String there = directories.output(results, List.of("app1"));
        Path outputs = run.resolve("hosts/app1").resolve(there);
        for (String name : List.of("a.csv", "b.csv", "c.csv", "d.csv")) {
            Files.writeString(outputs.resolve(name), "1");
        }
        Files.writeString(Files.createDirectories(results.resolve("b.csv")).resolve("in the way"), "");

        assertThat(directories.fetch()).singleElement().asString().startsWith("host app1: b.csv is missing: ");
        assertThat(results.resolve("a.csv")).hasContent("1");
        assertThat(results.resolve("c.csv")).hasContent("1");
        assertThat(results.resolve("d.csv")).hasContent("1");
    }
}
