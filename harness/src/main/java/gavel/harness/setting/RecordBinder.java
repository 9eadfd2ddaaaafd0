package gavel.harness.setting;

import gavel.driver.api.text.Nearest;
import gavel.harness.failure.ConfigurationException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Turns settings into records and finds every problem on the way, not only the first one. Used once, by one thread. */
public final class RecordBinder {
    private final List<String> problems = new ArrayList<>();

    private RecordBinder() {}

    /**
     * @param fallback good values; one stands in for each that cannot be read, so that the rules of its record can still be held against
     *     the others
     * @throws ConfigurationException with all problems
     */
    public static <T extends Record> T bind(Class<T> type, Setting.Section section, Setting.Section fallback) {
        return bind(type, section, fallback, List.of());
    }

    /** @param known problems that were found before, to be told with the others */
    public static <T extends Record> T bind(
            Class<T> type, Setting.Section section, Setting.Section fallback, List<String> known) {
        return bind(type, section, fallback, known, (bound, rules) -> {});
    }

    /** @param further rules the whole is held against as well, by their paths; a list's element that could not be read is null for them */
    public static <T extends Record> T bind(
            Class<T> type,
            Setting.Section section,
            Setting.Section fallback,
            List<String> known,
            BiConsumer<T, Rules> further) {
        RecordBinder binder = new RecordBinder();
        binder.problems.addAll(known);
        Object bound = binder.section(type, section, fallback, "");
        if (bound != null) {
            Rules rules = new Rules();
            further.accept(type.cast(bound), rules);
            rules.broken()
                    .forEach(rule -> binder.problems.add(rule.name() + " " + rule.rule() + ": " + rule.actual() + " ("
                            + section.placeOf(rule.component()) + ": " + rule.component() + ")"));
        }
        if (!binder.problems.isEmpty()) {
            throw new ConfigurationException(binder.problems);
        }
        return type.cast(bound);
    }

    private Object section(Class<?> type, Setting.Section section, Setting.Section fallback, String path) {
        RecordComponent[] components = type.getRecordComponents();
        List<String> names = Arrays.stream(components).map(RecordBinder::name).toList();
        section.entries().forEach((name, setting) -> {
            if (!names.contains(name)) {
                problem("unknown setting '" + name + "'", setting, path + name, Nearest.hint(name, names));
            }
        });
        Object[] arguments = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            int before = problems.size();
            arguments[i] = component(components[i], section, fallback, path);
            if (problems.size() > before
                    && (arguments[i] == null || !isSection(components[i]) && !holdsSections(components[i]))) {
                arguments[i] = component(components[i], fallback, fallback, path);
            }
        }
        return make(type, components, arguments, section, path);
    }

    private static boolean holdsSections(RecordComponent component) {
        return component.getType() == List.class && element(component).isRecord();
    }

    private static Class<?> element(RecordComponent list) {
        return (Class<?>) ((ParameterizedType) list.getGenericType()).getActualTypeArguments()[0];
    }

    private static boolean isSection(RecordComponent component) {
        return component.getType().isRecord() && component.getType() != MemorySize.class;
    }

    private static Setting.Section below(Setting.Section section, String name) {
        return section.entries().get(name) instanceof Setting.Section nested
                ? nested
                : new Setting.Section(Map.of(), section.place());
    }

    private Object component(
            RecordComponent component, Setting.Section section, Setting.Section fallback, String path) {
        String name = name(component);
        Setting setting = section.entries().get(name);
        String inner = path + name;
        Class<?> type = component.getType();
        if (isSection(component)) {
            return setting == null || setting instanceof Setting.Section
                    ? section(type, below(section, name), below(fallback, name), inner + ".")
                    : problem("'" + name + "' must be a section", setting, inner, "");
        }
        if (type == List.class) {
            return list(component, setting, section, inner);
        }
        return switch (setting) {
            case Setting.Value value -> value(component, value, good(fallback, name), inner);
            case null -> missing(component, section, inner);
            default -> problem("'" + name + "' must be one value", setting, inner, "");
        };
    }

    /** A setting may be called by a word that Java keeps for itself: its component ends with an underscore. */
    static String name(RecordComponent component) {
        String name = component.getName();
        return name.endsWith("_") ? name.substring(0, name.length() - 1) : name;
    }

    private Object list(RecordComponent component, Setting setting, Setting.Section section, String path) {
        Class<?> element = element(component);
        return switch (setting) {
            case Setting.Values values when values.texts().isEmpty() || !element.isRecord() -> values.texts();
            case Setting.Sections sections when element.isRecord() -> elements(element, sections, path);
            case Setting.Value value when value.text() == null -> List.of();
            case Setting.Value value
            when value.text().trim().startsWith("[") -> written(component, value, section, path);
            case Setting.Value value
            when !element.isRecord() -> Arrays.asList(value.text().trim().split("\\s+"));
            case null -> missing(component, section, path);
            default ->
                problem(
                        "'" + name(component) + "' must be a list of "
                                + (element.isRecord() ? "sections, such as [{name: value}]" : "values"),
                        setting,
                        path,
                        "");
        };
    }

    private List<Object> elements(Class<?> type, Setting.Sections sections, String path) {
        List<Object> elements = new ArrayList<>();
        for (Setting.Section element : sections.elements()) {
            Setting.Section none = new Setting.Section(Map.of(), element.place());
            elements.add(section(type, element, none, path + "[" + elements.size() + "]."));
        }
        return elements;
    }

    /** As {@code --set} gives a list: {@code [one, two]}. */
    private Object written(RecordComponent component, Setting.Value value, Setting.Section section, String path) {
        return YamlSettings.list(value.place(), value.text())
                .map(list -> list(component, list, section, path))
                .orElseGet(() -> problem(
                        name(component) + " must be a list such as [one, two]: "
                                + value.text().trim(),
                        value,
                        path,
                        ""));
    }

    /** Whether there is a value without which nothing goes: what may be absent is absent from the good values, too. */
    private static boolean good(Setting.Section fallback, String name) {
        return fallback.entries().get(name) instanceof Setting.Value value && value.text() != null;
    }

    private Object missing(RecordComponent component, Setting.Section section, String path) {
        return component.getType().isPrimitive() || component.getType() == List.class
                ? problem("'" + name(component) + "' is missing", section, path, "")
                : null;
    }

    private Object value(RecordComponent component, Setting.Value value, boolean needed, String path) {
        if (value.text() == null) {
            return needed || component.getType().isPrimitive()
                    ? problem(name(component) + " must have a value: null", value, path, "")
                    : null;
        }
        try {
            return ScalarTypes.parse(component.getType(), value.text());
        } catch (IllegalArgumentException e) {
            return problem(name(component) + " must be " + e.getMessage() + ": " + value.text(), value, path, "");
        }
    }

    private Object make(
            Class<?> type, RecordComponent[] components, Object[] arguments, Setting.Section section, String path) {
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return type.getDeclaredConstructor(types).newInstance(arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Rules.BrokenRulesException broken) {
                broken.broken()
                        .forEach(rule -> problem(
                                rule.component() + " " + rule.rule() + ": " + rule.actual(),
                                section.entries().getOrDefault(rule.component(), section),
                                path + rule.component(),
                                ""));
                return null;
            }
            throw new IllegalStateException("constructor of " + type, e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("record of settings " + type, e);
        }
    }

    private Object problem(String rule, Setting at, String path, String advice) {
        problems.add(rule + " (" + at.place() + ": " + path + ")" + advice);
        return null;
    }
}
