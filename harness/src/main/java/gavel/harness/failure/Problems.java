package gavel.harness.failure;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Collects what is wrong with everything that was typed, so that all of it is told at once and nothing is made before. One thread. */
public final class Problems {
    private final Set<String> found = new LinkedHashSet<>();

    public Problems that(boolean holds, String problem) {
        if (!holds) {
            found.add(problem);
        }
        return this;
    }

    public Problems add(List<String> problems) {
        found.addAll(problems);
        return this;
    }

    /** What can be read; null where it has problems, which are told with the others. */
    public <T> T take(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (ConfigurationException e) {
            found.addAll(e.problems());
            return null;
        }
    }

    /** @throws ConfigurationException with everything that was found */
    public void check() {
        if (!found.isEmpty()) {
            throw new ConfigurationException(List.copyOf(found));
        }
    }
}
