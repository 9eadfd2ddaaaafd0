package gavel.harness.setting;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes records of settings as YAML that {@link YamlSettings} and {@link RecordBinder} read back to the same records. */
public final class RecordWriter {
    /** Separators of lines and paragraphs, the mark of byte order, and what is no letter at all. */
    private static final String OTHERS = "\u2028\u2029\ufeff\ufffe\uffff";

    private final StringBuilder out = new StringBuilder();

    private RecordWriter() {}

    public static String write(Record settings) {
        RecordWriter writer = new RecordWriter();
        writer.section(settings, "");
        return writer.out.toString();
    }

    private void section(Record settings, String indent) {
        for (RecordComponent component : settings.getClass().getRecordComponents()) {
            Object value = value(settings, component);
            out.append(indent).append(RecordBinder.name(component)).append(':');
            if (value instanceof Record nested && !(value instanceof MemorySize)) {
                out.append('\n');
                section(nested, indent + "  ");
            } else {
                out.append(' ').append(text(value)).append('\n');
            }
        }
    }

    private static Object value(Record settings, RecordComponent component) {
        try {
            return component.getAccessor().invoke(settings);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("record of settings " + settings.getClass(), e);
        }
    }

    private static String text(Object value) {
        return switch (value) {
            case null -> "null";
            case String words -> quoted(words);
            case List<?> list -> list.stream().map(RecordWriter::text).toList().toString();
            case Record element when !(element instanceof MemorySize) -> flow(element);
            case Duration duration -> Durations.text(duration);
            case Enum<?> constant -> word(constant.toString().toLowerCase(Locale.ROOT));
            default -> value.toString();
        };
    }

    /** An element of a list, in one line and without what it does not say. */
    private static String flow(Record element) {
        return Arrays.stream(element.getClass().getRecordComponents())
                .filter(component -> value(element, component) != null)
                .map(component -> RecordBinder.name(component) + ": " + text(value(element, component)))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    /** Quoted where YAML would take it for a number. */
    private static String word(String constant) {
        return Character.isDigit(constant.charAt(0)) ? quoted(constant) : constant;
    }

    /** What YAML would fold, or does not take as it is, is written by its number. */
    private static String quoted(String words) {
        StringBuilder quoted = new StringBuilder("\"");
        words.chars().forEach(letter -> {
            if (letter == '"' || letter == '\\') {
                quoted.append('\\').append((char) letter);
            } else if (Character.isISOControl(letter) || OTHERS.indexOf(letter) >= 0) {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", letter));
            } else {
                quoted.append((char) letter);
            }
        });
        return quoted.append('"').toString();
    }
}
