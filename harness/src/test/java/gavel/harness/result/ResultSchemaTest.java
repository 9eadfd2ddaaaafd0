package gavel.harness.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import gavel.harness.report.SampleResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The published schema and reference fit what is written. {@code -Dgavel.update=true} writes the schema anew. */
class ResultSchemaTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Path PUBLISHED = DOCS.resolve("result.schema.json");

    private static Schema published() throws IOException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(PUBLISHED), InputFormat.JSON);
    }

    @Test
    void thePublishedSchemaIsTheOneOfTheRecords() throws IOException {
        if (Boolean.getBoolean("gavel.update")) {
            Files.writeString(PUBLISHED, ResultSchema.json());
        }
        assertThat(Files.readString(PUBLISHED))
                .as("%s is out of date: run this test with -Dgavel.update=true and describe the change", PUBLISHED)
                .isEqualTo(ResultSchema.json());
    }

    @Test
    void everyWrittenResultConforms() throws IOException {
        for (RunResult result : List.of(
                SampleResults.passed(),
                SampleResults.overloaded(),
                SampleResults.damaged(),
                SampleResults.interrupted(),
                SampleResults.neverLoaded())) {
            assertThat(published().validate(Json.MAPPER.writeValueAsString(result), InputFormat.JSON))
                    .isEmpty();
        }
    }

    @Test
    void theSchemaCanFail() throws IOException {
        String result = Json.MAPPER.writeValueAsString(SampleResults.neverLoaded());
        assertThat(published().validate(result.replace("\"seed\" : 42", "\"seed\" : \"many\""), InputFormat.JSON))
                .isNotEmpty();
        assertThat(published().validate(result.replace("\"INVALID\"", "\"GOOD\""), InputFormat.JSON))
                .isNotEmpty();
        assertThat(published().validate(result.replace("\"verdict\"", "\"opinion\""), InputFormat.JSON))
                .isNotEmpty();
    }

    @Test
    void theReferenceNamesEveryField() throws IOException {
        String reference = Files.readString(DOCS.resolve("result.md"));
        var schema = Json.MAPPER.readTree(ResultSchema.json());
        for (var definition : schema.get("$defs").properties()) {
            for (var property : definition.getValue().get("properties").properties()) {
                assertThat(reference)
                        .as("docs/result.md does not mention %s of %s", property.getKey(), definition.getKey())
                        .contains(property.getKey());
            }
        }
    }
}
