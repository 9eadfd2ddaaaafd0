package gavel.harness.setting;

import java.util.ArrayList;
import java.util.List;

/** Collects the rules a record of settings breaks, so that its constructor can report all of them at once. */
public final class Rules {
    private final List<Broken> broken = new ArrayList<>();

    /** One broken rule: {@code component} of the record, the rule in words and the value found. */
    record Broken(String component, String rule, Object actual) {}

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

    public Rules that(boolean holds, String component, String rule, Object actual) {
        if (!holds) {
            broken.add(new Broken(component, rule, actual));
        }
        return this;
    }

    public void check() {
        if (!broken.isEmpty()) {
            throw new BrokenRulesException(broken);
        }
    }
}
