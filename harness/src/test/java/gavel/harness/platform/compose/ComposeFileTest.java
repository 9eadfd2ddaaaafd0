package gavel.harness.platform.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.hosts.SideBySide;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

class ComposeFileTest {
    @TempDir
    Path directory;

    private Project project;
    private ComposeFile file;

    @BeforeEach
    void create() throws IOException {
        project = new Project(directory);
        file = new ComposeFile(project);
        file.create("10.201.7");
    }

    private static Map<String, Object> service(Integer stage, boolean health) {
        Map<String, Object> service = new LinkedHashMap<>();
        service.put("image", "gavel/app:1");
        service.put("labels", stage == null ? Map.of() : Map.of("gavel.stage", stage.toString()));
        if (health) {
            service.put("healthcheck", Map.of("test", List.of("CMD", "true")));
        }
        return service;
    }

    private JsonNode written() {
        return new YAMLMapper().readTree(project.file().toFile());
    }

    @Test
    void itsNetworkIsRemembered() {
        assertThat(new ComposeFile(project).subnet()).isEqualTo("10.201.7");
        assertThat(written().at("/networks/default/name").asString()).isEqualTo(project.name());
    }

    @Test
    void whoeverNamesNoProjectHasTheSame() throws IOException {
        assertThat(directory.resolve(".env")).hasContent("COMPOSE_PROJECT_NAME=" + project.name() + "\n");
        assertThat(project.name()).matches("gavel-[a-z0-9-]+-[0-9a-f]{8}");
    }

    @Test
    void oneOfALaterStageWaitsForAllOfEarlierOnes() throws IOException {
        file.put("database", service(0, true));
        file.put("mapper", service(0, false));
        file.put("app1", service(1, true));
        file.put("load", service(null, false));

        assertThat(written().at("/services/app1/depends_on/database/condition").asString())
                .isEqualTo("service_healthy");
        assertThat(written().at("/services/app1/depends_on/mapper/condition").asString())
                .isEqualTo("service_started");
        assertThat(written().at("/services/mapper/depends_on").isMissingNode()).isTrue();
    }

    @Test
    void nobodyWaitsForATool() throws IOException {
        file.put("load", service(null, false));
        file.put("app1", service(1, true));

        assertThat(written().at("/services/app1/depends_on").isMissingNode()).isTrue();
    }

    @Test
    void nothingIsTakenForAVariableHoweverOftenItIsWritten() throws IOException {
        Map<String, Object> service = service(0, false);
        service.put("command", List.of("echo", "$HOME", "a$$b"));
        file.put("one", service);
        file.put("two", service(0, false));

        assertThat(written().at("/services/one/command").values())
                .extracting(JsonNode::asString)
                .containsExactly("echo", "$$HOME", "a$$$$b");
    }

    @Test
    void duringAMeasurementOnlyGavelAsksForHealth() throws IOException {
        file.put("mapper", service(0, false));
        file.put("app1", service(1, true));

        JsonNode measured = new YAMLMapper().readTree(project.measured().toFile());
        assertThat(written().at("/services/app1/healthcheck").isMissingNode()).isFalse();
        assertThat(measured.at("/services/app1").propertyNames()).containsExactly("image", "labels");
        assertThat(measured.at("/networks")).isEqualTo(written().at("/networks"));
        assertThat(measured.at("/services/mapper/image").asString()).isEqualTo("gavel/app:1");
    }

    @Test
    void theSecondOfANameReplacesTheFirst() throws IOException {
        file.put("app1", service(1, true));
        file.put("app1", service(1, false));

        assertThat(written().at("/services").size()).isEqualTo(1);
        assertThat(file.text("app1")).contains("gavel/app:1").doesNotContain("healthcheck");
    }

    @Test
    void ofManyThatAreAddedAtOnceEachIsThere() {
        List<String> names =
                IntStream.rangeClosed(1, 40).mapToObj(i -> "app" + i).toList();

        SideBySide.all(names, name -> {
            file.put(name, service(1, true));
            return name;
        });

        assertThat(written().at("/services").propertyNames()).containsExactlyInAnyOrderElementsOf(names);
    }

    @Test
    void aDamagedOneIsNamed() throws IOException {
        Files.writeString(project.file(), "services: [a, b");
        assertThatThrownBy(() -> file.text("app1"))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining(project.file() + " cannot be read");
        Files.writeString(project.file(), "services: 5\n");
        assertThatThrownBy(() -> file.text("app1")).isInstanceOf(EnvironmentException.class);
    }

    @Test
    void deploymentsOfOneNameInTwoPlacesAreTwo() {
        Project one = new Project(directory.resolve("a/Mine_2"));
        Project two = new Project(directory.resolve("b/Mine_2"));

        assertThat(one.name()).startsWith("gavel-mine-2-").isNotEqualTo(two.name());
        assertThat(one.container("app1")).isEqualTo(one.name() + "-app1");
        assertThat(new Project(directory.resolve("a/../a/Mine_2"))).isEqualTo(one);
    }
}
