package gavel.harness.report.page;

import gavel.harness.result.RecordCopy;
import java.util.ArrayList;
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

    static <R extends Record> R of(R result) {
        return RecordCopy.of(result, (name, value) -> READ.contains(name) ? value : hostile(value));
    }

    private static Object hostile(Object value) {
        return switch (value) {
            case String text -> text.isEmpty() ? text : TEXT + text;
            case Record record -> of(record);
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
