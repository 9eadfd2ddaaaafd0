package gavel.harness.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import gavel.harness.compare.PlatformPeak;
import gavel.harness.elastic.ElasticResult;
import gavel.harness.elastic.SamplePasses;
import gavel.harness.failover.FailoverResult;
import gavel.harness.failover.SampleWalks;
import gavel.harness.isolate.SampleTenants;
import gavel.harness.kind.PeakKind;
import gavel.harness.kind.ResultKind;
import gavel.harness.kind.ResultKinds;
import gavel.harness.kind.ScaleKind;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.PlatformResult;
import gavel.harness.report.SampleResults;
import gavel.harness.scale.SampleSweeps;
import gavel.harness.scale.ScaleResult;
import gavel.harness.scale.SweepPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The published schemas and the reference fit what is written. {@code -Dgavel.update=true} writes the schemas anew. */
class ResultSchemaTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Map<String, String> SCHEMAS = ResultKinds.KNOWN.all().stream()
            .collect(Collectors.toMap(ResultSchemaTest::file, ResultSchemaTest::schema));

    private static String file(ResultKind<?> kind) {
        return kind.file().replace(".json", ".schema.json");
    }

    private static String schema(ResultKind<?> kind) {
        return ResultSchema.json(
                kind.type(),
                "Result of a Gavel " + kind.noun() + " (" + kind.file() + "), schema version " + kind.schemaVersion());
    }

    private static Schema published() throws IOException {
        return published("result.schema.json");
    }

    private static Schema published(String file) throws IOException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(DOCS.resolve(file)), InputFormat.JSON);
    }

    @Test
    void thePublishedSchemasAreThoseOfTheRecords() throws IOException {
        for (Map.Entry<String, String> schema : SCHEMAS.entrySet()) {
            Path file = DOCS.resolve(schema.getKey());
            if (Boolean.getBoolean("gavel.update")) {
                Files.writeString(file, schema.getValue());
            }
            assertThat(Files.readString(file))
                    .as("%s is out of date: run this test with -Dgavel.update=true and describe the change", file)
                    .isEqualTo(schema.getValue());
        }
    }

    @Test
    void searchesAndSweepsConform() throws IOException {
        Conclusion none = new Conclusion(Conclusion.Kind.INVALID, null, 0, "nothing was valid");
        for (Conclusion conclusion : List.of(SampleSweeps.found(100), none)) {
            assertThat(published("peak.schema.json")
                            .validate(
                                    Json.MAPPER.writeValueAsString(SampleSweeps.peak(conclusion, 0.5)),
                                    InputFormat.JSON))
                    .isEmpty();
        }
        for (Conclusion last : List.of(SampleSweeps.found(110), none)) {
            PlatformResult platform = PlatformPeak.of(
                    "together", List.of(SampleSweeps.peak(SampleSweeps.found(100), 0.5), SampleSweeps.peak(last, 0.5)));
            assertThat(published("platform.schema.json")
                            .validate(Json.MAPPER.writeValueAsString(platform), InputFormat.JSON))
                    .isEmpty();
        }
        for (ScaleResult sweep : List.of(
                SampleSweeps.line(6),
                SampleSweeps.sweep(List.of(
                        SampleSweeps.point(1, SampleSweeps.found(100), 0.5),
                        SampleSweeps.point(2, SampleSweeps.found(200), 0.5),
                        SampleSweeps.point(3, none, 0.5))),
                SampleSweeps.sweep(List.of(SweepPoint.missing(1, "not measured yet", 0))))) {
            assertThat(published("scale.schema.json").validate(Json.MAPPER.writeValueAsString(sweep), InputFormat.JSON))
                    .isEmpty();
        }
    }

    @Test
    void walksThroughFaultsConform() throws IOException {
        for (FailoverResult walk : List.of(
                SampleWalks.walk(1, "", false, SampleWalks.fault(1, SampleWalks.KILL, 3, 20)),
                SampleWalks.walk(1, "", true, SampleWalks.uncounted(1, SampleWalks.KILL)))) {
            assertThat(published("failover.schema.json")
                            .validate(Json.MAPPER.writeValueAsString(walk), InputFormat.JSON))
                    .isEmpty();
        }
    }

    @Test
    void elasticExperimentsConform() throws IOException {
        ElasticResult elastic = SamplePasses.result(2, false, true, SamplePasses.pass(1, 32));
        assertThat(published("elastic.schema.json").validate(Json.MAPPER.writeValueAsString(elastic), InputFormat.JSON))
                .isEmpty();
    }

    @Test
    void measurementsOfTenantsConform() throws IOException {
        assertThat(published("isolate.schema.json")
                        .validate(Json.MAPPER.writeValueAsString(SampleTenants.result()), InputFormat.JSON))
                .isEmpty();
    }

    @Test
    void whatWasWrittenIsRead(@TempDir Path directory) throws IOException {
        PeakResult peak = SampleSweeps.peak(SampleSweeps.found(100), 0.5);
        ScaleResult sweep = SampleSweeps.line(6);
        new PeakKind().write(peak, directory);
        new ScaleKind().write(sweep, directory);

        assertThat(new PeakKind().read(directory)).isEqualTo(peak);
        assertThat(new ScaleKind().read(directory)).isEqualTo(sweep);
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
}
