package gavel.harness.setting;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The kinds of single values a setting can have. */
final class ScalarTypes {
    private ScalarTypes() {}

    /** @throws IllegalArgumentException whose message completes "must be …" */
    static Object parse(Class<?> type, String text) {
        if (type == String.class) {
            return text;
        }
        if (type == int.class || type == Integer.class) {
            return (int) whole(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
        if (type == long.class || type == Long.class) {
            return whole(text, Long.MIN_VALUE, Long.MAX_VALUE);
        }
        if (type == Double.class) {
            return number(text);
        }
        if (type == boolean.class) {
            return truth(text);
        }
        if (type == Duration.class) {
            return Durations.parse(text);
        }
        if (type == MemorySize.class) {
            return MemorySize.parse(text);
        }
        if (type.isEnum()) {
            return constant(type, text);
        }
        throw new IllegalStateException("no setting can be a " + type);
    }

    private static long whole(String text, long least, long most) {
        try {
            long value = Long.parseLong(text.trim().replace("_", ""));
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException expected) {
            // Same message as for a number out of range.
        }
        throw new IllegalArgumentException("a whole number");
    }

    private static double number(String text) {
        try {
            double value = Double.parseDouble(text.trim());
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException expected) {
            // Same message as for what is no finite number.
        }
        throw new IllegalArgumentException("a number");
    }

    private static boolean truth(String text) {
        return switch (text.trim().toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("true or false");
        };
    }

    private static Object constant(Class<?> type, String text) {
        List<String> names = Arrays.stream(type.getEnumConstants())
                .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
                .toList();
        int index = names.indexOf(text.trim().toLowerCase(Locale.ROOT));
        if (index < 0) {
            throw new IllegalArgumentException("one of " + String.join(", ", names));
        }
        return type.getEnumConstants()[index];
    }
}
