package gavel.auction.settings;

import java.lang.reflect.RecordComponent;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;

/** The names a settings file may use: those of {@link Settings}, and whatever Spring Boot knows under its own roots. */
final class KnownSettings {
    private static final Set<String> SPRING_ROOTS = Set.of("server", "management", "spring", "logging", "springdoc");
    private static final Pattern ENTRY = Pattern.compile("\\[\\d+]$");
    private static final Set<String> LISTS = new TreeSet<>();
    private static final Set<String> NAMES = namesOf("gavel", Settings.class, new TreeSet<>());

    private KnownSettings() {}

    /** What is wrong with a name, with the nearest one that exists; empty when nothing is. */
    static Optional<String> problemOf(String name) {
        int dot = name.indexOf('.');
        String root = dot < 0 ? name : name.substring(0, dot);
        if (SPRING_ROOTS.contains(root)) {
            return Optional.empty();
        }
        String known = DataObjectPropertyName.toDashedForm(name);
        if (LISTS.contains(ENTRY.matcher(known).replaceFirst(""))) {
            return Optional.empty();
        }
        if (NAMES.contains(known) || NAMES.stream().anyMatch(longer -> longer.startsWith(known + "."))) {
            return Optional.empty();
        }
        String nearest = NAMES.stream()
                .min(Comparator.comparingInt(candidate -> distance(candidate, known)))
                .orElseThrow();
        return Optional.of("unknown setting: " + name + "; did you mean " + nearest + "?");
    }

    private static Set<String> namesOf(String prefix, Class<?> type, Set<String> names) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name = prefix + "." + DataObjectPropertyName.toDashedForm(component.getName());
            if (component.getType().isRecord()) {
                namesOf(name, component.getType(), names);
            } else {
                names.add(name);
                if (component.getType() == List.class) {
                    LISTS.add(name);
                }
            }
        }
        return names;
    }

    /** Edit distance (Levenshtein), one row at a time. */
    static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substitution = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substitution, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }

    static List<String> names() {
        return List.copyOf(NAMES);
    }
}
