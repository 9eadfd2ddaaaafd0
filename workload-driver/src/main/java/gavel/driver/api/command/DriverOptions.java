package gavel.driver.api.command;

import java.util.List;
import java.util.ServiceLoader;

/** What can be typed behind the driver's commands, for a program that hands them over and tells of them beside its own. */
public interface DriverOptions {
    /**
     * @param command {@code drive} or {@code agent}
     * @return its own, without those for help
     */
    List<Option> of(String command);

    /** Of the driver on the class path. */
    static DriverOptions installed() {
        return ServiceLoader.load(DriverOptions.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the driver's options are not on the class path"));
    }

    /**
     * One option.
     *
     * @param names each with its hyphens
     * @param value what stands for its value; empty where it takes none
     * @param description in words
     */
    record Option(List<String> names, String value, String description) {
        public Option {
            names = List.copyOf(names);
        }
    }
}
