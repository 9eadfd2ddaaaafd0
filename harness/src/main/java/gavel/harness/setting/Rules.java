package gavel.harness.setting;

import java.util.ArrayList;
import java.util.List;

/** Collects the rules a record of settings breaks, so that its constructor can report all of them at once. */
public final class Rules {
    private static final int HIGHEST_PORT = 65_535;
    private final List<Broken> broken = new ArrayList<>();

    /** One broken rule: {@code component} of the record, the rule in words and the value found. */
    record Broken(String component, String rule, Object actual) {
        /** The component alone where it is a path. */
        String name() {
            return component.substring(component.lastIndexOf('.') + 1);
        }
    }

    /** Thrown by the constructor of a record of settings; the binder adds path and place. */
    static final class BrokenRulesException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;
        private final transient List<Broken> broken;

        BrokenRulesException(List<Broken> broken) {
            super(broken.toString());
            this.broken = List.copyOf(broken);
        }

        List<Broken> broken() {
            return broken;
        }
    }

    public Rules atLeast(String component, long least, long actual) {
        return that(actual >= least, component, least == 1 ? "must be > 0" : "must be >= " + least, actual);
    }

    public Rules atMost(String component, long most, long actual) {
        return that(actual <= most, component, "must be <= " + most, actual);
    }

    public Rules between(String component, long least, long most, long actual) {
        return atLeast(component, least, actual).atMost(component, most, actual);
    }

    /** A value that means something there only; null where it was not given. */
    public Rules onlyWhere(boolean there, String component, Object actual, String rule) {
        return that(actual == null || there, component, rule, actual);
    }

    /** A value that has to be given there; null where it was not given. */
    public Rules neededWhere(boolean there, String component, Object actual, String rule) {
        return that(actual != null || !there, component, rule, actual);
    }

    /**
     * @param port of the first, null for a free one
     * @param instances each of which has the next port
     */
    public Rules port(String component, Integer port, int instances) {
        int most = HIGHEST_PORT - Math.max(0, instances - 1);
        return that(
                port == null || port >= 1 && port <= most,
                component,
                "must be 1.." + most + (most < HIGHEST_PORT ? ", as each of " + instances + " has the next one" : ""),
                port);
    }

    /** @param size null for the sizing rule */
    public Rules memory(String component, MemorySize size, long leastMebibytes) {
        return that(
                size == null || size.mebibytes() >= leastMebibytes,
                component,
                "must be >= " + MemorySize.ofMebibytes(leastMebibytes),
                size);
    }

    public Rules that(boolean holds, String component, String rule, Object actual) {
        if (!holds) {
            broken.add(new Broken(component, rule, actual));
        }
        return this;
    }

    List<Broken> broken() {
        return List.copyOf(broken);
    }

    public void check() {
        if (!broken.isEmpty()) {
            throw new BrokenRulesException(broken);
        }
    }
}
