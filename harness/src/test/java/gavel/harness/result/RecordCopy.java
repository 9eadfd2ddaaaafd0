package gavel.harness.result;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;

/** Copies of records with other values: a test that changes one component names only that one. */
public final class RecordCopy {
    private RecordCopy() {}

    /** @param changes name of a component and its new value, in turn */
    public static <R extends Record> R with(R record, Object... changes) {
        Map<Object, Object> left = new HashMap<>();
        for (int i = 0; i < changes.length; i += 2) {
            left.put(changes[i], changes[i + 1]);
        }
        R copy = of(record, (name, value) -> left.containsKey(name) ? left.remove(name) : value);
        if (!left.isEmpty()) {
            throw new IllegalArgumentException("no component of " + record.getClass() + ": " + left.keySet());
        }
        return copy;
    }

    /** @param change makes the new value from the name and the value of a component */
    @SuppressWarnings("unchecked")
    public static <R extends Record> R of(R record, BiFunction<String, Object, Object> change) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        Object[] values = new Object[components.length];
        try {
            for (int i = 0; i < components.length; i++) {
                components[i].getAccessor().setAccessible(true);
                Object value = components[i].getAccessor().invoke(record);
                values[i] = change.apply(components[i].getName(), value);
            }
            Constructor<?> constructor = record.getClass()
                    .getDeclaredConstructor(Arrays.stream(components)
                            .map(RecordComponent::getType)
                            .toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            return (R) constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("record " + record.getClass(), e);
        }
    }
}
