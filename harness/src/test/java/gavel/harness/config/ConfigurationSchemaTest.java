package gavel.harness.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import gavel.harness.setting.RecordWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema that editors use fits what the program reads. {@code -Dgavel.update=true} writes it anew. */
class ConfigurationSchemaTest {
    private static final Path READY = Path.of("../deploy/configs");
    private static final Path PUBLISHED = Path.of("../docs/config.schema.json");

    @Test
    void thePublishedSchemaIsTheOneOfTheProgram() throws IOException {
        String schema = ConfigurationSchema.json(READY.resolve("minimal.yaml"));
        if (Boolean.getBoolean("gavel.update")) {
            Files.writeString(PUBLISHED, schema);
        }

        assertThat(Files.readString(PUBLISHED))
                .as("%s is out of date: run this test with -Dgavel.update=true", PUBLISHED)
                .isEqualTo(schema);
    }

    @Test
    void everyReadyConfigurationConformsAndTellsEditorsWhereTheSchemaIs() throws IOException {
        for (Configurations.Ready ready : new Configurations(READY).ready()) {
            String text = Files.readString(ready.file());

            assertThat(errors(text)).as(ready.name()).isEmpty();
            assertThat(text).contains("# yaml-language-server: $schema=../../docs/config.schema.json");
        }
    }

    @Test
    void whatThePlanPrintsConforms() throws IOException {
        assertThat(errors(RecordWriter.write(new Configurations(READY).read("minimal", List.of()))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "load: {usres: 5}",
                "load: {users: many}",
                "load: {length: brief}",
                "load: {measure: 5 minutes}",
                "appServers: {memory: lots}",
                "appServers: 3",
                "relational: {durable: perhaps}",
                "broker: {implementation: kafka}",
            })
    void whatTheProgramRefusesForItsFormTheSchemaRefusesToo(String text) throws IOException {
        assertThat(errors(text)).isNotEmpty();
    }

    private static List<Error> errors(String yaml) throws IOException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(PUBLISHED), InputFormat.JSON)
                .validate(yaml, InputFormat.YAML);
    }
}
