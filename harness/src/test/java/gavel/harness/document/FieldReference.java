package gavel.harness.document;

import gavel.harness.kind.ResultKind;
import gavel.harness.kind.ResultKinds;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Every field of every kind of result: names and types from the records, meanings from their comments. */
final class FieldReference {
    private static final List<Path> SOURCES =
            List.of(Path.of("src/main/java"), Path.of("../workload-driver/src/main/java"));
    private static final Pattern TAG = Pattern.compile("\\{@(?:code|link|linkplain) #?([^}]*)}");
    private final Set<Class<?>> known = new LinkedHashSet<>();

    private FieldReference() {}

    static String text() {
        FieldReference reference = new FieldReference();
        StringBuilder text = new StringBuilder();
        for (ResultKind<?> kind : ResultKinds.KNOWN.all()) {
            List<Class<?>> records = new ArrayList<>();
            reference.collect(kind.type(), records);
            text.append(text.isEmpty() ? "" : "\n")
                    .append("## ")
                    .append(kind.file())
                    .append("\n\n");
            text.append("Schema version ").append(kind.schemaVersion()).append(".\n");
            records.forEach(record -> text.append(section(record)));
        }
        return text.toString();
    }

    /** Each record once, where it is met first. */
    private void collect(Class<?> record, List<Class<?>> records) {
        if (!known.add(record)) {
            return;
        }
        records.add(record);
        for (RecordComponent component : record.getRecordComponents()) {
            Class<?> inner = innermost(component.getGenericType());
            if (inner.isRecord()) {
                collect(inner, records);
            }
        }
    }

    static Class<?> innermost(Type type) {
        return type instanceof ParameterizedType generic
                ? innermost(generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1])
                : (Class<?>) type;
    }

    private static String section(Class<?> record) {
        Map<String, String> meanings = meanings(comment(record));
        List<List<String>> rows = Arrays.stream(record.getRecordComponents())
                .map(component -> List.of(
                        Reference.code(component.getName()),
                        type(component.getGenericType()),
                        Reference.headed(component.getName(), meanings.getOrDefault(component.getName(), ""))))
                .toList();
        return "\n### " + record.getSimpleName() + "\n\n" + purpose(comment(record))
                + Reference.table(List.of("field", "type", "meaning"), rows);
    }

    /** The first sentence of a comment. */
    private static String purpose(String comment) {
        String text = TAG.matcher(comment.replaceFirst("(?s)@param .*", "")).replaceAll("`$1`");
        String first =
                text.replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ").strip().replaceFirst("(?<=[.]) [A-Z].*", "");
        return first.isEmpty() ? "" : first + "\n\n";
    }

    private static String type(Type type) {
        if (type instanceof ParameterizedType generic) {
            return (generic.getRawType() == List.class ? "list of " : "map to ") + type(innermost(type));
        }
        Class<?> raw = (Class<?>) type;
        if (raw.isRecord()) {
            return "[" + raw.getSimpleName() + "](#" + raw.getSimpleName().toLowerCase(Locale.ROOT) + ")";
        }
        if (raw.isEnum()) {
            return Arrays.stream(raw.getEnumConstants())
                    .map(constant -> Reference.code(constant.toString()))
                    .collect(Collectors.joining(", "));
        }
        return switch (raw.getSimpleName()) {
            case "int", "long", "Integer", "Long" -> "whole number";
            case "double", "Double" -> "number";
            case "boolean", "Boolean" -> "true or false";
            case "Instant" -> "moment";
            case "Duration" -> "time (ISO 8601)";
            default -> "text";
        };
    }

    /** What stands before a record in its source. */
    static String comment(Class<?> record) {
        Class<?> outermost = record;
        while (outermost.getEnclosingClass() != null) {
            outermost = outermost.getEnclosingClass();
        }
        String name = outermost.getName().replace('.', '/') + ".java";
        Path source = SOURCES.stream()
                .map(root -> root.resolve(name))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
        Matcher matcher = Pattern.compile(
                        "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@\\w+(?:\\([^)]*\\))?\\s*)*"
                                + "(?:public |private |static )*record " + record.getSimpleName() + "\\b",
                        Pattern.DOTALL)
                .matcher(Page.of(source).text());
        return matcher.find() ? matcher.group(1).replaceAll("\\n\\s*\\*", "\n") : "";
    }

    static SequencedMap<String, String> meanings(String comment) {
        SequencedMap<String, String> meanings = new LinkedHashMap<>();
        for (String part : comment.split("@(?=param )")) {
            if (part.startsWith("param ")) {
                String[] words = part.substring("param ".length())
                        .replaceAll("\\s+@(see|throws|return)\\b.*", "")
                        .strip()
                        .split("\\s+", 2);
                meanings.put(
                        words[0], words.length < 2 ? "" : TAG.matcher(words[1]).replaceAll("`$1`"));
            }
        }
        return meanings;
    }
}
