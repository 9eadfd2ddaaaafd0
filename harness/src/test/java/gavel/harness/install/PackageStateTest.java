package gavel.harness.install;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.deploy.Topologies;
import gavel.harness.topology.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PackageStateTest {
    @Test
    void aBannerOrALineOfAnotherShapeMeansNothing() {
        PackageState state = PackageState.of(List.of(
                "Welcome, root",
                "sudo",
                "apt",
                "installed nginx 1.22.1-9",
                "offered haproxy 2.6",
                "offered caddy",
                "x"));

        assertThat(state.root()).isFalse();
        assertThat(state.permitted()).isTrue();
        assertThat(state.lists()).isFalse();
        assertThat(state.installed()).containsOnlyKeys("nginx");
        assertThat(state.offered()).containsOnlyKeys("haproxy").containsValue("2.6");
    }

    @Test
    void whoIsNeitherRootNorHasSudoIsNotPermitted() {
        assertThat(PackageState.of(List.of("apt", "lists")).permitted()).isFalse();
        assertThat(PackageState.of(List.of("root")).permitted()).isTrue();
    }

    @Test
    void everyProgramOfATierIsInTheOneList() throws IOException {
        List<String> list = Files.readAllLines(Path.of("../deploy/packages"));

        assertThat(list).filteredOn(line -> !line.startsWith("#")).doesNotHaveDuplicates();
        assertThat(Topologies.programs())
                .isNotEmpty()
                .extracting(Program::distributionPackage)
                .allMatch(list::contains);
    }
}
