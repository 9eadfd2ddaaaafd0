package gavel.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import gavel.harness.command.output.OutputDocument;
import gavel.harness.kind.RunKind;
import gavel.harness.report.SampleResults;
import gavel.harness.result.ResultSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What each command writes for programs, held against the published schema. {@code -Dgavel.update=true} writes the schema anew. */
class JsonOutputTest {
    private static final Path PUBLISHED = Path.of("..", "docs", "output.schema.json");
    private static String published;
    private static Schema schema;

    @TempDir
    private Path home;

    private CommandRig rig;

    @BeforeEach
    void aResult() throws IOException {
        rig = new CommandRig(home);
        new RunKind().write(SampleResults.passed(), home.resolve("results/20260101-000000-one"));
        new RunKind().write(SampleResults.overloaded(), home.resolve("results/20260101-000000-two"));
        Files.createDirectories(home.resolve("results/20260101-000000-one/logs"));
        Files.writeString(home.resolve("results/20260101-000000-one/logs/app1.log"), "first\nlast\n");
    }

    /** As it stands there: it is read again where the test of the records has just written it. */
    private static Schema schema() throws IOException {
        String text = Files.readString(PUBLISHED);
        if (!text.equals(published)) {
            published = text;
            schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(text, InputFormat.JSON);
        }
        return schema;
    }

    private JsonNode written(String typed) throws IOException {
        String text = rig.json(typed);
        List<Error> errors = schema().validate(text, InputFormat.JSON);
        assertThat(errors).as(typed + ": " + text).isEmpty();
        return JsonMapper.shared().readTree(text);
    }

    @Test
    void thePublishedSchemaIsThatOfTheRecords() throws IOException {
        String schema = ResultSchema.json(
                OutputDocument.class,
                "What a command of Gavel tells with -o json, schema version " + OutputDocument.SCHEMA_VERSION);
        if (Boolean.getBoolean("gavel.update")) {
            Files.writeString(PUBLISHED, schema);
        }
        assertThat(Files.readString(PUBLISHED))
                .as("%s is out of date: run this test with -Dgavel.update=true", PUBLISHED)
                .isEqualTo(schema);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "up",
                "status",
                "doctor",
                "plan",
                "plan --app-servers 1..2",
                "configs",
                "profiles",
                "version",
                "results",
                "show 20260101-000000-two",
                "report 20260101-000000-one",
                "logs 20260101-000000-one",
                "logs 20260101-000000-one app1",
                "compare 20260101-000000-one 20260101-000000-two --force",
                "verify-result 20260101-000000-one",
                "submit 20260101-000000-one --output DIR/one.tar.gz",
                "clean",
                "down",
                "init DIR/mine.yaml",
                "run --users 0",
                "rnu",
                "show nothing"
            })
    void everyCommandWritesOneDocumentOfTheSchema(String typed) throws IOException {
        JsonNode document = written(typed.replace("DIR", home.toString()));

        assertThat(document.get("schemaVersion").intValue()).isEqualTo(1);
        assertThat(document.get("command").stringValue()).startsWith("gavel " + typed.split(" ")[0]);
        int code = document.get("exitCode").intValue();
        assertThat(document.get("outcome").stringValue()).isNotEmpty();
        assertThat(document.get("errors").isEmpty()).isEqualTo(code < 3 || typed.startsWith("doctor"));
        assertThat(rig.run.lines).as("a person's lines are in the document").noneMatch(line -> line.startsWith("PASS"));
    }

    @Test
    void aRunNamesItsResultAndItsVerdict() throws IOException {
        JsonNode result = written("run --name mine").get("results").get(0);

        assertThat(result.get("verdict").stringValue()).isEqualTo("PASS");
        assertThat(result.get("kind").stringValue()).isEqualTo("run");
        assertThat(Path.of(result.get("directory").stringValue(), "result.json"))
                .exists();
        assertThat(Path.of(result.get("report").stringValue())).exists();
        assertThat(result.get("headline").stringValue()).startsWith("Every rule was kept");
        assertThat(rig.run.lines).as("the progress is told beside it").anyMatch(line -> line.startsWith("✓ "));
    }

    @Test
    void aDeploymentIsShownWithItsProcesses() throws IOException {
        rig.type("up");
        rig.run.application.on(
                "GET /actuator/node", 200, "{\"node\": \"app1\", \"instance\": \"1f0c\", \"partitions\": [0]}");

        JsonNode deployment = written("status").get("deployments").get(0);

        assertThat(deployment.get("name").stringValue()).isEqualTo("minimal");
        assertThat(deployment.get("users").intValue()).isEqualTo(100);
        assertThat(deployment.get("addresses").get(0).stringValue()).startsWith("http://127.0.0.1:");
        assertThat(deployment.get("processes").findValuesAsString("name")).contains("app1", "postgresql");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            run --users 0              | 4 | users must be > 0: 0 (--users: load.users)
            rnu                        | 4 | not understood: 'rnu'; did you mean 'run'?
            down                       | 4 | there is no deployment; `gavel up` makes one
            logs nowhere               | 4 | no deployment and no result with logs: nowhere
            """)
    void anErrorIsPartOfTheDocument(String typed, int code, String error) throws IOException {
        JsonNode document = written(typed);

        assertThat(document.get("exitCode").intValue()).isEqualTo(code);
        assertThat(document.get("outcome").stringValue()).isEqualTo("CONFIGURATION");
        assertThat(document.get("errors").get(0).stringValue()).contains(error);
    }

    @Test
    void helpStaysText() {
        assertThat(rig.json("run --help")).isEmpty();
        assertThat(rig.json("help run")).isEmpty();
    }

    @Test
    void theSchemaCanFail() throws IOException {
        String text = rig.json("configs");
        for (String broken : List.of(
                text.replace("\"exitCode\" : 0", "\"exitCode\" : \"good\""),
                text.replace("\"outcome\"", "\"end\""),
                text.replace("\"summary\"", "\"says\""))) {
            assertThat(schema().validate(broken, InputFormat.JSON)).isNotEmpty();
        }
    }
}
