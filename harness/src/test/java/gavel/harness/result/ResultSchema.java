package gavel.harness.result;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Derives the JSON Schema of a result's file from the records themselves, so that the published one cannot fall behind. */
public final class ResultSchema {
    /** What may be absent; everything else is always there. */
    private static final Set<String> NULLABLE = Set.of(
            "OutputDocument.plan",
            "OutputDocument.comparison",
            "OutputDocument.version",
            "ResultEntry.startedAt",
            "RunResult.load",
            "FailoverResult.auditBefore",
            "FailoverResult.auditAfter",
            "FailoverResult.disclosure",
            "FaultResult.level",
            "FaultResult.loss",
            "ElasticResult.auditBefore",
            "ElasticResult.auditAfter",
            "ElasticResult.disclosure",
            "IsolateResult.disclosure",
            "RunResult.auditBefore",
            "RunResult.auditAfter",
            "RunResult.disclosure",
            "InstanceUse.app",
            "InstanceUse.database",
            "InstanceUse.server",
            "LoadReport.news",
            "LoadReport.rate",
            "LoadReport.driver",
            "LoadReport.lateness",
            "LoadShape.path",
            "LoadShape.arrivals",
            "Invariant.description",
            "Disclosure.host",
            "ProbeResult.use",
            "Conclusion.peak",
            "PeakResult.climb",
            "PlatformResult.peak",
            "PairConclusion.ratio",
            "PairSide.climb",
            "PairSide.auditBefore",
            "PairSide.auditAfter",
            "PairSide.disclosure",
            "PeakResult.auditBefore",
            "PeakResult.auditAfter",
            "SweepPoint.conclusion",
            "SweepPoint.use",
            "ScaleResult.line",
            "ScaleResult.law",
            "ScaleResult.disclosure");

    private final Map<String, ObjectNode> definitions = new TreeMap<>();

    public static String json(Class<?> content, String title) {
        ResultSchema schema = new ResultSchema();
        ObjectNode root = Json.MAPPER.createObjectNode();
        root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        root.put("title", title);
        root.put("$comment", "Fields are described in docs/result.md. Newer versions may add fields.");
        root.setAll(schema.type(content));
        ObjectNode definitions = root.putObject("$defs");
        schema.definitions.forEach(definitions::set);
        return Json.MAPPER.writeValueAsString(root) + "\n";
    }

    private ObjectNode type(Type type) {
        ObjectNode node = Json.MAPPER.createObjectNode();
        if (type instanceof ParameterizedType generic) {
            Type argument = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
            boolean list = generic.getRawType() == List.class;
            node.put("type", list ? "array" : "object");
            node.set(list ? "items" : "additionalProperties", type(argument));
            return node;
        }
        Class<?> raw = (Class<?>) type;
        if (raw.isRecord()) {
            return node.put("$ref", "#/$defs/" + define(raw));
        }
        if (raw.isEnum()) {
            ArrayNode values = node.put("type", "string").putArray("enum");
            Arrays.stream(raw.getEnumConstants()).map(Object::toString).forEach(values::add);
            return node;
        }
        if (raw == Instant.class) {
            return node.put("type", "string").put("format", "date-time");
        }
        if (raw == Duration.class) {
            return node.put("type", "string").put("format", "duration");
        }
        return node.put("type", simple(raw));
    }

    private static String simple(Class<?> raw) {
        if (raw == long.class || raw == int.class || raw == Long.class || raw == Integer.class) {
            return "integer";
        }
        if (raw == double.class || raw == Double.class) {
            return "number";
        }
        if (raw == boolean.class) {
            return "boolean";
        }
        if (raw == String.class) {
            return "string";
        }
        throw new IllegalArgumentException("no JSON type for " + raw);
    }

    private String define(Class<?> type) {
        String name = type.getSimpleName();
        if (!definitions.containsKey(name)) {
            ObjectNode definition = Json.MAPPER.createObjectNode().put("type", "object");
            definitions.put(name, definition);
            ObjectNode properties = definition.putObject("properties");
            ArrayNode required = definition.putArray("required");
            for (RecordComponent component : type.getRecordComponents()) {
                properties.set(component.getName(), property(name, component));
                required.add(component.getName());
            }
        }
        return name;
    }

    private ObjectNode property(String owner, RecordComponent component) {
        ObjectNode type = type(component.getGenericType());
        boolean text = component.getType() == String.class;
        if (text || component.getType() == Double.class) {
            type.putArray("type").add(text ? "string" : "number").add("null");
            return type;
        }
        if (!NULLABLE.contains(owner + "." + component.getName())) {
            return type;
        }
        ObjectNode either = Json.MAPPER.createObjectNode();
        either.putArray("anyOf").add(type).addObject().put("type", "null");
        return either;
    }
}
