package gavel.harness.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything one needs to make the run again and to judge whether another one is comparable.
 *
 * @param configuration as run, every default filled in, as YAML
 * @param versions of Gavel, the JDK, and each service
 * @param flags command lines of the processes by instance, secrets removed
 * @param sharedCores whether driver and application ran on the same cores
 * @param durability one sentence for each data tier
 * @param dataSet users, seed, image profile and counts of the loaded set
 */
public record Disclosure(
        String configuration,
        Host host,
        Map<String, String> versions,
        Map<String, String> flags,
        boolean sharedCores,
        List<String> durability,
        Map<String, String> dataSet) {
    /** Among the versions of a search: name and SHA-256 of the profile, so that it can be told from another of the same name. */
    public static final String PROFILE = "profile";

    public Disclosure {
        versions = Collections.unmodifiableMap(new LinkedHashMap<>(versions));
        flags = Collections.unmodifiableMap(new LinkedHashMap<>(flags));
        durability = List.copyOf(durability);
        dataSet = Collections.unmodifiableMap(new LinkedHashMap<>(dataSet));
    }

    /** @param limits descriptors, cgroup quota and whatever else bounds the processes, by name */
    public record Host(
            String name,
            String os,
            String kernel,
            String cpu,
            int cores,
            long memoryBytes,
            String virtualisation,
            Map<String, String> limits) {
        /** Among the limits: who gets pages of 2 MiB, {@code always}, {@code madvise} (processes that ask) or {@code never}. */
        public static final String HUGE_PAGES = "transparent huge pages";
    }
}
