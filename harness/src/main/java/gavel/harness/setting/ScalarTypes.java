package gavel.harness.setting;

import java.math.BigInteger;
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
        BigInteger value;
        try {
            value = new BigInteger(text.trim().replace("_", ""));
        } catch (NumberFormatException expected) {
            throw new IllegalArgumentException("a whole number");
        }
        if (value.compareTo(BigInteger.valueOf(least)) < 0 || value.compareTo(BigInteger.valueOf(most)) > 0) {
            throw new IllegalArgumentException((value.signum() < 0 ? ">= " + least : "<= " + most));
        }
        return value.longValue();
    }

    private static double number(String text) {
        double value;
        try {
            value = Double.parseDouble(text.trim());
        } catch (NumberFormatException expected) {
            throw new IllegalArgumentException("a number");
        }
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("a finite number");
        }
        return value;
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
        String name = text.trim().toLowerCase(Locale.ROOT);
        int index = names.indexOf(name);
        if (index >= 0) {
            return type.getEnumConstants()[index];
        }
        for (Object constant : type.getEnumConstants()) {
            if (name.equals(otherName((Enum<?>) constant))) {
                return constant;
            }
        }
        throw new IllegalArgumentException("one of " + String.join(", ", names));
    }

    /** Null where it has none. */
    private static String otherName(Enum<?> constant) {
        try {
            AlsoCalled also =
                    constant.getDeclaringClass().getField(constant.name()).getAnnotation(AlsoCalled.class);
            return also == null ? null : also.value();
        } catch (NoSuchFieldException impossible) {
            throw new IllegalStateException("each constant is a field", impossible);
        }
    }
}
