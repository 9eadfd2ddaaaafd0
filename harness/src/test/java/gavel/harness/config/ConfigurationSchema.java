package gavel.harness.config;

import gavel.harness.setting.AlsoCalled;
import gavel.harness.setting.MemorySize;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Derives the JSON Schema of a configuration file: names and types from the records, descriptions from the comments of {@code
 * minimal.yaml}, so that an editor shows what the file says.
 */
final class ConfigurationSchema {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    private static final int INDENT = 2;
    private static final Pattern SETTING = Pattern.compile("( *)(\\w+):[^#]*(?:#\\s*(.*))?");
    private final Map<String, String> comments;

    private ConfigurationSchema(Map<String, String> comments) {
        this.comments = comments;
    }

    /** @param commented configuration whose comments describe the settings */
    static String json(Path commented) throws IOException {
        ConfigurationSchema schema = new ConfigurationSchema(comments(Files.readAllLines(commented)));
        ObjectNode root = JSON.createObjectNode();
        root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        root.put("title", "Configuration of Gavel");
        root.put("$comment", "Made from the program; the rules between settings are checked by `gavel plan`.");
        root.setAll(schema.section(Configuration.class, ""));
        return JSON.writeValueAsString(root) + "\n";
    }

    private static Map<String, String> comments(List<String> lines) {
        Map<String, String> comments = new HashMap<>();
        List<String> sections = new ArrayList<>();
        for (String line : lines) {
            Matcher matcher = SETTING.matcher(line);
            if (!matcher.matches()) {
                continue;
            }
            int depth = matcher.group(1).length() / INDENT;
            sections.subList(Math.min(depth, sections.size()), sections.size()).clear();
            sections.add(matcher.group(2));
            String path = String.join(".", sections);
            if (matcher.group(3) != null) {
                comments.put(path, matcher.group(3).strip());
            }
        }
        return comments;
    }

    private ObjectNode section(Class<?> type, String path) {
        ObjectNode node = JSON.createObjectNode().put("type", "object").put("additionalProperties", false);
        ObjectNode properties = node.putObject("properties");
        for (RecordComponent component : type.getRecordComponents()) {
            String name = component.getName().replaceAll("_$", "");
            String inner = path + name;
            ObjectNode property = component.getType().isRecord() && component.getType() != MemorySize.class
                    ? section(component.getType(), inner + ".")
                    : component.getType() == List.class ? list(component, inner) : scalar(component.getType());
            String comment = comments.get(inner);
            if (comment != null) {
                property.put("description", comment);
                if (component.getType().isEnum() && comment.contains("null:")) {
                    ((ArrayNode) property.get("enum")).addNull();
                }
            }
            properties.set(name, property);
        }
        return node;
    }

    private ObjectNode list(RecordComponent component, String path) {
        ObjectNode node = JSON.createObjectNode();
        Class<?> element = (Class<?>) ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0];
        node.putArray("type").add("array").add("string").add("null");
        node.set(
                "items",
                element.isRecord()
                        ? section(element, path + ".")
                        : JSON.createObjectNode().put("type", "string"));
        return node;
    }

    private static ObjectNode scalar(Class<?> type) {
        ObjectNode node = JSON.createObjectNode();
        if (type.isEnum()) {
            ArrayNode values = node.putArray("enum");
            Arrays.stream(type.getEnumConstants())
                    .map(value -> value.toString().toLowerCase(Locale.ROOT))
                    .forEach(value -> {
                        values.add(value);
                        if (Character.isDigit(value.charAt(0))) {
                            // Without quotes YAML takes it for a number.
                            values.add(new BigDecimal(value));
                        }
                    });
            Arrays.stream(type.getFields())
                    .filter(field -> field.isAnnotationPresent(AlsoCalled.class))
                    .forEach(field ->
                            values.add(field.getAnnotation(AlsoCalled.class).value()));
        } else if (type == Duration.class) {
            text(node, "^(0|([0-9.]+\\s*(ms|s|m|h)\\s*)+)$");
        } else if (type == MemorySize.class) {
            text(node, "^[0-9]{1,12}\\s*([kmgtKMGT]([iI]?[bB])?|[bB])$");
        } else if (type == Double.class) {
            node.putArray("type").add("number").add("null");
        } else if (type.isPrimitive()) {
            node.put("type", type == boolean.class ? "boolean" : "integer");
        } else {
            node.putArray("type")
                    .add(type == String.class ? "string" : "integer")
                    .add("null");
        }
        return node;
    }

    private static void text(ObjectNode node, String pattern) {
        node.putArray("type").add("string").add("null");
        node.put("pattern", pattern);
    }
}
