package gavel.auction.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Collects what values of the settings break a rule, so that all of them are told together. */
final class SettingsRules {
    private final List<String> problems = new ArrayList<>();

    void positive(Duration value, String path) {
        require(value.isPositive(), "must be longer than 0", value, path);
    }

    void between(long value, long least, long most, String path) {
        require(value >= least && value <= most, "must be " + least + " to " + most, value, path);
    }

    void atLeast(long value, long least, String path) {
        require(value >= least, "must be >= " + least, value, path);
    }

    void require(boolean holds, String rule, Object value, String path) {
        if (!holds) {
            problems.add(path + " " + rule + ": " + value);
        }
    }

    /** @throws SettingsException when any rule was broken */
    void done() {
        if (!problems.isEmpty()) {
            throw new SettingsException(problems);
        }
    }
}
