package gavel.harness.document;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.setting.YamlSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every setting: type and meaning from the published schema, default from {@code minimal.yaml}, bounds from the rules that refuse a value. */
final class SettingReference {
    private static final Path READY = Path.of("../deploy/configs");
    private static final Path SCHEMA = Path.of("../docs/config.schema.json");
    /** A comparison or a range, whose ends may be decimals, negative, times or settings. */
    private static final Pattern BOUND = Pattern.compile("\\w+ must be (?:null or |a price )?"
            + "((?:[<>]=? |-?[\\w.]*\\.\\.|0 or at least |whole seconds, )[^:,;]*)(?:,[^:]*)?: .*");

    private final Configurations configurations = new Configurations(READY);
    private final Map<String, String> defaults;

    private SettingReference() throws IOException {
        defaults = YamlSettings.read("minimal.yaml", Files.readString(READY.resolve("minimal.yaml")))
                .flat();
    }

    static String text() throws IOException {
        SettingReference reference = new SettingReference();
        JsonNode schema = JsonMapper.shared().readTree(Files.readString(SCHEMA));
        Map<String, List<List<String>>> sections = new LinkedHashMap<>();
        reference.collect("", schema.get("properties"), Configuration.class, sections);
        return sections.entrySet().stream()
                .map(section -> "## " + section.getKey() + "\n\n"
                        + (schema.get("properties").path(section.getKey()).has("description")
                                ? schema.get("properties")
                                                .get(section.getKey())
                                                .get("description")
                                                .asString() + "\n\n"
                                : "")
                        + Reference.table(List.of("setting", "default", "values", "meaning"), section.getValue()))
                .collect(Collectors.joining("\n"));
    }

    private void collect(String path, JsonNode properties, Class<?> record, Map<String, List<List<String>>> sections) {
        Map<String, String> comments = FieldReference.meanings(FieldReference.comment(record));
        for (Map.Entry<String, JsonNode> property : properties.properties()) {
            String name = path.isEmpty() ? property.getKey() : path + "." + property.getKey();
            JsonNode node = property.getValue();
            if (node.has("properties")) {
                collect(name, node.get("properties"), component(record, property.getKey()), sections);
                continue;
            }
            sections.computeIfAbsent(
                            path.isEmpty() && !node.has("items") ? "the run" : name.replaceFirst("\\..*", ""),
                            _ -> new ArrayList<>())
                    .add(List.of(
                            Reference.code(name),
                            Reference.code(defaults.getOrDefault(name, "")),
                            values(name, node),
                            node.path("description")
                                    .asString(comments.getOrDefault(
                                            property.getKey(), comments.getOrDefault(property.getKey() + "_", "")))));
            if (node.path("items").has("properties")) {
                collect(
                        name + "[]",
                        node.get("items").get("properties"),
                        component(record, property.getKey()),
                        sections);
            }
        }
    }

    /** The record of a section, or of the elements of a list. */
    private static Class<?> component(Class<?> record, String name) {
        return Arrays.stream(record.getRecordComponents())
                .filter(component -> component.getName().replaceAll("_$", "").equals(name))
                .map(component -> FieldReference.innermost(component.getGenericType()))
                .findFirst()
                .orElseThrow();
    }

    private String values(String path, JsonNode node) {
        if (node.has("enum")) {
            return StreamSupport.stream(node.get("enum").spliterator(), false)
                    .filter(value -> value.isString())
                    .map(value -> Reference.code(value.asString()))
                    .collect(Collectors.joining(", "));
        }
        String pattern = node.path("pattern").asString("");
        String type = node.get("type").isArray()
                ? node.get("type").get(0).asString()
                : node.get("type").asString();
        boolean memory = pattern.contains("kmgt");
        boolean time = !pattern.isEmpty() && !memory;
        Set<String> bounds = new LinkedHashSet<>();
        if (!path.contains("[]") && (memory || time || type.equals("integer") || type.equals("number"))) {
            for (String tried : memory
                    ? List.of("1k", "9999999g")
                    : time ? List.of("0s", "99999h") : List.of("-1000000000", "1000000000")) {
                bounds.addAll(bounds(path, tried));
            }
        }
        String name = memory ? "memory" : time ? "time" : type.equals("array") ? "list" : type;
        return name + (bounds.isEmpty() ? "" : ", " + String.join(", ", bounds));
    }

    /** What the rules say of a value nobody can mean. */
    private List<String> bounds(String path, String tried) {
        try {
            configurations.read("minimal", List.of(new SettingOverride(path, tried, "--set")));
            return List.of();
        } catch (ConfigurationException refused) {
            return refused.getMessage()
                    .lines()
                    .filter(line -> line.endsWith(": " + path + ")"))
                    .map(BOUND::matcher)
                    .filter(Matcher::matches)
                    .map(matcher -> matcher.group(1).strip())
                    .toList();
        }
    }
}
