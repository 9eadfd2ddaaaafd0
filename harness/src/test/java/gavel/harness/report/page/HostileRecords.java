package gavel.harness.report.page;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes a result of which every text is what somebody wrote who means harm. */
final class HostileRecords {
    /** Would end an attribute and an element, and begin others. */
    static final String TEXT = "\"'><script>alert(1)</script><img src=x onerror=alert(2)>&";

    /** Read by programs, and refused by them where it is something else. */
    private static final Set<String> READ = Set.of("histogram", "phase");

    private HostileRecords() {}

    @SuppressWarnings("unchecked")
    static <R extends Record> R of(R result) {
        return (R) record(result);
    }

    private static Object record(Record record) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        Object[] values = new Object[components.length];
        try {
            for (int i = 0; i < components.length; i++) {
                components[i].getAccessor().setAccessible(true);
                Object value = components[i].getAccessor().invoke(record);
                values[i] = READ.contains(components[i].getName()) ? value : hostile(value);
            }
            var constructor = record.getClass()
                    .getDeclaredConstructor(Arrays.stream(components)
                            .map(RecordComponent::getType)
                            .toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("record " + record.getClass(), e);
        }
    }

    private static Object hostile(Object value) {
        return switch (value) {
            case String text -> text.isEmpty() ? text : TEXT + text;
            case Record record -> record(record);
            case List<?> list -> {
                List<Object> copy = new ArrayList<>();
                list.forEach(each -> copy.add(hostile(each)));
                yield copy;
            }
            case Map<?, ?> map -> {
                Map<Object, Object> copy = new LinkedHashMap<>();
                map.forEach((key, each) -> copy.put(hostile(key), hostile(each)));
                yield copy;
            }
            case null, default -> value;
        };
    }
}
