package gavel.harness.result;

import gavel.harness.collect.StartedProcess;
import gavel.harness.result.efficiency.Hardware;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Everything one needs to make the run again and to judge whether another one is comparable.
 *
 * @param configuration as run, every default filled in, as YAML
 * @param host the machine, or the first of several; null where none could be asked
 * @param hosts all of them where there are several; empty otherwise
 * @param versions of Gavel, the JDK, and each service
 * @param processes what each was started with
 * @param driver what the workload drivers were told beside their command lines
 * @param sharedCores whether driver and application ran on the same cores
 * @param durability one sentence for each data tier
 * @param dataSet users, seed and image profile of the loaded set; {@code keptWithoutReset} where a run went on with what earlier loads left
 */
public record Disclosure(
        String configuration,
        Host host,
        List<Host> hosts,
        Map<String, String> versions,
        List<StartedProcess> processes,
        String driver,
        boolean sharedCores,
        List<String> durability,
        Map<String, String> dataSet) {
    /** Among the versions of a search: name and SHA-256 of the profile, so that it can be told from another of the same name. */
    public static final String PROFILE = "profile";

    /** Of the data set: it was not reset before the load. */
    public static final String KEPT = "keptWithoutReset";

    public Disclosure {
        versions = Collections.unmodifiableMap(new LinkedHashMap<>(versions));
        // Results of earlier versions have none of them.
        hosts = hosts == null ? List.of() : List.copyOf(hosts);
        processes = processes == null ? List.of() : List.copyOf(processes);
        driver = driver == null ? "" : driver;
        durability = List.copyOf(durability);
        dataSet = Collections.unmodifiableMap(new LinkedHashMap<>(dataSet));
    }

    /** The same of a run that was told to leave the data as it found them. */
    public Disclosure withKeptData() {
        Map<String, String> kept = new LinkedHashMap<>(dataSet);
        kept.put(KEPT, "yes (--keep-data)");
        return new Disclosure(configuration, host, hosts, versions, processes, driver, sharedCores, durability, kept);
    }

    /** Every machine that could be asked. */
    public List<Host> machines() {
        return !hosts.isEmpty() ? hosts : host == null ? List.of() : List.of(host);
    }

    /** Of all machines together, as far as they are known: not of hosts on one, which do not say what they have of it together. */
    public Hardware hardware() {
        boolean apart = machines().stream().noneMatch(host -> host.limits().containsKey(Host.SAME_MACHINE));
        return new Hardware(
                apart ? machines().stream().mapToInt(Host::cores).sum() : 0,
                apart ? machines().stream().mapToLong(Host::memoryBytes).sum() : 0,
                machines().size() > 1
                        ? "all " + machines().size() + " hosts, those of the drivers included"
                        : sharedCores ? "the whole machine, its drivers included" : "the machine");
    }

    /** What a reader has to know of the machines: the number of hosts says nothing where they are one, such as containers. */
    public List<String> remarks() {
        boolean one = machines().stream().anyMatch(host -> host.limits().containsKey(Host.SAME_MACHINE));
        return one
                ? List.of("Hosts are one machine (the same kernel) and shared its cores: "
                        + machines().stream()
                                .filter(host -> host.limits().containsKey(Host.SAME_MACHINE))
                                .map(host -> host.name() + " is on that of "
                                        + host.limits().get(Host.SAME_MACHINE))
                                .collect(Collectors.joining(", "))
                        + ".")
                : List.of();
    }

    /** Environment and command of each process, and what the drivers were told. */
    public Map<String, String> commandLines() {
        Map<String, String> lines = new LinkedHashMap<>();
        processes.forEach(process -> lines.put(process.instance(), process.line()));
        if (!driver.isEmpty()) {
            lines.put("drivers, beside that", driver);
        }
        return lines;
    }

    /**
     * @param name of the host
     * @param os name and version
     * @param kernel its version
     * @param cpu model of the processor
     * @param cores that the system sees
     * @param memoryBytes of the machine
     * @param virtualisation by which technique, or none
     * @param limits descriptors, cgroup quota and whatever else bounds the processes, by name
     */
    public record Host(
            String name,
            String os,
            String kernel,
            String cpu,
            int cores,
            long memoryBytes,
            String virtualisation,
            Map<String, String> limits) {
        /** Among the limits: which processes get pages of 2 MiB, {@code always}, {@code madvise} (processes that ask) or {@code never}. */
        public static final String HUGE_PAGES = "transparent huge pages";
        /** Among the limits of a host on the kernel of another one: which that is. */
        public static final String SAME_MACHINE = "same machine as host";
    }
}
