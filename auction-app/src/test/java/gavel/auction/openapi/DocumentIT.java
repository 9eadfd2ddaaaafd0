package gavel.auction.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import gavel.auction.image.TestPictures;
import gavel.auction.testing.Api;
import gavel.auction.testing.Rows;
import gavel.auction.testing.TestNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The OpenAPI document of a running node, and a client made from it. */
class DocumentIT {
    private static final Path KEPT = Path.of("src/test/resources/gavel/auction/openapi/openapi.json");
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private static TestNode node;
    private static JsonNode document;

    @BeforeAll
    static void start() {
        node = TestNode.start("gavel.lots.last-call-after=10m", "gavel.lots.close-after=10m");
        document = node.api().get("/v3/api-docs").json();
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    /** With {@code -Dgavel.test.flags=-Dgavel.update=true} the kept one is written. */
    @Test
    void theDocumentIsTheKeptOne() throws IOException {
        Object plain = JSON.treeToValue(document, Object.class);
        String text = JSON.writeValueAsString(plain) + "\n";
        if (Boolean.getBoolean("gavel.update")) {
            Files.createDirectories(KEPT.getParent());
            Files.writeString(KEPT, text);
        }

        assertThat(text).isEqualTo(Files.readString(KEPT));
    }

    @Test
    void onlyTheLogInAndWhatIsForEveryoneNeedsNoToken() {
        Set<String> open = new TreeSet<>();
        for (Operation operation : operations()) {
            if (!operation.json().has("security")) {
                open.add(operation.name());
            }
        }

        assertThat(open)
                .containsExactly(
                        "get /api/images/{id}",
                        "get /api/lots/{id}/bids",
                        "get /api/showcase",
                        "get /api/showcase/item/{id}",
                        "get /api/showcase/items/{ids}",
                        "post /api/accounts",
                        "post /api/sessions");
        assertThat(document.at("/components/securitySchemes/bearer/scheme").stringValue())
                .isEqualTo("bearer");
    }

    @Test
    void nothingInternalIsAskedFor() {
        assertThat(document.at("/components/schemas").propertyNames())
                .doesNotContain("Caller", "TokenHash", "PageRequest");
        for (Operation operation : operations()) {
            for (JsonNode parameter : operation.json().path("parameters")) {
                assertThat(parameter.at("/schema/$ref").isMissingNode())
                        .as(operation.name())
                        .isTrue();
                assertThat(parameter.get("required").booleanValue())
                        .as(operation.name() + " " + parameter.get("name"))
                        .isEqualTo(!parameter.get("in").stringValue().equals("query"));
            }
        }
    }

    /** Every bound the document names is one the application keeps: just within is not refused for it, just outside is. */
    @Test
    void boundsAreThoseThatAreKept() {
        Api ada = node.api().registered("bounds@example.com");
        List<String> wrong = new ArrayList<>();
        for (Operation operation : operations()) {
            if (!operation.method().equals("get") || operation.path().contains("{")) {
                continue;
            }
            for (JsonNode parameter : operation.json().path("parameters")) {
                JsonNode schema = parameter.get("schema");
                String name = parameter.get("name").stringValue();
                if (schema.has("maxLength")) {
                    int most = schema.get("maxLength").intValue();
                    if (name.equals("cursor")) {
                        continue; // within it must be one that was given
                    }
                    check(ada, operation, name, "a".repeat(most), false, wrong);
                    check(ada, operation, name, "a".repeat(most + 1), true, wrong);
                }
                if (schema.has("maximum")) {
                    check(ada, operation, name, schema.get("maximum").asString(), false, wrong);
                    check(
                            ada,
                            operation,
                            name,
                            schema.get("maximum")
                                    .decimalValue()
                                    .add(java.math.BigDecimal.ONE)
                                    .toPlainString(),
                            true,
                            wrong);
                }
                if (schema.has("minimum")) {
                    check(ada, operation, name, schema.get("minimum").asString(), false, wrong);
                    check(
                            ada,
                            operation,
                            name,
                            schema.get("minimum")
                                    .decimalValue()
                                    .subtract(java.math.BigDecimal.ONE)
                                    .toPlainString(),
                            true,
                            wrong);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static void check(
            Api caller, Operation operation, String name, String value, boolean refused, List<String> wrong) {
        Api.Answer answer = caller.get(operation.path() + "?" + name + "=" + value);
        boolean named = answer.status() == 400
                && answer.json().get("errors").findValuesAsString("field").contains(name);
        if (named != refused) {
            wrong.add(operation.name() + " " + name + "=" + value + ": " + answer.status() + " " + answer.text());
        }
    }

    /** Made by the build from the kept document; compiled here with the walk, which therefore fits the document or does not compile. */
    @Test
    void aClientThatWasGeneratedWalksThroughTheApplication(@TempDir Path directory) throws Exception {
        Rows rows = new Rows(node.database());
        long seller = rows.account("walk-seller@example.com");
        long auction = rows.auction(seller, "RUNNING");
        rows.openLot(auction, rows.item(seller, "Mantel clock"), Duration.ofMinutes(10));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> node.management().get("/actuator/health/readiness").status() == 200);

        List<String> steps = new GeneratedClient(directory)
                .walk(node.api().address(), auction, TestPictures.gradient("jpeg", 64, 48));

        assertThat(steps)
                .containsExactly(
                        "registered",
                        "logged in",
                        "item created",
                        "picture uploaded",
                        "picture seen",
                        "auction created",
                        "item consigned",
                        "attending",
                        "bid ACCEPTED",
                        "bid found",
                        "live view",
                        "attendance listed",
                        "refused with a problem",
                        "logged out");
    }

    private record Operation(String method, String path, JsonNode json) {
        String name() {
            return method + " " + path;
        }
    }

    private static List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        document.get("paths").properties().forEach(path -> path.getValue()
                .properties()
                .forEach(each -> operations.add(new Operation(each.getKey(), path.getKey(), each.getValue()))));
        return operations;
    }
}
