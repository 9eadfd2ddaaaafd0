package gavel.harness.document;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every path of the application's HTTP API and every body, from the OpenAPI document its tests keep. */
final class ApiReference {
    private static final Path DOCUMENT =
            Path.of("../auction-app/src/test/resources/gavel/auction/openapi/openapi.json");

    private ApiReference() {}

    /** What each request is for, by method and path. */
    static Map<String, String> purposes() throws IOException {
        try (InputStream text = ApiReference.class.getResourceAsStream("api.txt")) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split(" = ", 2))
                    .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
        }
    }

    static String text() throws IOException {
        JsonNode document = JsonMapper.shared().readTree(Files.readString(DOCUMENT));
        Map<String, String> purposes = purposes();
        List<List<String>> paths = new ArrayList<>();
        for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
            for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
                paths.add(operation(operation.getKey(), path.getKey(), operation.getValue(), purposes));
            }
        }
        List<List<String>> bodies = new ArrayList<>();
        for (Map.Entry<String, JsonNode> schema :
                document.get("components").get("schemas").properties()) {
            bodies.add(List.of(Reference.code(schema.getKey()), fields(schema.getValue())));
        }
        return "## Paths\n\n"
                + Reference.table(List.of("request", "does", "parameters", "body", "answers"), paths)
                + "\n## Bodies\n\n"
                + Reference.table(List.of("body", "fields"), bodies);
    }

    private static List<String> operation(
            String method, String path, JsonNode operation, Map<String, String> purposes) {
        String parameters = texts(
                operation.path("parameters"),
                node -> Reference.code(node.get("name").asString()));
        String body = operation.path("requestBody").path("content").properties().stream()
                .map(content -> shape(content.getValue().get("schema")))
                .collect(Collectors.joining(", "));
        String answers = operation.get("responses").properties().stream()
                .map(answer -> answer.getKey() + answerBody(answer.getKey(), answer.getValue()))
                .collect(Collectors.joining(", "));
        String request = method.toUpperCase(Locale.ROOT) + " " + path;
        return List.of(Reference.code(request), purposes.getOrDefault(request, ""), parameters, body, answers);
    }

    private static String answerBody(String status, JsonNode answer) {
        return !status.startsWith("2")
                ? ""
                : answer.path("content").properties().stream()
                        .map(content -> shape(content.getValue().path("schema")))
                        .filter(shape -> !shape.isEmpty())
                        .distinct()
                        .map(shape -> " " + shape)
                        .collect(Collectors.joining());
    }

    private static String fields(JsonNode schema) {
        return schema.path("properties").properties().stream()
                .map(field -> Reference.code(field.getKey()) + " " + shape(field.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String shape(JsonNode schema) {
        if (schema.has("$ref")) {
            return schema.get("$ref").asString().replaceFirst(".*/", "");
        }
        if (schema.has("oneOf") || schema.has("anyOf") || schema.has("allOf")) {
            JsonNode choices = schema.has("oneOf")
                    ? schema.get("oneOf")
                    : schema.has("anyOf") ? schema.get("anyOf") : schema.get("allOf");
            return StreamSupport.stream(choices.spliterator(), false)
                    .map(ApiReference::shape)
                    .filter(shape -> !shape.equals("null"))
                    .collect(Collectors.joining(" or "));
        }
        JsonNode type = schema.path("type");
        String name = type.isArray() ? texts(type, JsonNode::asString).replaceAll("(, )?null", "") : type.asString("");
        if (name.equals("array")) {
            return "list of " + shape(schema.get("items"));
        }
        if (schema.has("enum")) {
            return texts(schema.get("enum"), node -> Reference.code(node.asString("")));
        }
        return schema.has("properties") ? "{" + fields(schema) + "}" : name + bounds(schema);
    }

    private static String bounds(JsonNode schema) {
        List<String> bounds = new ArrayList<>();
        for (String bound : List.of("minimum", "maximum", "minLength", "maxLength", "multipleOf")) {
            if (schema.has(bound)) {
                bounds.add(bound + " " + schema.get(bound).asString());
            }
        }
        String format = schema.path("format").asString("");
        if (format.startsWith("date") || format.equals("binary")) {
            bounds.add(format);
        }
        return bounds.isEmpty() ? "" : " (" + String.join(", ", bounds) + ")";
    }

    private static String texts(JsonNode nodes, Function<JsonNode, String> text) {
        return StreamSupport.stream(nodes.spliterator(), false).map(text).collect(Collectors.joining(", "));
    }
}
